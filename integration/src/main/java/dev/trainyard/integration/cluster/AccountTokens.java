package dev.trainyard.integration.cluster;

import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// What service accounts show at the door of a cluster.
final class AccountTokens {

  /// A token for an hour.
  static String of(KubernetesClient client, String namespace, String account) {
    var asked =
        client
            .serviceAccounts()
            .inNamespace(namespace)
            .withName(account)
            .tokenRequest(
                new TokenRequestBuilder()
                    .withNewSpec()
                    .withExpirationSeconds(TimeUnit.HOURS.toSeconds(1))
                    .endSpec()
                    .build());
    return Optional.ofNullable(asked.getStatus()).orElseThrow().getToken();
  }

  private AccountTokens() {}
}
