package dev.trainyard.engine.lifecycle;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingInt;
import static java.util.function.Predicate.not;

import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.Observed.Stage;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.Role.Start;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One job at one moment, with the questions that the situation and its answer both ask.
final class Scene {

  private final TrainingJob job;
  private final Observed observed;
  private final Instant now;
  private final Map<ReplicaId, List<ObservedPod>> pods;

  Scene(TrainingJob job, Observed observed, Instant now) {
    this.job = job;
    this.observed = observed;
    this.now = now;
    this.pods = observed.pods().stream().collect(Collectors.groupingBy(ObservedPod::replica));
  }

  TrainingJob job() {
    return job;
  }

  Observed observed() {
    return observed;
  }

  Instant now() {
    return now;
  }

  JobState past() {
    return observed.past();
  }

  Remembered memory() {
    return observed.past().remember();
  }

  /// The same moment with something more remembered.
  Scene remembering(Remembered memory) {
    return new Scene(job, observed.withPast(past().remembering(memory)), now);
  }

  /// Pods that are ours to delete: those of a child belong to its own controller.
  List<ObservedPod> ownPods() {
    return observed.pods().stream().filter(this::isOwn).toList();
  }

  private boolean isOwn(ObservedPod pod) {
    return job.role(pod.replica().role()).map(Role::runsAsPods).orElse(true);
  }

  /// What earlier starts of the gang have left, apart from what stays to be read.
  List<ObservedPod> before(int attempt) {
    return ownPods().stream()
        .filter(pod -> pod.attempt() < attempt && !keptForItsLogs(pod))
        .toList();
  }

  /// The past's: an older attempt or try, or accounted for already. Which attempt the pods of a
  /// child belong to is known to its own controller only.
  boolean fenced(ObservedPod pod) {
    return isOwn(pod)
        && (pod.attempt() < memory().attempt()
            || memory().dismissed().contains(pod.uid())
            || (job.naming().tryInName() && pod.tryNumber() < memory().tryOf(pod.replica())));
  }

  /// The pods that stand for wanted replicas now, in rank order, one per replica.
  List<ObservedPod> current() {
    return job.replicas().stream().flatMap(replica -> currentOf(replica).stream()).toList();
  }

  Optional<ObservedPod> currentOf(ReplicaId replica) {
    return podsOf(replica).filter(not(this::fenced)).min(seniority(replica));
  }

  /// Any pod in the replica's place, a current one first: the place is taken while it stands.
  Optional<ObservedPod> standing(ReplicaId replica) {
    return currentOf(replica)
        .or(() -> podsOf(replica).filter(not(this::keptForItsLogs)).min(seniority(replica)));
  }

  private Stream<ObservedPod> podsOf(ReplicaId replica) {
    return pods.getOrDefault(replica, List.of()).stream();
  }

  /// Of our own pods the first of the latest try counts; of others', whose tries nobody tells, the
  /// last.
  private Comparator<ObservedPod> seniority(ReplicaId replica) {
    return job.role(replica.role()).map(Role::runsAsPods).orElse(true)
        ? comparingInt(ObservedPod::tryNumber)
            .reversed()
            .thenComparing(ObservedPod::createdAt)
            .thenComparing(ObservedPod::uid)
        : comparing(ObservedPod::createdAt).reversed().thenComparing(ObservedPod::uid);
  }

  /// An ended pod of an earlier try stays where the try is part of the name.
  boolean keptForItsLogs(ObservedPod pod) {
    return job.naming().tryInName() && isOwn(pod) && pod.finished();
  }

  /// Pods of places the job no longer has, highest first, and the younger of two in one place.
  List<ObservedPod> surplus() {
    var surplus = new ArrayList<ObservedPod>();
    ownPods().stream()
        .filter(pod -> !job.wants(pod.replica()))
        .sorted(comparingInt((ObservedPod pod) -> pod.replica().index()).reversed())
        .forEach(surplus::add);
    for (var replica : job.replicas()) {
      if (job.roleOf(replica).runsAsPods()) {
        podsOf(replica)
            .filter(not(this::fenced))
            .sorted(seniority(replica))
            .skip(1)
            .forEach(surplus::add);
      }
    }
    return surplus;
  }

  /// Debugging wins over a resume; once resumed, later restarts resume as well.
  Mode mode() {
    if (job.mode() == Mode.NORMAL && memory().milestones().resumed().isPresent()) {
      return Mode.RESUME;
    }
    return job.mode();
  }

  boolean mayStart(Role role) {
    return switch (role.start()) {
      case Start.AtOnce() -> true;
      case Start.AfterReady(var other) ->
          job.role(other).stream()
              .flatMap(awaited -> awaited.replicas().stream())
              .allMatch(replica -> currentOf(replica).filter(this::readyNow).isPresent());
    };
  }

  /// Whether the lead is to start once these are ready, and has not. One that is held waits anew.
  boolean leadAwaits(Role role) {
    var lead = job.lead().role();
    return job.role(lead)
            .map(Role::start)
            .filter(new Start.AfterReady(role.name())::equals)
            .isPresent()
        && observed.child(lead).filter(child -> !child.held()).isEmpty();
  }

  private boolean readyNow(ObservedPod pod) {
    return pod.ready() && !pod.leaving() && pod.stage() == Stage.RUNNING;
  }

  boolean active(ObservedPod pod) {
    return pod.stage() == Stage.RUNNING && !pod.leaving() && !fenced(pod);
  }

  boolean onDeadNode(ObservedPod pod) {
    return pod.node()
        .map(
            name -> {
              var node = observed.nodes().get(name);
              return node == null || !node.ready();
            })
        .orElse(false);
  }
}
