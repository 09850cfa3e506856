package dev.trainyard.dialects.batch;

import static java.util.Objects.requireNonNullElse;
import static java.util.Objects.requireNonNullElseGet;

import dev.trainyard.dialects.Annotations;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A Job with what it means where it does not say, also while it is only a file.
record Layout(Job job) {

  static final String NON_INDEXED = "NonIndexed";
  static final String INDEXED = "Indexed";
  static final String ON_FAILURE = "OnFailure";
  static final String NEVER = "Never";

  private static final int BACKOFF_LIMIT = 6;

  ObjectMeta metadata() {
    return requireNonNullElseGet(job.getMetadata(), ObjectMeta::new);
  }

  String name() {
    return requireNonNullElse(metadata().getName(), "");
  }

  JobSpec spec() {
    return requireNonNullElseGet(job.getSpec(), JobSpec::new);
  }

  Optional<JobStatus> status() {
    return Optional.ofNullable(job.getStatus());
  }

  PodTemplateSpec template() {
    return requireNonNullElseGet(spec().getTemplate(), PodTemplateSpec::new);
  }

  PodSpec podSpec() {
    return requireNonNullElseGet(template().getSpec(), PodSpec::new);
  }

  List<Container> containers() {
    return requireNonNullElse(podSpec().getContainers(), List.of());
  }

  Optional<String> annotation(String key) {
    return Optional.ofNullable(
        requireNonNullElse(metadata().getAnnotations(), Map.<String, String>of()).get(key));
  }

  Optional<String> memory() {
    return annotation(Annotations.MEMORY);
  }

  boolean indexed() {
    return INDEXED.equals(spec().getCompletionMode());
  }

  int parallelism() {
    return requireNonNullElse(spec().getParallelism(), 1);
  }

  /// Nothing where any success is enough, as for pods that share a queue of work.
  Optional<Integer> completions() {
    return spec().getParallelism() == null
        ? Optional.of(requireNonNullElse(spec().getCompletions(), 1))
        : Optional.ofNullable(spec().getCompletions());
  }

  /// How many pods must succeed. Pods that share a queue all end once it is empty, so each of them
  /// has a place; without any it still has one to wait for.
  int places() {
    return completions().orElseGet(() -> Math.max(1, parallelism()));
  }

  int backoffLimit() {
    return requireNonNullElse(spec().getBackoffLimit(), BACKOFF_LIMIT);
  }

  boolean suspended() {
    return requireNonNullElse(spec().getSuspend(), false);
  }

  /// Whether its author chose the labels by which its pods are found.
  boolean selectedByHand() {
    return requireNonNullElse(spec().getManualSelector(), false);
  }

  boolean restartsInPlace() {
    return ON_FAILURE.equals(podSpec().getRestartPolicy());
  }

  Optional<String> managedByOthers() {
    return Optional.ofNullable(spec().getManagedBy())
        .filter(manager -> !manager.equals(Batch.CONTROLLER));
  }
}
