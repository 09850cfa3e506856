package dev.trainyard.dialects.training;

import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Remembered.Ending;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/// When something became of a job, for conditions to be dated by.
public final class Moments {

  /// Nothing where nobody has looked at the job yet.
  public static Optional<Instant> firstSeen(JobState state) {
    var milestones = state.remember().milestones();
    return milestones
        .accepted()
        .or(milestones::queued)
        .or(milestones::held)
        .or(() -> state.remember().ending().map(Ending::at));
  }

  /// The last restart that was counted; without one, the latest moment known.
  public static Instant restarted(JobState state) {
    var milestones = state.remember().milestones();
    return state
        .remember()
        .tally()
        .lastAt()
        .or(
            () ->
                Stream.of(milestones.accepted(), milestones.resumed(), milestones.running())
                    .flatMap(Optional::stream)
                    .max(Comparator.naturalOrder()))
        .orElse(Instant.EPOCH);
  }

  private Moments() {}
}
