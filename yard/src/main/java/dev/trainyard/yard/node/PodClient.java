package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.function.Function;

/// What a node writes about its pods.
final class PodClient {

  private static final int TRIES = 5;

  private final KubernetesClient client;

  PodClient(KubernetesClient client) {
    this.client = client;
  }

  /// Stores the status computed from the pod as it is, unless nothing would change. Answers the pod
  /// as stored, or nothing when this very pod is gone.
  Optional<Pod> report(Pod known, Function<Pod, PodStatus> status) {
    var current = known;
    for (var tries = 1; ; tries++) {
      var wanted = status.apply(current);
      if (wanted.equals(current.getStatus())) {
        return Optional.of(current);
      }
      try {
        var updated = new PodBuilder(current).withStatus(wanted).build();
        return Optional.of(client.resource(updated).updateStatus());
      } catch (KubernetesClientException e) {
        if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
          return Optional.empty();
        }
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || tries == TRIES) {
          throw e;
        }
      }
      var fresh = fresh(current);
      if (fresh.isEmpty()) {
        return Optional.empty();
      }
      current = fresh.get();
    }
  }

  private Optional<Pod> fresh(Pod pod) {
    return Optional.ofNullable(client.resource(pod).get())
        .filter(found -> found.getMetadata().getUid().equals(pod.getMetadata().getUid()));
  }

  /// Tells the API that the pod's processes have ended, so that its object may go.
  void remove(Pod pod) {
    var metadata = pod.getMetadata();
    var options =
        new DeleteOptionsBuilder()
            .withGracePeriodSeconds(0L)
            .withNewPreconditions()
            .withUid(metadata.getUid())
            .endPreconditions()
            .build();
    try {
      client.raw(
          "/api/v1/namespaces/%s/pods/%s".formatted(metadata.getNamespace(), metadata.getName()),
          "DELETE",
          options);
    } catch (KubernetesClientException e) {
      // Gone already, or another pod has the name by now.
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND
          && e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
    }
  }
}
