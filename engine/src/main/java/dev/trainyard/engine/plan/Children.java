package dev.trainyard.engine.plan;

import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.ObservedChild;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.Signs;
import dev.trainyard.engine.model.TrainingJob;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the engine needs to know of a resource that carries a role, read off that resource.
public final class Children {

  private static final String RETRIED_ENOUGH = "BackoffLimitExceeded";

  /// Nothing where it carries none of the job's roles.
  ///
  /// @param pods the job's, those of its children among them
  public static Optional<ObservedChild> observe(
      TrainingJob job, GenericKubernetesResource object, List<Pod> pods) {
    return job.roles().stream()
        .flatMap(role -> observe(job, role, object, pods).stream())
        .findFirst();
  }

  private static Optional<ObservedChild> observe(
      TrainingJob job, Role role, GenericKubernetesResource object, List<Pod> pods) {
    if (!(role.carrier() instanceof Carrier.Child(var desired, var signs, _))
        || !is(desired, object)) {
      return Optional.empty();
    }
    var end = Outcomes.end(object, signs.outcome());
    var cause =
        end.filter(one -> one.reason().equals(RETRIED_ENOUGH))
            .flatMap(_ -> lastFailed(job, role, pods));
    return Optional.of(
        new ObservedChild(
            role.name(),
            new ObjectRef(
                object.getApiVersion(),
                object.getKind(),
                object.getMetadata().getName(),
                object.getMetadata().getUid()),
            held(object, signs),
            released(object, desired, signs),
            failures(object, signs),
            end.map(Outcomes.End::succeeded),
            end.map(Outcomes.End::reason).orElse("") + said("/", cause.map(Children::reason)),
            end.map(Outcomes.End::message).orElse("") + said(": ", cause.map(Children::message)),
            end.map(Outcomes.End::at).flatMap(PodReading::time).orElse(Instant.EPOCH)));
  }

  private static boolean is(GenericKubernetesResource desired, GenericKubernetesResource object) {
    return desired.getKind().equals(object.getKind())
        && Attachment.group(desired.getApiVersion())
            .equals(Attachment.group(object.getApiVersion()))
        && desired.getMetadata().getName().equals(object.getMetadata().getName());
  }

  private static boolean held(GenericKubernetesResource object, Signs signs) {
    var path = Stream.concat(Stream.of("spec"), signs.hold().stream()).toArray();
    return Boolean.TRUE.equals(object.get(path));
  }

  /// What the job does not ask for is others' to set.
  private static boolean released(
      GenericKubernetesResource object, GenericKubernetesResource desired, Signs signs) {
    return signs.withheld().stream()
        .filter(field -> desired.<Object>get("spec", field) != null)
        .allMatch(
            field ->
                String.valueOf(object.<Object>get("spec", field))
                    .equals(String.valueOf(desired.<Object>get("spec", field))));
  }

  private static int failures(GenericKubernetesResource object, Signs signs) {
    var path = Stream.concat(Stream.of("status"), signs.failures().stream()).toArray();
    return object.get(path) instanceof Number failed ? failed.intValue() : 0;
  }

  /// What a child gave up on says more than that it did.
  private static Optional<Pod> lastFailed(TrainingJob job, Role role, List<Pod> pods) {
    return pods.stream()
        .filter(
            pod ->
                PodReading.observe(job, pod)
                    .filter(seen -> seen.replica().role().equals(role.name()))
                    .isPresent())
        .filter(pod -> pod.getStatus() != null && "Failed".equals(pod.getStatus().getPhase()))
        .max(Comparator.comparing(PodReading::changedAt));
  }

  private static String reason(Pod pod) {
    return Optional.ofNullable(pod.getStatus().getReason()).orElse("");
  }

  private static String message(Pod pod) {
    return Optional.ofNullable(pod.getStatus().getMessage()).orElse("");
  }

  private static String said(String before, Optional<String> text) {
    return text.filter(words -> !words.isEmpty()).map(words -> before + words).orElse("");
  }

  private Children() {}
}
