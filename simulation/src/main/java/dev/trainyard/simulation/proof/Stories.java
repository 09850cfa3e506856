package dev.trainyard.simulation.proof;

import java.util.List;
import java.util.stream.Stream;

/// One reference run per feature of every kind of job.
public final class Stories {

  private static final List<Story> OF_ONE_LEADER =
      Stream.of(
              KubeflowEnds.all(),
              KubeflowFailures.all(),
              KubeflowTimes.all(),
              KubeflowHands.all(),
              KubeflowNodes.all(),
              KubeflowNames.all(),
              KubeflowAttachments.all(),
              TrainingStories.all(),
              DeepSpeedStories.all(),
              TensorBoardStories.all(),
              WrapperStories.all(),
              MpiStories.all(),
              WorkloadStories.all())
          .flatMap(List::stream)
          .toList();
  private static final List<Story> ALL =
      Stream.concat(OF_ONE_LEADER.stream(), KubeflowLeaders.all().stream()).toList();

  public static List<Story> all() {
    return ALL;
  }

  /// Two that act on what each of them knows undo each other's reports while one of them is behind,
  /// so only these lead to the same end whatever disturbs them.
  static List<Story> ofOneLeader() {
    return OF_ONE_LEADER;
  }

  /// The short ones in which much is made, counted and taken away.
  static List<Story> telling() {
    return List.of(
        named("every pod is cleaned up"),
        named("a worker fails once and is replaced"),
        named("it is suspended while it starts"));
  }

  public static Story named(String name) {
    return all().stream()
        .filter(story -> story.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("there is no story \"%s\"".formatted(name)));
  }

  private Stories() {}
}
