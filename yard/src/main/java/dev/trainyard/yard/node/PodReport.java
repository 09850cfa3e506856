package dev.trainyard.yard.node;

import dev.trainyard.yard.node.Lifecycle.Crew;
import dev.trainyard.yard.node.Lifecycle.Plan;
import dev.trainyard.yard.node.Lifecycle.Waiting;
import dev.trainyard.yard.node.Observed.Run;
import dev.trainyard.yard.node.network.Address;
import dev.trainyard.yard.node.supervisor.ExitRecord;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.HostIP;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The status of a pod, in the kubelet's words. Pure.
///
/// @param blocked containers that could not be started, and why
/// @param ending the pod is being stopped, so nothing restarts
/// @param lastWords what a run that ended has to say, where it said anything
record PodReport(
    Pod pod,
    Crew crew,
    Plan plan,
    Map<String, Waiting> blocked,
    Optional<Address> address,
    Optional<Ending> ending,
    Instant now,
    LastWordsOf lastWords) {

  private static final Set<String> OURS =
      Set.of(
          "PodReadyToStartContainers", "PodScheduled", "Initialized", "ContainersReady", "Ready");

  interface LastWordsOf {
    Optional<String> run(String container, int number, boolean failed);
  }

  /// Why a pod is stopped.
  sealed interface Ending {
    record Deleted() implements Ending {}

    /// The node itself ends it, and that is a failure.
    record Failed(String reason, String message) implements Ending {}
  }

  /// 128 and the signal is how a death by signal is told; signals end at 64.
  private static final int SIGNAL_BASE = 128;

  private static final int LAST_SIGNAL = 64;

  PodStatus status() {
    var before = Optional.ofNullable(pod.getStatus()).orElseGet(PodStatus::new);
    var phase = phase();
    var builder =
        new PodStatusBuilder(before)
            .withPhase(phase)
            .withConditions(conditions(before, phase))
            .withStartTime(time(startOf(before).orElse(now)))
            .withInitContainerStatuses(statuses(pod.getSpec().getInitContainers(), crew.inits()))
            .withContainerStatuses(statuses(pod.getSpec().getContainers(), crew.mains()));
    if (ending.orElse(null) instanceof Ending.Failed(var reason, var message)) {
      builder.withReason(reason).withMessage(message);
    }
    address.ifPresent(
        place ->
            builder
                .withPodIP(place.podIp())
                .withPodIPs(new PodIP(place.podIp()))
                .withHostIP(place.hostIp())
                .withHostIPs(new HostIP(place.hostIp())));
    return builder.build();
  }

  /// When the pod began, by a status in which anybody may have written anything.
  static Optional<Instant> startOf(PodStatus status) {
    try {
      return Optional.ofNullable(status.getStartTime()).map(Instant::parse);
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  private String phase() {
    if (ending.orElse(null) instanceof Ending.Failed) {
      return "Failed";
    }
    if (!plan.initialized() || crew.mains().stream().anyMatch(PodReport::notYetStarted)) {
      return (ending.isPresent() || plan.finished()) && !anyLive() ? "Failed" : "Pending";
    }
    if (crew.mains().stream().anyMatch(Observed::live) || (ending.isEmpty() && !plan.finished())) {
      return "Running";
    }
    return crew.mains().stream().allMatch(Observed::succeeded) ? "Succeeded" : "Failed";
  }

  private static boolean notYetStarted(Observed main) {
    return switch (main.run()) {
      case Run.Never() -> true;
      case Run.Starting(var number) -> number == 0;
      case Run.Running(var number, _) -> number == 0 && !main.health().greeted();
      case Run.Ended _ -> false;
    };
  }

  private boolean anyLive() {
    return crew.everyone().stream().anyMatch(Observed::live);
  }

  private List<PodCondition> conditions(PodStatus before, String phase) {
    var all = new ArrayList<PodCondition>();
    before.getConditions().stream()
        .filter(condition -> !OURS.contains(condition.getType()))
        .forEach(all::add);
    var over = phase.equals("Succeeded") || phase.equals("Failed");
    all.add(condition(before, "PodReadyToStartContainers", address.isPresent() && !over, "", ""));
    all.add(condition(before, "PodScheduled", true, "", ""));
    all.add(
        condition(
            before,
            "Initialized",
            plan.initialized(),
            "ContainersNotInitialized",
            "containers with incomplete status: [%s]".formatted(uninitialized())));
    var readiness = new Readiness(pod, crew, phase);
    all.add(
        condition(
            before,
            "ContainersReady",
            readiness.containers().isEmpty(),
            readiness.reason(),
            readiness.containers().orElse("")));
    var gates = readiness.gates(before);
    all.add(
        condition(
            before,
            "Ready",
            readiness.containers().or(() -> gates).isEmpty(),
            readiness.containers().isPresent() ? readiness.reason() : "ReadinessGatesNotReady",
            readiness.containers().or(() -> gates).orElse("")));
    return all;
  }

  private String uninitialized() {
    return crew.inits().stream()
        .filter(init -> !(crew.sidecar(init) ? init.started() : init.succeeded()))
        .map(Observed::container)
        .collect(Collectors.joining(" "));
  }

  private PodCondition condition(
      PodStatus before, String type, boolean holds, String reason, String message) {
    var status = holds ? "True" : "False";
    var since =
        before.getConditions().stream()
            .filter(old -> old.getType().equals(type) && old.getStatus().equals(status))
            .map(PodCondition::getLastTransitionTime)
            .findFirst()
            .orElse(time(now));
    var builder =
        new PodConditionBuilder().withType(type).withStatus(status).withLastTransitionTime(since);
    if (!holds && !reason.isEmpty()) {
      builder.withReason(reason).withMessage(message.isEmpty() ? null : message);
    }
    return builder.build();
  }

  private List<ContainerStatus> statuses(List<Container> containers, List<Observed> observed) {
    var all = new ArrayList<ContainerStatus>();
    for (var i = 0; i < containers.size(); i++) {
      all.add(status(containers.get(i), observed.get(i)));
    }
    return all;
  }

  private ContainerStatus status(Container container, Observed observed) {
    var untilDone = crew.inits().contains(observed) && !crew.sidecar(observed);
    return new ContainerStatusBuilder()
        .withName(container.getName())
        .withImage(container.getImage())
        .withImageID("")
        .withContainerID(containerId(observed))
        .withRestartCount(observed.restarts())
        .withReady(untilDone ? observed.succeeded() : observed.ready())
        .withStarted(!untilDone && observed.started())
        .withState(state(observed))
        .withLastState(lastState(observed))
        .build();
  }

  private String containerId(Observed observed) {
    return observed.begun() ? containerId(pod, observed.container(), observed.restarts()) : "";
  }

  static String containerId(Pod pod, String container, int number) {
    return "process://%s/%s/%d".formatted(pod.getMetadata().getUid(), container, number);
  }

  private ContainerState state(Observed observed) {
    var held =
        Optional.ofNullable(blocked.get(observed.container()))
            .or(() -> Optional.ofNullable(plan.waiting().get(observed.container())));
    return switch (observed.run()) {
      case Run.Running(_, var since) when observed.health().greeted() ->
          new ContainerStateBuilder().withNewRunning(time(since)).build();
      case Run.Ended(var number, var exit) when ending.isPresent() || held.isEmpty() ->
          terminated(observed.container(), number, exit);
      case Run.Ended _, Run.Never _, Run.Starting _, Run.Running _ ->
          waiting(
              held.orElse(
                  new Waiting(plan.initialized() ? "ContainerCreating" : "PodInitializing", "")));
    };
  }

  private ContainerState lastState(Observed observed) {
    var name = observed.container();
    var held = plan.waiting().containsKey(name) || blocked.containsKey(name);
    if (observed.run() instanceof Run.Ended(var number, var exit) && ending.isEmpty() && held) {
      return terminated(name, number, exit);
    }
    return observed
        .previous()
        .map(exit -> terminated(name, observed.restarts() - 1, exit))
        .orElseGet(ContainerState::new);
  }

  private static ContainerState waiting(Waiting waiting) {
    return new ContainerStateBuilder()
        .withNewWaiting(waiting.message().isEmpty() ? null : waiting.message(), waiting.reason())
        .build();
  }

  private ContainerState terminated(String container, int number, ExitRecord exit) {
    var code = exit.exitCode();
    var bySignal = code > SIGNAL_BASE && code <= SIGNAL_BASE + LAST_SIGNAL;
    return new ContainerStateBuilder()
        .withNewTerminated()
        .withContainerID(containerId(pod, container, number))
        .withExitCode(code)
        .withSignal(bySignal ? code - SIGNAL_BASE : null)
        .withReason(exit.reason())
        .withMessage(
            exit.message().or(() -> lastWords.run(container, number, code != 0)).orElse(null))
        .withStartedAt(exit.startedAt().map(PodReport::time).orElse(null))
        .withFinishedAt(time(exit.finishedAt()))
        .endTerminated()
        .build();
  }

  static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
