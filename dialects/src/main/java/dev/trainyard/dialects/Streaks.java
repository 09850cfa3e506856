package dev.trainyard.dialects;

import static java.util.Comparator.comparing;

import dev.trainyard.api.tensorstack.Streak;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a status with room for it says about pods that ended early, one after the other.
public final class Streaks {

  /// Nothing where there is nothing to say.
  public static @Nullable List<Streak> write(Map<ReplicaId, Remembered.Streak> streaks) {
    return streaks.isEmpty()
        ? null
        : streaks.entrySet().stream()
            .map(
                entry ->
                    new Streak(
                        entry.getKey().role(),
                        entry.getKey().index(),
                        entry.getValue().ends(),
                        Times.text(entry.getValue().last())))
            .sorted(comparing(Streak::type).thenComparingInt(Streak::index))
            .toList();
  }

  /// One that does not say when is none.
  public static Map<ReplicaId, Remembered.Streak> read(@Nullable List<Streak> told) {
    var streaks = new HashMap<ReplicaId, Remembered.Streak>();
    Optional.ofNullable(told)
        .orElse(List.of())
        .forEach(
            one ->
                Times.parse(one.last())
                    .ifPresent(
                        last ->
                            streaks.put(
                                new ReplicaId(one.type(), one.index()),
                                new Remembered.Streak(one.ends(), last))));
    return streaks;
  }

  private Streaks() {}
}
