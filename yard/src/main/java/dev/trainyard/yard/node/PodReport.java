package dev.trainyard.yard.node;

import dev.trainyard.yard.node.Lifecycle.Plan;
import dev.trainyard.yard.node.Lifecycle.RestartPolicy;
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
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The status of a pod, in the kubelet's words. Pure.
///
/// @param blocked containers that could not be started, and why
/// @param ending the pod is being stopped, so nothing restarts
/// @param lastWords what a failed container has to say, where its spec asks for it
record PodReport(
    Pod pod,
    List<Observed> inits,
    List<Observed> mains,
    Plan plan,
    Map<String, Waiting> blocked,
    Optional<Address> address,
    boolean ending,
    Instant now,
    Function<Observed, Optional<String>> lastWords) {

  private static final Set<String> OURS =
      Set.of("PodScheduled", "Initialized", "ContainersReady", "Ready");

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
            .withStartTime(Optional.ofNullable(before.getStartTime()).orElse(time(now)))
            .withInitContainerStatuses(statuses(pod.getSpec().getInitContainers(), inits, true))
            .withContainerStatuses(statuses(pod.getSpec().getContainers(), mains, false));
    address.ifPresent(
        place ->
            builder
                .withPodIP(place.podIp())
                .withPodIPs(new PodIP(place.podIp()))
                .withHostIP(place.hostIp())
                .withHostIPs(new HostIP(place.hostIp())));
    return builder.build();
  }

  private String phase() {
    if (initFailedForGood()) {
      return "Failed";
    }
    if (!inits.stream().allMatch(Observed::succeeded)) {
      return ending && !anyLive() ? "Failed" : "Pending";
    }
    if (mains.stream().anyMatch(this::notYetStarted)) {
      return ending && !anyLive() ? "Failed" : "Pending";
    }
    if (mains.stream().anyMatch(Observed::live) || (!ending && !plan.finished())) {
      return "Running";
    }
    return mains.stream().allMatch(Observed::succeeded) ? "Succeeded" : "Failed";
  }

  private boolean initFailedForGood() {
    return (policy() == RestartPolicy.NEVER || ending)
        && inits.stream().anyMatch(init -> init.ended() && !init.succeeded());
  }

  private boolean notYetStarted(Observed main) {
    return switch (main.run()) {
      case Run.Never() -> true;
      case Run.Starting(var number) -> number == 0;
      case Run.Running _, Run.Ended _ -> false;
    };
  }

  private boolean anyLive() {
    return inits.stream().anyMatch(Observed::live) || mains.stream().anyMatch(Observed::live);
  }

  private RestartPolicy policy() {
    return RestartPolicy.of(Optional.ofNullable(pod.getSpec().getRestartPolicy()).orElse("Always"));
  }

  private List<PodCondition> conditions(PodStatus before, String phase) {
    var all = new ArrayList<PodCondition>();
    before.getConditions().stream()
        .filter(condition -> !OURS.contains(condition.getType()))
        .forEach(all::add);
    var initialized = inits.stream().allMatch(Observed::succeeded);
    var completed = phase.equals("Succeeded");
    var unready =
        mains.stream().filter(main -> !running(main)).map(Observed::container).sorted().toList();
    var why =
        completed ? "PodCompleted" : phase.equals("Failed") ? "PodFailed" : "ContainersNotReady";
    var message =
        completed
            ? ""
            : "containers with unready status: [%s]".formatted(String.join(" ", unready));
    var uninitialized =
        inits.stream().filter(init -> !init.succeeded()).map(Observed::container).toList();
    all.add(condition(before, "PodScheduled", true, "", ""));
    all.add(
        condition(
            before,
            "Initialized",
            initialized,
            "ContainersNotInitialized",
            "containers with incomplete status: [%s]".formatted(String.join(" ", uninitialized))));
    all.add(condition(before, "ContainersReady", unready.isEmpty(), why, message));
    all.add(condition(before, "Ready", unready.isEmpty(), why, message));
    return all;
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
    if (!holds) {
      builder.withReason(reason).withMessage(message.isEmpty() ? null : message);
    }
    return builder.build();
  }

  private List<ContainerStatus> statuses(
      List<Container> containers, List<Observed> observed, boolean init) {
    var all = new ArrayList<ContainerStatus>();
    for (var i = 0; i < containers.size(); i++) {
      all.add(status(containers.get(i), observed.get(i), init));
    }
    return all;
  }

  private ContainerStatus status(Container container, Observed observed, boolean init) {
    var running = running(observed);
    return new ContainerStatusBuilder()
        .withName(container.getName())
        .withImage(container.getImage())
        .withImageID("")
        .withContainerID(containerId(observed))
        .withRestartCount(observed.restarts())
        .withReady(init ? observed.succeeded() : running)
        .withStarted(running)
        .withState(state(observed))
        .withLastState(lastState(observed))
        .build();
  }

  private String containerId(Observed observed) {
    return observed.run() instanceof Run.Never
        ? ""
        : "process://%s/%s/%d"
            .formatted(pod.getMetadata().getUid(), observed.container(), observed.restarts());
  }

  private static boolean running(Observed observed) {
    return observed.run() instanceof Run.Running;
  }

  private ContainerState state(Observed observed) {
    var held =
        Optional.ofNullable(blocked.get(observed.container()))
            .or(() -> Optional.ofNullable(plan.waiting().get(observed.container())));
    return switch (observed.run()) {
      case Run.Running(_, var since) ->
          new ContainerStateBuilder().withNewRunning(time(since)).build();
      case Run.Ended(_, var exit) when ending || held.isEmpty() ->
          terminated(observed, exit, lastWords.apply(observed));
      case Run.Ended _, Run.Never _, Run.Starting _ ->
          waiting(
              held.orElse(
                  new Waiting(plan.initialized() ? "ContainerCreating" : "PodInitializing", "")));
    };
  }

  private ContainerState lastState(Observed observed) {
    var back =
        observed.run() instanceof Run.Ended(_, var exit)
                && !ending
                && (plan.waiting().containsKey(observed.container())
                    || blocked.containsKey(observed.container()))
            ? Optional.of(exit)
            : observed.previous();
    return back.map(exit -> terminated(observed, exit, Optional.empty()))
        .orElseGet(ContainerState::new);
  }

  private static ContainerState waiting(Waiting waiting) {
    return new ContainerStateBuilder()
        .withNewWaiting(waiting.message().isEmpty() ? null : waiting.message(), waiting.reason())
        .build();
  }

  private ContainerState terminated(
      Observed observed, ExitRecord exit, Optional<String> lastWords) {
    var code = exit.exitCode();
    var bySignal = code > SIGNAL_BASE && code <= SIGNAL_BASE + LAST_SIGNAL;
    return new ContainerStateBuilder()
        .withNewTerminated()
        .withContainerID(containerId(observed))
        .withExitCode(code)
        .withSignal(bySignal ? code - SIGNAL_BASE : null)
        .withReason(exit.reason())
        .withMessage(exit.message().or(() -> lastWords).orElse(null))
        .withStartedAt(exit.startedAt().map(PodReport::time).orElse(null))
        .withFinishedAt(time(exit.finishedAt()))
        .endTerminated()
        .build();
  }

  static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
