package dev.trainyard.cli.cluster;

import dev.trainyard.api.UnreadableMark;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.plan.PodNames;
import dev.trainyard.engine.plan.PodReading;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One pod of a job, in the place it fills.
///
/// @param name `worker-0`: the role and the index
/// @param role in lower case, as in the name
public record Replica(String name, String role, int index, int rank, Pod pod) {

  /// In rank order, and of one replica's pods the older first.
  public static final Comparator<Replica> ORDER =
      Comparator.comparingInt(Replica::rank)
          .thenComparing(replica -> replica.pod().getMetadata().getName());

  /// Waiting for this is no news: every container does for a moment.
  private static final Set<String> USUAL = Set.of("ContainerCreating", "PodInitializing");

  private static final int LAST = Integer.MAX_VALUE;

  static Replica of(Job job, Pod pod) {
    var podName = pod.getMetadata().getName();
    return job.training()
        .flatMap(training -> placed(training, pod))
        .orElseGet(
            () ->
                new Replica(
                    podName.startsWith(job.name() + "-")
                        ? podName.substring(job.name().length() + 1)
                        : podName,
                    "",
                    0,
                    LAST,
                    pod));
  }

  private static Optional<Replica> placed(TrainingJob training, Pod pod) {
    return PodReading.place(training, pod)
        .map(PodNames.Place::replica)
        .map(
            id ->
                new Replica(
                    id.toString(),
                    id.role().toLowerCase(Locale.ROOT),
                    id.index(),
                    training.wants(id) ? training.rank(id) : LAST,
                    pod));
  }

  public String uid() {
    return pod.getMetadata().getUid();
  }

  public String phase() {
    return Optional.ofNullable(status().getPhase()).orElse("Pending");
  }

  public boolean ended() {
    return phase().equals("Succeeded") || phase().equals("Failed");
  }

  public boolean live() {
    return !ended();
  }

  /// It has been asked to go.
  public boolean leaving() {
    return pod.getMetadata().getDeletionTimestamp() != null;
  }

  public boolean ready() {
    return status().getConditions().stream()
        .anyMatch(
            condition ->
                condition.getType().equals("Ready") && condition.getStatus().equals("True"));
  }

  public int restarts() {
    return status().getContainerStatuses().stream()
        .mapToInt(container -> Optional.ofNullable(container.getRestartCount()).orElse(0))
        .sum();
  }

  public Optional<String> node() {
    return Optional.ofNullable(pod.getSpec().getNodeName()).filter(name -> !name.isEmpty());
  }

  /// How it ended, if a container of it did with an error: the first one's end.
  public Optional<Failure> failure() {
    return containers()
        .flatMap(
            container ->
                ended(container.getState())
                    .or(() -> ended(container.getLastState()))
                    .filter(end -> end.getExitCode() != null && end.getExitCode() != 0)
                    .map(end -> new Failure(container.getName(), end.getExitCode(), reason(end)))
                    .stream())
        .findFirst();
  }

  /// How a container failed; `reason` is the kubelet's word where it says more than the code.
  public record Failure(String container, int exitCode, Optional<String> reason) {
    @Override
    public String toString() {
      return "exited with code %d%s".formatted(exitCode, reason.map(" (%s)"::formatted).orElse(""));
    }
  }

  private static Optional<String> reason(ContainerStateTerminated end) {
    return Optional.ofNullable(end.getReason())
        .filter(word -> !word.equals("Error") && !word.isEmpty())
        .map(word -> end.getMessage() == null ? word : word + ": " + end.getMessage());
  }

  public Optional<Integer> exitCode() {
    return containers()
        .flatMap(container -> ended(container.getState()).stream())
        .map(ContainerStateTerminated::getExitCode)
        .filter(code -> code != null)
        .max(Comparator.naturalOrder());
  }

  /// Why it does not run yet, where there is more to say than that it is being started.
  public Optional<String> waitsFor() {
    if (ended()) {
      return Optional.empty();
    }
    return UnreadableMark.why(pod)
        .map(why -> sentence(status().getReason(), why))
        .or(this::unscheduled)
        .or(this::blocked);
  }

  private Optional<String> unscheduled() {
    return status().getConditions().stream()
        .filter(condition -> condition.getType().equals("PodScheduled"))
        .filter(condition -> condition.getStatus().equals("False"))
        .map(condition -> sentence(condition.getReason(), condition.getMessage()))
        .findFirst();
  }

  private Optional<String> blocked() {
    return containers()
        .map(ContainerStatus::getState)
        .filter(state -> state != null && state.getWaiting() != null)
        .map(ContainerState::getWaiting)
        .filter(
            waiting ->
                waiting.getReason() != null
                    && (waiting.getMessage() != null || !USUAL.contains(waiting.getReason())))
        .map(waiting -> sentence(waiting.getReason(), waiting.getMessage()))
        .findFirst();
  }

  private static String sentence(@Nullable String reason, @Nullable String message) {
    return Stream.of(Optional.ofNullable(reason), Optional.ofNullable(message))
        .flatMap(Optional::stream)
        .filter(text -> !text.isEmpty())
        .reduce((one, other) -> one + ": " + other)
        .orElse("no reason given");
  }

  /// In the order they run.
  public List<String> containerNames() {
    return Stream.concat(
            pod.getSpec().getInitContainers().stream(), pod.getSpec().getContainers().stream())
        .map(Container::getName)
        .toList();
  }

  /// What is known of its containers, in the order they run.
  public Stream<ContainerStatus> containers() {
    return Stream.concat(
        status().getInitContainerStatuses().stream(), status().getContainerStatuses().stream());
  }

  /// What stands before a line of this container: its name, too, where the pod has several.
  public String prefix(String container) {
    return main(container) ? name : "%s/%s".formatted(name, container);
  }

  public boolean main(String container) {
    return pod.getSpec().getContainers().size() == 1
        && pod.getSpec().getContainers().getFirst().getName().equals(container);
  }

  /// One word for tables: the phase, or what keeps it from running.
  public String state() {
    if (leaving()) {
      return "Terminating";
    }
    return containers()
        .map(ContainerStatus::getState)
        .filter(state -> state != null && state.getWaiting() != null && !ended())
        .map(state -> state.getWaiting().getReason())
        .filter(reason -> reason != null)
        .findFirst()
        .orElse(phase());
  }

  private static Optional<ContainerStateTerminated> ended(@Nullable ContainerState state) {
    return Optional.ofNullable(state).flatMap(s -> Optional.ofNullable(s.getTerminated()));
  }

  private PodStatus status() {
    return Optional.ofNullable(pod.getStatus()).orElseGet(PodStatus::new);
  }
}
