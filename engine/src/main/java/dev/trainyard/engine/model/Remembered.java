package dev.trainyard.engine.model;

import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the cluster cannot tell again. Stored before any step that relies on it. `filled` is how
/// many places of a role have all had a pod in this attempt, for roles that restart together: one
/// of them that is empty has lost its pod, whether or not anybody saw it go.
public record Remembered(
    int attempt,
    Tally tally,
    Set<String> dismissed,
    Map<ReplicaId, Integer> tries,
    Set<ReplicaId> done,
    Milestones milestones,
    Preemptions preemptions,
    Optional<Ending> ending,
    Map<String, Integer> filled) {

  public Remembered {
    dismissed = Set.copyOf(dismissed);
    tries = Map.copyOf(tries);
    done = Set.copyOf(done);
    filled = Map.copyOf(filled);
  }

  /// Where no role restarts together, or nothing of it was ever whole.
  public Remembered(
      int attempt,
      Tally tally,
      Set<String> dismissed,
      Map<ReplicaId, Integer> tries,
      Set<ReplicaId> done,
      Milestones milestones,
      Preemptions preemptions,
      Optional<Ending> ending) {
    this(attempt, tally, dismissed, tries, done, milestones, preemptions, ending, Map.of());
  }

  public static Remembered nothing() {
    return new Remembered(
        1,
        Tally.none(),
        Set.of(),
        Map.of(),
        Set.of(),
        Milestones.none(),
        new Preemptions(0, Optional.empty()),
        Optional.empty());
  }

  public int tryOf(ReplicaId replica) {
    return tries.getOrDefault(replica, 0);
  }

  /// Whether a step may rely on what changed since `other`. Uids that only left the dismissed do
  /// not count: nothing relies on them any more.
  public boolean needsStoringBefore(Remembered other) {
    return attempt != other.attempt
        || !tally.equals(other.tally)
        || !other.dismissed.containsAll(dismissed)
        || !tries.equals(other.tries)
        || !done.equals(other.done)
        || !preemptions.equals(other.preemptions)
        || !ending.equals(other.ending)
        || other.filled.entrySet().stream()
            .anyMatch(before -> filledOf(before.getKey()) < before.getValue())
        || !milestones.held().equals(other.milestones.held())
        || !milestones.resumed().equals(other.milestones.resumed());
  }

  public Remembered with(Tally tally) {
    return new Remembered(
        attempt, tally, dismissed, tries, done, milestones, preemptions, ending, filled);
  }

  public Remembered with(Milestones milestones) {
    return new Remembered(
        attempt, tally, dismissed, tries, done, milestones, preemptions, ending, filled);
  }

  public Remembered with(Ending ending) {
    return new Remembered(
        attempt,
        tally,
        dismissed,
        tries,
        done,
        milestones,
        preemptions,
        Optional.of(ending),
        filled);
  }

  public Remembered startedAgain(int attempt) {
    return new Remembered(
        attempt, tally, dismissed, tries, done, milestones, preemptions, ending, Map.of());
  }

  public Remembered done(Set<ReplicaId> done) {
    return new Remembered(
        attempt, tally, dismissed, tries, done, milestones, preemptions, ending, filled);
  }

  public Remembered dismissing(Set<String> dismissed) {
    return new Remembered(
        attempt, tally, dismissed, tries, done, milestones, preemptions, ending, filled);
  }

  public Remembered trying(Map<ReplicaId, Integer> tries) {
    return new Remembered(
        attempt, tally, dismissed, tries, done, milestones, preemptions, ending, filled);
  }

  public Remembered filling(Map<String, Integer> filled) {
    return new Remembered(
        attempt, tally, dismissed, tries, done, milestones, preemptions, ending, filled);
  }

  public int filledOf(String role) {
    return filled.getOrDefault(role, 0);
  }

  /// Failures counted so far. `inRow` and `lastAt` drive the back-off; `forgiven` (container
  /// restarts by pod uid) is never counted, and present once it was taken.
  public record Tally(
      Map<String, Integer> restartsByRole,
      int inRow,
      Optional<Instant> lastAt,
      Optional<Map<String, Integer>> forgiven) {

    public Tally {
      restartsByRole = Map.copyOf(restartsByRole);
      forgiven = forgiven.map(Map::copyOf);
    }

    public static Tally none() {
      return new Tally(Map.of(), 0, Optional.empty(), Optional.empty());
    }

    public int restartsOf(String role) {
      return restartsByRole.getOrDefault(role, 0);
    }

    public int restarts() {
      return restartsByRole.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /// `queued` is since when a job waits for its group before it was ever accepted, `held` is there
  /// while it is on hold, `resumed` is when it last came back, `unsettled` since when the host list
  /// differs from the hosts.
  public record Milestones(
      Optional<Instant> queued,
      Optional<Instant> accepted,
      Optional<Instant> initialized,
      Optional<Instant> running,
      Optional<Instant> held,
      Optional<Instant> resumed,
      Optional<Instant> unsettled) {

    public static Milestones none() {
      return new Milestones(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    public Milestones queued(Instant since) {
      return new Milestones(
          Optional.of(since), accepted, initialized, running, held, resumed, unsettled);
    }

    public Milestones accepted(Instant at) {
      return new Milestones(
          Optional.empty(), Optional.of(at), initialized, running, held, resumed, unsettled);
    }

    public Milestones initialized(Instant at) {
      return new Milestones(queued, accepted, Optional.of(at), running, held, resumed, unsettled);
    }

    public Milestones running(Optional<Instant> at) {
      return new Milestones(queued, accepted, initialized, at, held, resumed, unsettled);
    }

    public Milestones heldSince(Instant at) {
      return new Milestones(
          queued,
          accepted,
          initialized,
          Optional.empty(),
          Optional.of(at),
          Optional.empty(),
          unsettled);
    }

    public Milestones resumed(Instant at) {
      return new Milestones(
          queued,
          accepted,
          initialized,
          Optional.empty(),
          Optional.empty(),
          Optional.of(at),
          unsettled);
    }

    public Milestones unsettled(Optional<Instant> since) {
      return new Milestones(queued, accepted, initialized, running, held, resumed, since);
    }
  }

  /// Incidents, not pods: several pods of one incident count once.
  public record Preemptions(int count, Optional<String> lastIncident) {}

  public record Ending(boolean succeeded, boolean byLimit, Fact cause, Instant at) {}
}
