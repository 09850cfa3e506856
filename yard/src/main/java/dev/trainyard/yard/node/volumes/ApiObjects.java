package dev.trainyard.yard.node.volumes;

import dev.trainyard.yard.node.volumes.Tokens.Issued;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjection;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads what volumes are made from through the Kubernetes API.
final class ApiObjects implements ClusterObjects {

  private static final long ONE_HOUR = 3600;
  private static final Set<Integer> NOT_SERVED =
      Set.of(HttpURLConnection.HTTP_NOT_FOUND, HttpURLConnection.HTTP_BAD_METHOD);

  private final KubernetesClient client;
  private final Tokens tokens;
  private final InstantSource clock;

  ApiObjects(KubernetesClient client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
    this.tokens = new Tokens(this::issue, clock);
  }

  @Override
  public Optional<Map<String, byte[]>> configMap(String namespace, String name) {
    return Optional.ofNullable(client.configMaps().inNamespace(namespace).withName(name).get())
        .map(ApiObjects::data);
  }

  private static Map<String, byte[]> data(ConfigMap map) {
    var data = new HashMap<>(decoded(Optional.ofNullable(map.getBinaryData()).orElse(Map.of())));
    Optional.ofNullable(map.getData())
        .orElse(Map.of())
        .forEach((key, text) -> data.put(key, text.getBytes(StandardCharsets.UTF_8)));
    return data;
  }

  @Override
  public Optional<Map<String, byte[]>> secret(String namespace, String name) {
    return Optional.ofNullable(client.secrets().inNamespace(namespace).withName(name).get())
        .map(ApiObjects::data);
  }

  private static Map<String, byte[]> data(Secret secret) {
    return decoded(Optional.ofNullable(secret.getData()).orElse(Map.of()));
  }

  private static Map<String, byte[]> decoded(Map<String, String> encoded) {
    var data = new HashMap<String, byte[]>();
    encoded.forEach((key, value) -> data.put(key, Base64.getDecoder().decode(value)));
    return data;
  }

  @Override
  public Optional<String> token(Pod pod, ServiceAccountTokenProjection wanted) {
    return tokens.of(pod, wanted);
  }

  @Override
  public void forget(String uid) {
    tokens.forget(uid);
  }

  private Optional<Issued> issue(Pod pod, ServiceAccountTokenProjection wanted) {
    var account =
        Optional.ofNullable(pod.getSpec().getServiceAccountName())
            .filter(name -> !name.isEmpty())
            .orElse("default");
    var request =
        new TokenRequestBuilder()
            .withNewSpec()
            .withAudiences(
                Optional.ofNullable(wanted.getAudience()).map(List::of).orElse(List.of()))
            .withExpirationSeconds(
                Optional.ofNullable(wanted.getExpirationSeconds()).orElse(ONE_HOUR))
            .withNewBoundObjectRef(
                "v1", "Pod", pod.getMetadata().getName(), pod.getMetadata().getUid())
            .endSpec()
            .build();
    try {
      var answer =
          client
              .serviceAccounts()
              .inNamespace(pod.getMetadata().getNamespace())
              .withName(account)
              .tokenRequest(request);
      return Optional.ofNullable(answer.getStatus()).map(this::issued);
    } catch (KubernetesClientException e) {
      if (NOT_SERVED.contains(e.getCode())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private Issued issued(TokenRequestStatus status) {
    var expires =
        Optional.ofNullable(status.getExpirationTimestamp())
            .map(Instant::parse)
            .orElseGet(() -> clock.instant().plusSeconds(ONE_HOUR));
    return new Issued(status.getToken(), expires);
  }
}
