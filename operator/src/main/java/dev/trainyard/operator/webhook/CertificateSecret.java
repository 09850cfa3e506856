package dev.trainyard.operator.webhook;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The Secret in which the replicas of an operator agree on one certificate. It is made when the
/// operator is installed, empty; nobody here needs the right to make Secrets.
final class CertificateSecret {

  private static final Logger log = LoggerFactory.getLogger(CertificateSecret.class);

  private final KubernetesClient client;
  private final WebhookNames names;

  CertificateSecret(KubernetesClient client, WebhookNames names) {
    this.client = client;
    this.names = names;
  }

  /// What every replica shows from now on. Whoever finds it missing, spoilt or near its end puts a
  /// new one there; of two who do so at once the second takes what the first has put.
  Credentials agreed(Instant now) {
    var secret = stored();
    var found = read(secret);
    if (found.filter(one -> one.good(names.hosts(), now)).isPresent()) {
      return found.get();
    }
    var fresh = Issuer.renewed(found, names.hosts(), now);
    try {
      client.resource(with(secret, fresh)).update();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
      return read(stored())
          .filter(one -> one.good(names.hosts(), now))
          .orElseThrow(() -> new IllegalStateException("the Secret is being changed"));
    }
    log.atInfo()
        .addKeyValue("secret", names.namespace() + "/" + names.secret())
        .addKeyValue("until", fresh.certificate().getNotAfter().toInstant())
        .log("Made a certificate for the webhook");
    return fresh;
  }

  private Secret stored() {
    return Optional.ofNullable(
            client.secrets().inNamespace(names.namespace()).withName(names.secret()).get())
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "there is no Secret %s in namespace %s; `trainyard install` prints it"
                        .formatted(names.secret(), names.namespace())));
  }

  private static Optional<Credentials> read(Secret secret) {
    return Credentials.read(Optional.ofNullable(secret.getData()).orElse(Map.of()));
  }

  /// Keeps the version that was read, so that a change in between is noticed.
  private static Secret with(Secret secret, Credentials credentials) {
    return new SecretBuilder(secret).addToData(credentials.data()).build();
  }
}
