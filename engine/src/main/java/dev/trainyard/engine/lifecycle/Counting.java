package dev.trainyard.engine.lifecycle;

import dev.trainyard.engine.lifecycle.Verdicts.Ended;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.Observed.Disruption;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Preemptions;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.RestartRule.Cause;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.RestartRule.Verdict;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Writes ended pods into the memory, each exactly once.
final class Counting {

  private static final Set<Cause> FAILURES =
      Set.of(
          Cause.EXITED,
          Cause.NO_EXIT_CODE,
          Cause.EVICTED,
          Cause.WAITED_IN_VAIN,
          Cause.KEPT_LEAD_WAITING);

  static Remembered recorded(Scene scene, List<Ended> ended) {
    var memory = scene.memory();
    var done = new HashSet<>(memory.done());
    var tries = new HashMap<>(memory.tries());
    var dismissed = new HashSet<>(standing(scene));
    var filled = new HashMap<>(memory.filled());
    var along = new LinkedHashSet<ObservedPod>();
    var again = new HashSet<String>();
    int attempt = memory.attempt();
    for (var one : ended) {
      var replica = one.pod().replica();
      if (one.verdict() == Verdict.KEEP) {
        if (one.succeeded()) {
          done.add(replica);
        }
        continue;
      }
      filled.remove(replica.role());
      switch (scope(scene, one)) {
        case REPLICA -> dismiss(scene, one, tries, dismissed);
        case ROLE -> {
          along.addAll(ofRole(scene, replica.role()));
          again.add(replica.role());
        }
        // Whatever ended together is one restart of the gang.
        case GANG -> {
          attempt = memory.attempt() + 1;
          along.addAll(scene.current());
          filled.clear();
        }
      }
    }
    boolean gang = attempt > memory.attempt();
    along.stream().filter(_ -> !gang).map(ObservedPod::uid).forEach(dismissed::add);
    done.removeIf(replica -> again.contains(replica.role()));
    if (gang) {
      done.retainAll(Together.doneForGood(scene));
    }
    ended.stream()
        .filter(one -> one.verdict() == Verdict.REPLACE)
        .map(Ended::pod)
        .forEach(along::remove);
    return new Remembered(
        attempt,
        withRestartsOf(scene, along, tally(scene, ended)),
        dismissed,
        tries,
        done,
        memory.milestones(),
        preemptions(scene, ended),
        memory.ending(),
        filled);
  }

  /// How far the end of a pod reaches. One that only waited for the lead was no part of anything.
  private static Scope scope(Scene scene, Ended one) {
    return one.cause() == Cause.WAITED_IN_VAIN
        ? Scope.REPLICA
        : scene.job().roleOf(one.pod().replica()).restart().scope();
  }

  private static List<ObservedPod> ofRole(Scene scene, String role) {
    return scene.current().stream().filter(pod -> pod.replica().role().equals(role)).toList();
  }

  /// A new start of the whole gang that is nobody's failure.
  static Remembered startingOver(Scene scene, int attempt) {
    var memory = scene.memory();
    var tries = new HashMap<>(memory.tries());
    if (scene.job().naming().tryInName()) {
      scene.current().stream()
          .filter(pod -> !memory.done().contains(pod.replica()))
          .forEach(pod -> tries.put(pod.replica(), pod.tryNumber() + 1));
    }
    return memory
        .with(withRestartsOf(scene, scene.current(), memory.tally()))
        .trying(tries)
        .done(Together.doneForGood(scene))
        .startedAgain(attempt);
  }

  /// A new start of roles that is nobody's failure.
  static Remembered startingOver(Scene scene, Set<String> roles) {
    var memory = scene.memory();
    var going = roles.stream().flatMap(role -> ofRole(scene, role).stream()).toList();
    var dismissed = new HashSet<>(standing(scene));
    going.forEach(pod -> dismissed.add(pod.uid()));
    var filled = new HashMap<>(memory.filled());
    filled.keySet().removeAll(roles);
    var done = new HashSet<>(memory.done());
    done.removeIf(replica -> roles.contains(replica.role()));
    return memory
        .with(withRestartsOf(scene, going, memory.tally()))
        .dismissing(dismissed)
        .done(done)
        .filling(filled);
  }

  /// Restarts in place would be forgotten with their pods, so they move into the memory.
  private static Tally withRestartsOf(Scene scene, Collection<ObservedPod> going, Tally tally) {
    var restarts = new HashMap<>(tally.restartsByRole());
    for (var pod : going) {
      var role = scene.job().roleOf(pod.replica());
      int inPlace = Verdicts.restartsInPlace(scene, role, pod);
      if (inPlace > 0) {
        restarts.merge(role.name(), inPlace, Integer::sum);
      }
    }
    return new Tally(restarts, tally.inRow(), tally.lastAt(), tally.forgiven());
  }

  private static void dismiss(
      Scene scene, Ended one, Map<ReplicaId, Integer> tries, Set<String> dismissed) {
    if (scene.job().naming().tryInName()) {
      tries.put(one.pod().replica(), one.pod().tryNumber() + 1);
    } else {
      dismissed.add(one.pod().uid());
    }
  }

  /// Uids whose pods are gone have served their purpose.
  private static Set<String> standing(Scene scene) {
    var standing = new HashSet<String>();
    scene.observed().pods().stream()
        .map(pod -> pod.uid())
        .filter(scene.memory().dismissed()::contains)
        .forEach(standing::add);
    return standing;
  }

  /// Several pods that end a gang together are one failure; single replicas count one by one.
  static Tally tally(Scene scene, List<Ended> ended) {
    var tally = scene.memory().tally();
    var restarts = new HashMap<>(tally.restartsByRole());
    int inRow = tally.inRow();
    var lastAt = tally.lastAt();
    boolean gangCounted = false;
    for (var one : ended) {
      var role = scene.job().roleOf(one.pod().replica());
      if (one.succeeded() && one.verdict() == Verdict.KEEP) {
        inRow = 0;
        continue;
      }
      if (one.verdict() != Verdict.REPLACE) {
        continue;
      }
      boolean gang = role.restart().scope() == Scope.GANG;
      if (one.weight() > 0) {
        restarts.merge(role.name(), one.weight(), Integer::sum);
      }
      if (!gang || !gangCounted) {
        inRow++;
      }
      lastAt = later(lastAt, one.at());
      gangCounted |= gang;
    }
    boolean backsOff = scene.job().budget().backoff().isPresent();
    return new Tally(restarts, backsOff ? inRow : tally.inRow(), lastAt, tally.forgiven());
  }

  private static Optional<Instant> later(Optional<Instant> one, Instant other) {
    return one.filter(other::isBefore).or(() -> Optional.of(other));
  }

  private static Preemptions preemptions(Scene scene, List<Ended> ended) {
    var incidents = new HashSet<String>();
    var last = scene.memory().preemptions().lastIncident();
    for (var one : ended) {
      if (Situation.newPreemption(scene, one)) {
        last = one.pod().disruption().map(Disruption::incident);
        last.ifPresent(incidents::add);
      }
    }
    return new Preemptions(scene.memory().preemptions().count() + incidents.size(), last);
  }

  /// What is told of pods that failed by themselves.
  static List<Fact> failures(List<Ended> ended) {
    return ended.stream()
        .filter(one -> FAILURES.contains(one.cause()))
        .<Fact>map(
            one -> new Fact.ReplicaFailed(one.pod().replica(), one.pod().name(), one.pod().uid()))
        .toList();
  }

  /// What is told of the restarts, in rank order, once `after` is remembered.
  static List<Fact> restarts(Scene scene, List<Ended> ended, Remembered after) {
    var facts = new ArrayList<Fact>();
    boolean gangTold = false;
    for (var one : ended) {
      var replica = one.pod().replica();
      switch (one.verdict()) {
        case KEEP, END_JOB -> {}
        case REPLACE, REPLACE_UNCOUNTED -> {
          boolean gang = scope(scene, one) == Scope.GANG;
          if (!gang) {
            facts.add(
                new Fact.ReplicaRestarted(
                    replica, one.pod().name(), one.pod().uid(), countOf(one, ended, after)));
          } else if (!gangTold) {
            facts.add(new Fact.GangRestarted(after.attempt(), Optional.of(replica)));
          }
          gangTold |= gang;
        }
      }
      if (Situation.newPreemption(scene, one)) {
        var incident = one.pod().disruption().map(Disruption::incident).orElse("");
        facts.add(new Fact.Preempted(incident, scene.memory().preemptions().count() + 1));
      }
    }
    return facts;
  }

  /// How many restarts its role had with this one: those that ended with it and rank after it come
  /// after it.
  private static int countOf(Ended one, List<Ended> ended, Remembered after) {
    var role = one.pod().replica().role();
    int later =
        ended.stream()
            .skip(ended.indexOf(one) + 1L)
            .filter(other -> other.verdict() == Verdict.REPLACE)
            .filter(other -> other.pod().replica().role().equals(role))
            .mapToInt(Ended::weight)
            .sum();
    return Math.max(0, after.tally().restartsOf(role) - later);
  }

  private Counting() {}
}
