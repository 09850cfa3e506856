package dev.trainyard.operator.sdk;

import dev.trainyard.operator.ClusterWriter.Target;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Where an object is found in the API, asking the server for a kind's plural once.
final class ApiPaths {

  private final KubernetesClient client;
  private final Map<String, String> plurals = new ConcurrentHashMap<>();

  ApiPaths(KubernetesClient client) {
    this.client = client;
    know("v1", "Pod", "pods");
    know("v1", "Service", "services");
  }

  void know(String apiVersion, String kind, String plural) {
    plurals.put(apiVersion + " " + kind, plural);
  }

  String of(Target target) {
    var plural =
        plurals.computeIfAbsent(
            target.apiVersion() + " " + target.kind(),
            _ -> discover(target.apiVersion(), target.kind()));
    return "%s/%s/namespaces/%s/%s/%s"
        .formatted(
            target.apiVersion().contains("/") ? "/apis" : "/api",
            target.apiVersion(),
            target.namespace(),
            plural,
            target.name());
  }

  private String discover(String apiVersion, String kind) {
    var served = client.getApiResources(apiVersion);
    if (served == null) {
      throw new IllegalStateException("the cluster does not serve %s".formatted(apiVersion));
    }
    return served.getResources().stream()
        .filter(resource -> kind.equals(resource.getKind()) && !resource.getName().contains("/"))
        .map(APIResource::getName)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the cluster does not serve %s of %s".formatted(kind, apiVersion)));
  }
}
