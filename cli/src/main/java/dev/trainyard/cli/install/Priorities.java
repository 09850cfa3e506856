package dev.trainyard.cli.install;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import java.util.List;

/// The priority classes that mlbatch's jobs name.
public final class Priorities {

  private record Level(String name, int value, String description) {}

  /// Nobody's default: what names no class keeps the priority it has without us.
  private static final List<Level> LEVELS =
      List.of(
          new Level("low-priority", 1, "For jobs that may wait."),
          new Level("default-priority", 5, "For jobs that are like any other."),
          new Level("high-priority", 10, "For jobs that go before others."));

  public static List<HasMetadata> all() {
    return LEVELS.stream()
        .<HasMetadata>map(
            level ->
                new PriorityClassBuilder()
                    .withNewMetadata()
                    .withName(level.name())
                    .addToLabels("app.kubernetes.io/part-of", "trainyard")
                    .endMetadata()
                    .withValue(level.value())
                    .withDescription(level.description())
                    .build())
        .toList();
  }

  private Priorities() {}
}
