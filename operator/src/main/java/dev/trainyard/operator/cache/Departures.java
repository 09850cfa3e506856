package dev.trainyard.operator.cache;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What we have asked to go while the caches still show it as if nothing had happened. Entries end
/// when the caches have seen the object go.
public final class Departures {

  /// Seconds, where a pod does not say how long it may take to stop.
  private static final long DEFAULT_GRACE = 30;

  private final Map<String, Instant> asked = new ConcurrentHashMap<>();

  public void ask(String uid, Instant at) {
    asked.putIfAbsent(uid, at);
  }

  public void forget(String uid) {
    asked.remove(uid);
  }

  public Optional<Instant> asked(String uid) {
    return Optional.ofNullable(asked.get(uid));
  }

  /// A pod we have sent away stays visible until it is gone, but never as one that stays.
  public Pod shown(Pod pod) {
    return asked(pod.getMetadata().getUid())
        .filter(_ -> !pod.isMarkedForDeletion())
        .map(since -> leaving(pod, since))
        .orElse(pod);
  }

  /// The same for whatever else was sent away.
  public GenericKubernetesResource shown(GenericKubernetesResource object) {
    return asked(object.getMetadata().getUid())
        .filter(_ -> !object.isMarkedForDeletion())
        .map(since -> leaving(object, since))
        .orElse(object);
  }

  private static GenericKubernetesResource leaving(
      GenericKubernetesResource object, Instant asked) {
    return new GenericKubernetesResourceBuilder(object)
        .withMetadata(
            new ObjectMetaBuilder(object.getMetadata())
                .withDeletionTimestamp(asked.toString())
                .build())
        .build();
  }

  private static Pod leaving(Pod pod, Instant asked) {
    long grace =
        requireNonNullElse(pod.getSpec().getTerminationGracePeriodSeconds(), DEFAULT_GRACE);
    return new PodBuilder(pod)
        .editMetadata()
        .withDeletionTimestamp(asked.plusSeconds(grace).toString())
        .withDeletionGracePeriodSeconds(grace)
        .endMetadata()
        .build();
  }
}
