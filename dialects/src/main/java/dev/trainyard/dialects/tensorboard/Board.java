package dev.trainyard.dialects.tensorboard;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.tensorstack.SchedulerPolicy;
import dev.trainyard.api.tensorstack.SchedulerPolicy.T9kScheduler;
import dev.trainyard.api.tensorstack.TensorBoard;
import dev.trainyard.api.tensorstack.TensorBoardSpec;
import dev.trainyard.dialects.Hash5;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A TensorBoard after its defaults, and the names of what is made for it.
record Board(TensorBoard resource) {

  static final String PAUSED = "paused";

  private static final String IMAGE = "docker.io/t9kpublic/tensorboard:2.17.0";

  /// Stands for the uid of a resource that is not in a cluster.
  private static final String NO_UID = "00000000-0000-0000-0000-000000000000";

  TensorBoardSpec spec() {
    return resource.spec();
  }

  String name() {
    return requireNonNullElse(resource.metadata().getName(), "");
  }

  String namespace() {
    return requireNonNullElse(resource.metadata().getNamespace(), "default");
  }

  String uid() {
    return requireNonNullElse(resource.metadata().getUid(), NO_UID);
  }

  /// The name of its Service; its pod's begins with it.
  String base() {
    return "managed-tensorboard-" + Hash5.of(name(), uid());
  }

  /// Where its page is below any address it is reached by.
  String path() {
    return "/t9k/tensorboards/projects/%s/name/%s/".formatted(namespace(), name());
  }

  String image() {
    return filled(spec().image()).orElse(IMAGE);
  }

  boolean suspended() {
    return Boolean.TRUE.equals(spec().suspend()) || PAUSED.equals(spec().runMode());
  }

  Sources sources() {
    return Sources.of(spec());
  }

  Optional<T9kScheduler> scheduler() {
    return Optional.ofNullable(spec().scheduler()).map(SchedulerPolicy::t9kScheduler);
  }

  Optional<String> queue() {
    return scheduler()
        .flatMap(policy -> filled(policy.queue()).or(() -> filled(policy.capitalQueue())));
  }

  /// Whether it was made for something that has been let in with it.
  boolean isOwned() {
    return resource.metadata().getOwnerReferences().stream()
        .anyMatch(owner -> Boolean.TRUE.equals(owner.getController()));
  }

  static Optional<String> filled(@Nullable String text) {
    return Optional.ofNullable(text).filter(one -> !one.isEmpty());
  }
}
