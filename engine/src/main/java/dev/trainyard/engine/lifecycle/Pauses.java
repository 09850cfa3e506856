package dev.trainyard.engine.lifecycle;

import dev.trainyard.engine.lifecycle.Verdicts.Ended;
import dev.trainyard.engine.model.Remembered.Streak;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.RestartRule.Cause;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.RestartRule.Verdict;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// How long places stay empty after their pods have ended early. What others delete or preempt is
/// made again at once: that goes no faster than they do it.
final class Pauses {

  private static final Set<Cause> OF_OTHERS = Set.of(Cause.DELETED_BY_OTHERS, Cause.PREEMPTED);

  /// The tally with what has ended now in the rows it belongs to.
  static Tally after(Scene scene, List<Ended> ended, Tally tally) {
    return switch (scene.job().budget().backoff().over()) {
      case ALL_REPLICAS -> overAll(scene, ended, tally);
      case ONE_REPLICA ->
          new Tally(
              tally.restartsByRole(),
              tally.inRow(),
              tally.lastAt(),
              tally.forgiven(),
              streaks(scene, ended, tally.streaks()));
    };
  }

  /// When a place may be filled that had a pod before; nothing where it need not wait.
  static Optional<Instant> over(Scene scene, ReplicaId replica) {
    var backoff = scene.job().budget().backoff();
    var tally = scene.memory().tally();
    return switch (backoff.over()) {
      case ALL_REPLICAS ->
          scene.memory().tryOf(replica) == 0 || tally.inRow() == 0
              ? Optional.empty()
              : tally.lastAt().map(last -> last.plus(backoff.after(tally.inRow())));
      case ONE_REPLICA ->
          Optional.ofNullable(tally.streaks().get(unit(scene, replica)))
              .map(streak -> streak.last().plus(backoff.after(streak.ends())));
    };
  }

  private static Tally overAll(Scene scene, List<Ended> ended, Tally tally) {
    int inRow = tally.inRow();
    var lastAt = tally.lastAt();
    boolean gangCounted = false;
    for (var one : ended) {
      if (one.succeeded() && one.verdict() == Verdict.KEEP) {
        inRow = 0;
      } else if (lengthens(one)) {
        boolean gang = scopeOf(scene, one.pod().replica()) == Scope.GANG;
        inRow += gang && gangCounted ? 0 : 1;
        gangCounted |= gang;
        var at = at(scene, one);
        lastAt = lastAt.filter(at::isBefore).or(() -> Optional.of(at));
      }
    }
    return new Tally(tally.restartsByRole(), inRow, lastAt, tally.forgiven(), tally.streaks());
  }

  private static Map<ReplicaId, Streak> streaks(
      Scene scene, List<Ended> ended, Map<ReplicaId, Streak> before) {
    var streaks = new HashMap<>(before);
    streaks.keySet().removeIf(replica -> !scene.job().wants(replica));
    var counted = new HashSet<ReplicaId>();
    for (var one : ended) {
      var unit = unit(scene, one.pod().replica());
      if (!lengthens(one)) {
        continue;
      }
      var at = at(scene, one);
      var past = Optional.ofNullable(streaks.get(unit)).filter(_ -> !wasCalm(scene, one, at));
      int ends = past.map(Streak::ends).orElse(0) + (counted.add(unit) ? 1 : 0);
      var last = past.map(Streak::last).filter(at::isBefore).orElse(at);
      streaks.put(unit, new Streak(Math.max(ends, 1), last));
    }
    return streaks;
  }

  private static boolean lengthens(Ended one) {
    return switch (one.verdict()) {
      case REPLACE, REPLACE_UNCOUNTED -> !OF_OTHERS.contains(one.cause());
      case KEEP, END_JOB -> false;
    };
  }

  private static boolean wasCalm(Scene scene, Ended one, Instant at) {
    var stood = Duration.between(one.pod().createdAt(), at);
    return scene
        .job()
        .budget()
        .backoff()
        .calm()
        .filter(calm -> stood.compareTo(calm) >= 0)
        .isPresent();
  }

  /// When it ended, as far as memories tell moments. One whose program never did tells only when it
  /// last told anything.
  private static Instant at(Scene scene, Ended one) {
    return (one.code().isPresent() ? one.at() : scene.now()).truncatedTo(ChronoUnit.SECONDS);
  }

  /// Who waits together: the first of them stands for all.
  private static ReplicaId unit(Scene scene, ReplicaId replica) {
    return switch (scopeOf(scene, replica)) {
      case REPLICA -> replica;
      case ROLE -> new ReplicaId(replica.role(), 0);
      case GANG -> scene.job().lead();
    };
  }

  private static Scope scopeOf(Scene scene, ReplicaId replica) {
    return scene.job().roleOf(replica).restart().scope();
  }

  private Pauses() {}
}
