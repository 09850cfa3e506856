package dev.trainyard.engine.plan;

import dev.trainyard.engine.model.JobState.ContainerStage;
import dev.trainyard.engine.model.JobState.ContainerState;
import dev.trainyard.engine.model.Observed.Deletion;
import dev.trainyard.engine.model.Observed.Disruption;
import dev.trainyard.engine.model.Observed.End;
import dev.trainyard.engine.model.Observed.LaunchMark;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.Observed.Stage;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.Kin;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the engine needs to know of a pod, read off the pod.
public final class PodReading {

  /// Nothing where the pod's name is not one of this job's, and its labels say nothing either.
  public static Optional<ObservedPod> observe(TrainingJob job, Pod pod) {
    return place(job, pod).map(place -> observe(job, pod, place));
  }

  /// The place that a pod fills, by its labels where it is somebody else's and otherwise by its
  /// name.
  public static Optional<PodNames.Place> place(TrainingJob job, Pod pod) {
    return kin(job, pod).or(() -> PodNames.parse(job, pod.getMetadata().getName()));
  }

  /// The place that a pod of somebody else's stands for.
  public static Optional<PodNames.Place> kin(TrainingJob job, Pod pod) {
    var labels = Optional.ofNullable(pod.getMetadata().getLabels()).orElse(Map.of());
    return job.roles().stream()
        .flatMap(
            role ->
                kin(role).flatMap(kin -> index(kin, labels)).stream()
                    .map(index -> new PodNames.Place(new ReplicaId(role.name(), index), 0)))
        .findFirst();
  }

  private static Optional<Kin> kin(Role role) {
    return switch (role.carrier()) {
      case Carrier.Pods _ -> Optional.empty();
      case Carrier.Child(_, _, var pods) -> Optional.of(pods);
      case Carrier.Brought(var pods) -> Optional.of(pods);
    };
  }

  private static Optional<Integer> index(Kin kin, Map<String, String> labels) {
    return labels.entrySet().containsAll(kin.labels().entrySet())
        ? kin.index()
            .map(label -> number(labels, label).map(at -> at - kin.first()))
            .orElse(Optional.of(0))
        : Optional.empty();
  }

  private static ObservedPod observe(TrainingJob job, Pod pod, PodNames.Place place) {
    var meta = pod.getMetadata();
    var status = status(pod);
    var role = job.role(place.replica().role());
    var created = time(meta.getCreationTimestamp()).orElse(Instant.EPOCH);
    return new ObservedPod(
        place.replica(),
        meta.getName(),
        meta.getUid(),
        attempt(meta),
        place.tryNumber(),
        number(meta.getAnnotations(), PodPlan.RESTARTS).orElse(0),
        stage(pod),
        end(role, status),
        deletion(meta),
        disruption(status),
        containers(pod, status),
        Troubles.of(meta, status),
        condition(status, "Ready").filter(ready -> "True".equals(ready.getStatus())).isPresent(),
        waitedInVain(role, status),
        Optional.ofNullable(pod.getSpec().getNodeName()).filter(node -> !node.isEmpty()),
        launch(role, pod),
        created,
        changedAt(status, created));
  }

  private static int attempt(ObjectMeta meta) {
    return number(meta.getLabels(), PodPlan.ATTEMPT)
        .or(() -> number(meta.getAnnotations(), PodPlan.ATTEMPT))
        .orElse(1);
  }

  /// How far a pod has come, whoever it belongs to.
  public static Stage stage(Pod pod) {
    var status = status(pod);
    return switch (Optional.ofNullable(status.getPhase()).orElse("Pending")) {
      case "Running" -> Stage.RUNNING;
      case "Succeeded" -> Stage.SUCCEEDED;
      case "Failed" -> Stage.FAILED;
      case "Pending" -> {
        if (pod.getSpec().getNodeName() == null || pod.getSpec().getNodeName().isEmpty()) {
          yield Stage.CREATED;
        }
        yield status.getContainerStatuses().isEmpty() ? Stage.SCHEDULED : Stage.STARTING;
      }
      default -> Stage.UNKNOWN;
    };
  }

  /// The end of the main container; of the pod itself where that container never ended.
  private static Optional<End> end(Optional<Role> role, PodStatus status) {
    var main =
        role.flatMap(PodReading::pods)
            .flatMap(pods -> terminated(status.getContainerStatuses(), pods.mainContainer()));
    if (main.isPresent()) {
      return main.map(
          ended ->
              new End(
                  OptionalInt.of(ended.getExitCode()),
                  Optional.ofNullable(status.getReason())
                      .or(() -> Optional.ofNullable(ended.getReason()))
                      .orElse(""),
                  time(ended.getFinishedAt()).orElse(Instant.EPOCH)));
    }
    var phase = status.getPhase();
    if ("Failed".equals(phase) || "Succeeded".equals(phase)) {
      return Optional.of(
          new End(
              OptionalInt.empty(),
              Optional.ofNullable(status.getReason()).orElse(""),
              changedAt(status, Instant.EPOCH)));
    }
    return Optional.empty();
  }

  private static Optional<Carrier.Pods> pods(Role role) {
    return role.carrier() instanceof Carrier.Pods pods ? Optional.of(pods) : Optional.empty();
  }

  private static Optional<ContainerStateTerminated> terminated(
      List<ContainerStatus> statuses, String container) {
    return statuses.stream()
        .filter(status -> container.equals(status.getName()) && status.getState() != null)
        .map(status -> status.getState().getTerminated())
        .filter(ended -> ended != null && ended.getExitCode() != null)
        .findFirst();
  }

  /// Kubernetes stores when the grace is over, not when the deletion was asked for.
  private static Optional<Deletion> deletion(ObjectMeta meta) {
    return time(meta.getDeletionTimestamp())
        .map(
            due -> {
              var grace = Optional.ofNullable(meta.getDeletionGracePeriodSeconds()).orElse(0L);
              return new Deletion(due.minus(Duration.ofSeconds(grace)), due);
            });
  }

  private static Optional<Disruption> disruption(PodStatus status) {
    return condition(status, "DisruptionTarget")
        .filter(target -> "True".equals(target.getStatus()))
        .map(
            target ->
                new Disruption(
                    Optional.ofNullable(target.getReason()).orElse(""), incident(target)));
  }

  /// A scheduler says the same every time; only when it says so tells one incident from the next.
  private static String incident(PodCondition target) {
    var message = Optional.ofNullable(target.getMessage()).orElse("");
    return Optional.ofNullable(target.getLastTransitionTime())
        .map(at -> "%s at %s".formatted(message, at))
        .orElse(message);
  }

  private static List<ContainerState> containers(Pod pod, PodStatus status) {
    return pod.getSpec().getContainers().stream()
        .map(
            container ->
                status.getContainerStatuses().stream()
                    .filter(state -> container.getName().equals(state.getName()))
                    .findFirst()
                    .map(PodReading::container)
                    .orElseGet(
                        () ->
                            new ContainerState(
                                container.getName(),
                                ContainerStage.WAITING,
                                OptionalInt.empty(),
                                0)))
        .toList();
  }

  private static ContainerState container(ContainerStatus status) {
    var restarts = Optional.ofNullable(status.getRestartCount()).orElse(0);
    var state = status.getState();
    if (state != null && state.getTerminated() != null) {
      var code = state.getTerminated().getExitCode();
      return new ContainerState(
          status.getName(),
          ContainerStage.TERMINATED,
          code == null ? OptionalInt.empty() : OptionalInt.of(code),
          restarts);
    }
    var running = state != null && state.getRunning() != null;
    return new ContainerState(
        status.getName(),
        running ? ContainerStage.RUNNING : ContainerStage.WAITING,
        OptionalInt.empty(),
        restarts);
  }

  private static boolean waitedInVain(Optional<Role> role, PodStatus status) {
    return role.flatMap(PodReading::pods)
        .flatMap(Carrier.Pods::waitsIn)
        .flatMap(waits -> terminated(status.getInitContainerStatuses(), waits))
        .filter(ended -> ended.getExitCode() != 0)
        .isPresent();
  }

  private static LaunchMark launch(Optional<Role> role, Pod pod) {
    var mark =
        role.flatMap(known -> known.launch(Role.Mode.NORMAL).mark())
            .flatMap(
                normal ->
                    Optional.ofNullable(pod.getMetadata().getAnnotations())
                        .map(annotations -> annotations.get(normal.annotation())));
    return new LaunchMark(
        mark, PodPlan.digest(role.flatMap(known -> PodPlan.mainContainer(known, pod.getSpec()))));
  }

  private static Optional<PodCondition> condition(PodStatus status, String type) {
    return status.getConditions().stream()
        .filter(condition -> type.equals(condition.getType()))
        .findFirst();
  }

  /// When something about it last became different, as far as it tells.
  public static Instant changedAt(Pod pod) {
    return changedAt(
        status(pod), time(pod.getMetadata().getCreationTimestamp()).orElse(Instant.EPOCH));
  }

  private static PodStatus status(Pod pod) {
    return Optional.ofNullable(pod.getStatus()).orElseGet(PodStatus::new);
  }

  private static Instant changedAt(PodStatus status, Instant created) {
    var times = new ArrayList<Instant>();
    times.add(created);
    time(status.getStartTime()).ifPresent(times::add);
    status
        .getConditions()
        .forEach(condition -> time(condition.getLastTransitionTime()).ifPresent(times::add));
    Stream.concat(
            status.getContainerStatuses().stream(), status.getInitContainerStatuses().stream())
        .map(ContainerStatus::getState)
        .filter(state -> state != null)
        .forEach(
            state -> {
              if (state.getRunning() != null) {
                time(state.getRunning().getStartedAt()).ifPresent(times::add);
              }
              if (state.getTerminated() != null) {
                time(state.getTerminated().getFinishedAt()).ifPresent(times::add);
              }
            });
    return times.stream().max(Comparator.naturalOrder()).orElse(created);
  }

  private static Optional<Integer> number(@Nullable Map<String, String> map, String key) {
    return Optional.ofNullable(map)
        .map(entries -> entries.get(key))
        .filter(text -> text.matches("[0-9]{1,9}"))
        .map(Integer::valueOf);
  }

  static Optional<Instant> time(@Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  private PodReading() {}
}
