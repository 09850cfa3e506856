package dev.trainyard.dialects.tensorboard;

import static dev.trainyard.dialects.tensorboard.Boards.DIALECT;
import static dev.trainyard.dialects.tensorboard.Boards.OVER_A_CLAIM;
import static dev.trainyard.dialects.tensorboard.Boards.board;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.TensorBoard;
import dev.trainyard.dialects.Gen;
import dev.trainyard.dialects.Times;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Milestones;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WhatATensorBoardRemembersTest {

  static LongStream seeds() {
    return Optional.ofNullable(System.getProperty("trainyard.seed"))
        .map(seed -> LongStream.of(Long.parseLong(seed)))
        .orElseGet(() -> LongStream.range(0, 80));
  }

  /// The law of every dialect. Repeat one life with `-Dtrainyard.seed=<seed>`.
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void is_what_was_told_whatever_becomes_of_it(long seed) {
    var gen = Gen.seeded(seed);
    var world = new World(OVER_A_CLAIM, (state, resource) -> check(seed, state, resource));
    for (int turn = 0; turn < 30; turn++) {
      switch (gen.upTo(6)) {
        case 0 -> world.podIs("Running", true);
        case 1 -> world.podIs("Running", false);
        case 2 -> world.podIs(gen.oneOf("Failed", "Succeeded", "Unknown"), false);
        case 3 -> world.podVanishes();
        case 4 -> world.edit(OVER_A_CLAIM + ", suspend: " + gen.chance(5));
        case 5 -> world.edit("logDir: {pvc: [{name: logs, subPath: [run-%d]}]}".formatted(turn));
        default -> world.annotate("trainyard.dev/restart", Integer.toString(turn + 1));
      }
    }
  }

  private static void check(long seed, JobState told, TensorBoard resource) {
    var recalled = DIALECT.recall(resource);
    var same = Boards.read(board(OVER_A_CLAIM)).telling();

    assertThat(same.reads(recalled.phase()))
        .as("seed %d", seed)
        .isEqualTo(same.reads(told.phase()));
    assertThat(recalled.remember()).as("seed %d", seed).isEqualTo(whole(told.remember()));
    assertThat(shown(recalled)).as("seed %d", seed).isEqualTo(shown(told));
    var later = Instant.parse("2027-01-01T00:00:00Z");
    assertThat(DIALECT.withStatus(resource, told, later))
        .as("seed %d, again", seed)
        .isEqualTo(resource);
  }

  private static Remembered whole(Remembered memory) {
    var milestones = memory.milestones();
    return memory.with(
        new Milestones(
            Optional.empty(),
            milestones.accepted().map(Times::whole),
            milestones.initialized().map(Times::whole),
            milestones.running().map(Times::whole),
            milestones.held().map(Times::whole),
            milestones.resumed().map(Times::whole),
            Optional.empty()));
  }

  private static List<String> shown(JobState state) {
    return state.replicas().stream()
        .filter(replica -> !replica.leaving())
        .flatMap(WhatATensorBoardRemembersTest::words)
        .toList();
  }

  private static Stream<String> words(ReplicaState replica) {
    return switch (replica.slot()) {
      case CREATING, DELETED -> Stream.of();
      case PENDING, RUNNING, SUCCEEDED, FAILED, UNKNOWN ->
          Stream.of("%s %s %s".formatted(replica.podName(), replica.uid(), replica.slot()));
    };
  }

  @Test
  void is_nothing_before_anybody_has_looked() {
    assertThat(DIALECT.recall(board(OVER_A_CLAIM))).isEqualTo(JobState.unseen());
  }
}
