package dev.trainyard.engine.lifecycle;

import static java.util.Comparator.comparingInt;

import dev.trainyard.engine.model.FailureBudget.Spent;
import dev.trainyard.engine.model.Observed.Disruption;
import dev.trainyard.engine.model.Observed.End;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.Observed.Stage;
import dev.trainyard.engine.model.RestartRule.Cause;
import dev.trainyard.engine.model.RestartRule.InPlace;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.RestartRule.Verdict;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.EndOf;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Why pods ended, what that means for each, and how many failures the job has on its count.
record Verdicts(List<Ended> ended, int counted) {

  /// What the control plane leaves on a pod of a node that is no more. It calls the pod failed and
  /// deletes it a moment later, which nobody may see: both must come to the same.
  private static final String COLLECTED = "DeletionByPodGC";

  /// `weight` is what replacing the pod adds to the count: itself and the restarts in place that
  /// would be forgotten with it.
  record Ended(ObservedPod pod, Cause cause, Verdict verdict, int weight) {
    OptionalInt code() {
      return pod.end().map(End::exitCode).orElse(OptionalInt.empty());
    }

    Instant at() {
      return pod.end().map(End::at).orElse(pod.changedAt());
    }

    boolean succeeded() {
      return cause == Cause.SUCCEEDED;
    }
  }

  static Verdicts of(Scene scene) {
    var budget = scene.job().budget();
    int counted = counted(scene);
    int spending = counted;
    var ended = new ArrayList<Ended>();
    for (var pod : scene.current()) {
      var role = scene.job().roleOf(pod.replica());
      var cause = cause(scene, role, pod);
      if (cause.isEmpty()) {
        continue;
      }
      var code = pod.end().map(End::exitCode).orElse(OptionalInt.empty());
      var verdict = role.runsAsPods() ? role.restart().verdict(cause.get(), code) : Verdict.KEEP;
      int weight = 0;
      if (verdict == Verdict.REPLACE) {
        weight = 1 + restartsInPlace(scene, role, pod);
        if (budget.whenSpent() == Spent.KEEP_ENDED && !budget.allows(spending + weight)) {
          verdict = Verdict.KEEP;
          weight = 0;
        }
        spending += weight;
      }
      ended.add(new Ended(pod, cause.get(), verdict, weight));
    }
    return new Verdicts(countedOnce(scene, ended), counted);
  }

  /// Pods that end a gang together are one failure, at the moment of the first.
  private static List<Ended> countedOnce(Scene scene, List<Ended> ended) {
    var first =
        ended.stream()
            .filter(one -> endsGang(scene, one))
            .min(Comparator.comparing(Ended::at))
            .map(Ended::pod);
    return ended.stream()
        .map(
            one ->
                endsGang(scene, one) && !first.equals(Optional.of(one.pod()))
                    ? new Ended(one.pod(), one.cause(), one.verdict(), one.weight() - 1)
                    : one)
        .toList();
  }

  private static boolean endsGang(Scene scene, Ended one) {
    return one.verdict() == Verdict.REPLACE
        && scene.job().roleOf(one.pod().replica()).restart().scope() == Scope.GANG;
  }

  /// Pods that ended and still stand though they are accounted for, in rank order: what they show
  /// of their replacement goes with them. What was left when the job came back is none of these.
  static List<Ended> accountedFor(Scene scene) {
    var order = scene.job().replicas();
    return scene.ownPods().stream()
        .filter(pod -> scene.fenced(pod) && !scene.keptForItsLogs(pod))
        .filter(pod -> scene.job().wants(pod.replica()))
        .filter(pod -> !leftByAHold(scene, pod))
        .flatMap(pod -> replaced(scene, pod).stream())
        .sorted(comparingInt(one -> order.indexOf(one.pod().replica())))
        .toList();
  }

  private static boolean leftByAHold(Scene scene, ObservedPod pod) {
    var resumed = scene.memory().milestones().resumed();
    return resumed.filter(pod.createdAt()::isBefore).isPresent();
  }

  /// How a pod that is accounted for ended, if that is why it has to go.
  private static Optional<Ended> replaced(Scene scene, ObservedPod pod) {
    var role = scene.job().roleOf(pod.replica());
    return cause(scene, role, pod)
        .map(
            cause -> {
              var code = pod.end().map(End::exitCode).orElse(OptionalInt.empty());
              return new Ended(pod, cause, role.restart().verdict(cause, code), 0);
            })
        .filter(
            one ->
                switch (one.verdict()) {
                  case REPLACE -> counted(scene, one);
                  case REPLACE_UNCOUNTED -> !pod.leaving();
                  case KEEP, END_JOB -> false;
                });
  }

  /// A pod that had to go for another reason may fail before it does; nobody counts that.
  private static boolean counted(Scene scene, Ended one) {
    return scene.memory().tally().lastAt().filter(last -> !one.at().isAfter(last)).isPresent();
  }

  /// Whether a pod that is asked to go had ended by itself before.
  static boolean endedBefore(Scene scene, ObservedPod pod) {
    var role = scene.job().roleOf(pod.replica());
    return cause(scene, role, pod)
        .filter(cause -> cause != Cause.DELETED_BY_OTHERS && cause != Cause.PREEMPTED)
        .isPresent();
  }

  /// What the count would be once everything that ended is on it.
  int pending() {
    return counted + ended.stream().mapToInt(Ended::weight).sum();
  }

  /// The same, as it was at one moment: what ended later is not on it.
  int pendingAt(Instant moment) {
    return counted
        + ended.stream().filter(one -> !one.at().isAfter(moment)).mapToInt(Ended::weight).sum();
  }

  List<Ended> with(Verdict verdict) {
    return ended.stream().filter(one -> one.verdict() == verdict).toList();
  }

  /// Why a pod ended; nothing while it has not. A deletion that others asked for explains an end,
  /// unless the program had ended before it was asked. Times have whole seconds: within the same
  /// second a success is the program's own, a failure is the deletion's.
  private static Optional<Cause> cause(Scene scene, Role role, ObservedPod pod) {
    var preempted =
        pod.disruption().map(Disruption::reason).filter("PreemptionByScheduler"::equals);
    if (!(role.carrier() instanceof Carrier.Pods(_, var endOf, _))) {
      // Somebody else's; that it was taken away is all that concerns us.
      return preempted.map(_ -> Cause.PREEMPTED);
    }
    var own = ownCause(scene, endOf, pod).map(cause -> whileAwaited(scene, role, cause));
    if (pod.deletion().isPresent()) {
      var asked = pod.deletion().get().asked();
      var before =
          own.filter(
              cause -> {
                var at = pod.end().map(End::at).orElse(pod.changedAt());
                return cause == Cause.SUCCEEDED ? !at.isAfter(asked) : at.isBefore(asked);
              });
      return before.or(
          () -> Optional.of(preempted.isPresent() ? Cause.PREEMPTED : Cause.DELETED_BY_OTHERS));
    }
    return own.map(
        cause -> cause != Cause.SUCCEEDED && preempted.isPresent() ? Cause.PREEMPTED : cause);
  }

  /// What a lead waits for is not there, whether it failed or did well.
  private static Cause whileAwaited(Scene scene, Role role, Cause cause) {
    return switch (cause) {
      case SUCCEEDED, EXITED, NO_EXIT_CODE ->
          scene.leadAwaits(role) ? Cause.KEPT_LEAD_WAITING : cause;
      case EVICTED, PREEMPTED, DELETED_BY_OTHERS, WAITED_IN_VAIN, KEPT_LEAD_WAITING -> cause;
    };
  }

  /// The pods that ended before the lead began and that nobody replaces.
  static List<ObservedPod> keepingLeadWaiting(Scene scene) {
    return scene.job().roles().stream().noneMatch(scene::leadAwaits)
        ? List.of()
        : of(scene).with(Verdict.KEEP).stream()
            .filter(one -> one.cause() == Cause.KEPT_LEAD_WAITING)
            .map(Ended::pod)
            .toList();
  }

  private static Optional<Cause> ownCause(Scene scene, EndOf endOf, ObservedPod pod) {
    var code = pod.end().map(End::exitCode).orElse(OptionalInt.empty());
    boolean ended = pod.finished() || (endOf == EndOf.MAIN_CONTAINER && code.isPresent());
    if (!ended) {
      return Optional.empty();
    }
    boolean succeeded =
        pod.stage() == Stage.SUCCEEDED
            || (endOf == EndOf.MAIN_CONTAINER && code.isPresent() && code.getAsInt() == 0);
    if (succeeded) {
      return Optional.of(Cause.SUCCEEDED);
    }
    boolean evicted =
        pod.end().filter(end -> end.reason().equals("Evicted")).isPresent()
            || pod.disruption()
                .filter(disruption -> disruption.reason().equals("TerminationByKubelet"))
                .isPresent();
    if (evicted) {
      return Optional.of(Cause.EVICTED);
    }
    if (code.isPresent()) {
      return Optional.of(Cause.EXITED);
    }
    if (pod.disruption().map(Disruption::reason).filter(COLLECTED::equals).isPresent()) {
      return Optional.empty();
    }
    boolean leadNeverRan = scene.memory().milestones().running().isEmpty();
    return Optional.of(
        pod.waitedInVain() && leadNeverRan ? Cause.WAITED_IN_VAIN : Cause.NO_EXIT_CODE);
  }

  /// What is stored, and what living pods carry in case the store was tampered with, plus the
  /// containers restarted in place that nobody has moved into the store yet.
  private static int counted(Scene scene) {
    int counted = 0;
    for (var role : scene.job().roles()) {
      var pods =
          scene.current().stream().filter(pod -> pod.replica().role().equals(role.name())).toList();
      int carried = pods.stream().mapToInt(ObservedPod::restartsBefore).max().orElse(0);
      counted += Math.max(scene.memory().tally().restartsOf(role.name()), carried);
      counted +=
          pods.stream()
              .filter(pod -> pod.stage() == Stage.RUNNING)
              .mapToInt(pod -> restartsInPlace(scene, role, pod))
              .sum();
    }
    return counted;
  }

  static int restartsInPlace(Scene scene, Role role, ObservedPod pod) {
    var budget = scene.job().budget();
    if (!budget.countsContainerRestarts()
        || role.restart().kubelet() == InPlace.NEVER
        || !(role.carrier() instanceof Carrier.Pods(var main, _, _))) {
      return 0;
    }
    var forgiven = scene.memory().tally().forgiven();
    if (budget.sparesStart() && forgiven.isEmpty()) {
      return 0;
    }
    int spared = forgiven.map(spares -> spares.getOrDefault(pod.uid(), 0)).orElse(0);
    return Math.max(0, pod.restartsOf(main) - spared);
  }
}
