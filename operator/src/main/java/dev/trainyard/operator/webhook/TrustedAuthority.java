package dev.trainyard.operator.webhook;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells API servers, in our webhook configurations, whose certificates to trust. Nothing else of
/// them is ours to change.
final class TrustedAuthority {

  private static final Logger log = LoggerFactory.getLogger(TrustedAuthority.class);

  private final KubernetesClient client;
  private final String configuration;
  private final Set<String> webhooks;

  /// @param webhooks the names of those that are ours
  TrustedAuthority(KubernetesClient client, String configuration, Set<String> webhooks) {
    this.client = client;
    this.configuration = configuration;
    this.webhooks = Set.copyOf(webhooks);
  }

  /// Writes only where an authority is missing: a replica that has not yet seen the newest one must
  /// not take the trust in it away.
  void tell(Credentials credentials) {
    var found =
        Optional.ofNullable(resource().get())
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        ("there is no ValidatingWebhookConfiguration %s; `trainyard install` prints"
                                + " it")
                            .formatted(configuration)));
    tell(
        resource(),
        found.getWebhooks().stream()
            .map(one -> new Entry(one.getName(), one.getClientConfig()))
            .toList(),
        credentials);
    if (webhooks.contains(AppWrappers.MUTATOR)) {
      tellMutating(credentials);
    }
  }

  /// Without one AppWrappers are judged all the same; they only do not say whose they are.
  private void tellMutating(Credentials credentials) {
    var mutating =
        client.admissionRegistration().v1().mutatingWebhookConfigurations().withName(configuration);
    Optional.ofNullable(mutating.get())
        .ifPresent(
            found ->
                tell(
                    mutating,
                    found.getWebhooks().stream()
                        .map(one -> new Entry(one.getName(), one.getClientConfig()))
                        .toList(),
                    credentials));
  }

  private record Entry(String name, WebhookClientConfig config) {}

  private void tell(Resource<?> resource, List<Entry> found, Credentials credentials) {
    var patch = patch(found, credentials);
    if (!patch.isEmpty()) {
      resource.patch(PatchContext.of(PatchType.JSON), patch.toString());
      log.atInfo()
          .addKeyValue("configuration", configuration)
          .log("Told the API server whose certificates to trust");
    }
  }

  private Resource<ValidatingWebhookConfiguration> resource() {
    return client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName(configuration);
  }

  private ArrayNode patch(List<Entry> found, Credentials credentials) {
    var patch = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < found.size(); i++) {
      var webhook = found.get(i);
      if (webhooks.contains(webhook.name()) && !trusts(webhook.config(), credentials)) {
        patch
            .addObject()
            .put("op", "test")
            .put("path", "/webhooks/%d/name".formatted(i))
            .put("value", webhook.name());
        patch
            .addObject()
            .put("op", "add")
            .put("path", "/webhooks/%d/clientConfig/caBundle".formatted(i))
            .put("value", Credentials.encoded(credentials.bundle()));
      }
    }
    return patch;
  }

  private static boolean trusts(WebhookClientConfig config, Credentials credentials) {
    var told = Optional.ofNullable(config.getCaBundle()).orElse("");
    try {
      var bundle = new String(Base64.getDecoder().decode(told), StandardCharsets.UTF_8);
      return credentials.authorities().stream().map(Credentials::pem).allMatch(bundle::contains);
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
