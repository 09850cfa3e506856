package dev.trainyard.operator.webhook;

import java.util.List;

/// What the webhook is called in the cluster.
///
/// @param namespace of the service and the secret: the operator's own
/// @param service the Service by which API servers reach it
/// @param secret the Secret that holds its certificate, so that all replicas show the same
/// @param configuration the ValidatingWebhookConfiguration that tells API servers of it
public record WebhookNames(String namespace, String service, String secret, String configuration) {

  public static final String SERVICE = "trainyard-operator";
  public static final String SECRET = "trainyard-operator-webhook-cert";
  public static final String CONFIGURATION = "validator.trainyard.dev";

  /// The hosts a certificate must be good for. API servers ask for the third.
  List<String> hosts() {
    return List.of(
        service,
        "%s.%s".formatted(service, namespace),
        "%s.%s.svc".formatted(service, namespace),
        "%s.%s.svc.cluster.local".formatted(service, namespace));
  }
}
