package dev.trainyard.engine.wrapper;

import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.QUOTA_RESERVED;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.RESOURCES_DEPLOYED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Observed.Stage;
import dev.trainyard.engine.wrapper.WrapperDecision.WrapperStep;
import dev.trainyard.engine.wrapper.WrapperState.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever happens to a wrapper; the number of a test is the seed of what happens.
class AnyLifeOfAWrapperTest {

  private static final int LIVES = 300;
  private static final int EVENTS = 40;
  private static final int RETRIES = 2;
  private static final Set<Phase> WITH_QUOTA =
      Set.of(Phase.RESUMING, Phase.RUNNING, Phase.RESETTING, Phase.SUSPENDING);

  static IntStream seeds() {
    return IntStream.range(0, LIVES);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void keeps_its_promises(int seed) {
    var random = new Random(seed);
    var story =
        WrapperStory.prepared(
            WrapperMaker.wrapper()
                .job(2)
                .service()
                .waves(1)
                .retryLimit(RETRIES)
                .terminal(3)
                .deletionOnFailure(Duration.ofMinutes(random.nextInt(3))));
    story.settle();
    var before = Phase.EMPTY;
    int retries = 0;
    for (int i = 0; i < EVENTS && !story.gone(); i++) {
      happen(random, story);

      check(story);
      assertThat(story.retries()).isBetween(retries, RETRIES);
      if (Set.of(Phase.SUCCEEDED, Phase.FAILED).contains(before)) {
        assertThat(story.phase()).isIn(before, Phase.TERMINATING);
      }
      before = story.phase();
      retries = story.retries();
    }
  }

  private static void check(WrapperStory story) {
    if (story.gone()) {
      assertThat(story.existing()).isEmpty();
      assertThat(story.pods()).isEmpty();
      return;
    }
    var deployed = story.state().conditions().holds(RESOURCES_DEPLOYED);
    if (!deployed) {
      assertThat(story.existing()).isEmpty();
      assertThat(story.pods()).isEmpty();
    }
    if (!story.existing().isEmpty()) {
      assertThat(story.held()).isTrue();
    }
    if (story.phase() != Phase.TERMINATING) {
      assertThat(story.state().conditions().holds(QUOTA_RESERVED))
          .as("quota in %s", story.phase())
          .isEqualTo(
              WITH_QUOTA.contains(story.phase()) || (story.phase() == Phase.FAILED && deployed));
    }
    // Looking twice is looking once.
    var again = story.decide();
    assertThat(again.state().phase()).isEqualTo(story.phase());
    assertThat(again.facts()).isEmpty();
    if (story.phase() != Phase.RESUMING) {
      assertThat(again.steps()).noneMatch(WrapperStep.CreateComponent.class::isInstance);
    }
  }

  private static void happen(Random random, WrapperStory story) {
    var pods = List.copyOf(new TreeSet<>(story.pods()));
    var components = story.existing();
    switch (random.nextInt(14)) {
      case 0 -> story.suspend();
      case 1 -> story.resume();
      case 2 -> story.everyPodIs(Stage.RUNNING);
      case 3 -> story.everyPodIs(Stage.SUCCEEDED);
      case 4 -> {
        if (!pods.isEmpty()) {
          story.podIs(pods.get(random.nextInt(pods.size())), Stage.FAILED, random.nextInt(5));
        }
      }
      case 5 -> {
        if (!pods.isEmpty()) {
          story.podVanishes(pods.get(random.nextInt(pods.size())));
        }
      }
      case 6 -> {
        if (!components.isEmpty()) {
          story.componentEnds(
              components.get(random.nextInt(components.size())), random.nextInt(3) > 0);
        }
      }
      case 7 -> {
        if (random.nextInt(4) == 0 && !components.isEmpty()) {
          story.componentVanishes(components.get(random.nextInt(components.size())));
        }
      }
      case 8 -> story.refuses(random.nextInt(3), "forbidden");
      case 9 -> story.accepts(0).accepts(1).accepts(2);
      case 10 -> story.nothingGoes();
      case 11 -> story.everythingGoes();
      case 12 -> {
        if (random.nextInt(6) == 0) {
          story.delete();
        }
      }
      default -> story.after(Duration.ofSeconds(random.nextInt(400)));
    }
  }
}
