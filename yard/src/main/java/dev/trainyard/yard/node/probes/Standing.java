package dev.trainyard.yard.node.probes;

import java.time.Instant;
import java.util.Optional;

/// What a probe has concluded so far, and from how many equal answers. Pure.
///
/// @param passed the newest answer
/// @param streak how many answers in a row were like the newest one
/// @param asked when the newest answer was asked for
public record Standing(
    Probing probing, Verdict verdict, boolean passed, int streak, Optional<Instant> asked) {

  /// A conclusion stands until enough answers in a row speak against it.
  public enum Verdict {
    OPEN,
    PASSING,
    FAILING
  }

  static Standing open(Probing probing) {
    return new Standing(probing, Verdict.OPEN, false, 0, Optional.empty());
  }

  /// As it stood when an earlier node last told of it.
  static Standing passing(Probing probing) {
    return new Standing(probing, Verdict.PASSING, true, 0, Optional.empty());
  }

  Standing after(boolean passes, Instant at) {
    var row = passes == passed ? streak + 1 : 1;
    var enough = row >= (passes ? probing.successes() : probing.failures());
    var said = passes ? Verdict.PASSING : Verdict.FAILING;
    return new Standing(probing, enough ? said : verdict, passes, row, Optional.of(at));
  }

  /// When to ask next, of a container that runs since then.
  Instant due(Instant since) {
    return asked
        .map(at -> at.plus(probing.period()))
        .orElseGet(() -> since.plus(probing.initialDelay()));
  }
}
