package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.Program.Ending;
import dev.trainyard.simulation.cluster.Program.Obstacle;
import dev.trainyard.simulation.cluster.World;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every pod of a job ends in the same way as soon as it may, for hours.
class APodThatEndsEarlyTest {

  private static final Duration HOURS = Duration.ofHours(2);

  /// One every five minutes, and those until the pauses are so long.
  private static final long MOST = HOURS.dividedBy(Duration.ofMinutes(5)) + 10;

  enum Way {
    FAILS,
    IS_OUT_OF_MEMORY,
    ENDS_WELL,
    IS_NOT_PREPARED,
    IS_REJECTED,
    IS_EVICTED;

    private Program program() {
      return switch (this) {
        case FAILS -> ending(1, "Error");
        case IS_OUT_OF_MEMORY -> ending(137, "OOMKilled");
        case ENDS_WELL -> ending(0, "Completed");
        case IS_NOT_PREPARED -> Program.hinderedBy(new Obstacle.InitFails(128));
        case IS_REJECTED -> Program.hinderedBy(new Obstacle.Rejected("UnexpectedAdmissionError"));
        case IS_EVICTED -> Program.ENDLESS;
      };
    }

    private static Program ending(int code, String reason) {
      return (_, _) -> Optional.of(new Ending(Duration.ofSeconds(1), code, reason));
    }
  }

  @ParameterizedTest(name = "{1}: {0}")
  @MethodSource("everyWayOfEveryKind")
  void is_made_anew_no_faster_than_the_pauses_allow(ObjectNode job, Way way) {
    var world =
        new Story("", 2, List.of(job), way.program(), Makers.USUAL, List.of(), HOURS)
            .under(MpiMakers.RUNNING_JOBS)
            .open(World.Setup.calm(way.program()).at(Makers.USUAL));
    var invariants = new Invariants(Sight.of(world));
    if (way == Way.IS_EVICTED) {
      evictEverything(world);
    }

    world.run(HOURS, invariants::check);

    assertThat(made(world).values()).isNotEmpty().allMatch(pods -> pods <= MOST);
  }

  static Stream<Arguments> everyWayOfEveryKind() {
    return Stream.of(
            KubeflowMakers.job("", "ExitCode", 0),
            KubeflowMakers.job("", "OnFailure", 0),
            KubeflowMakers.job("", "Always", 0),
            Makers.annotated(
                KubeflowMakers.job("", "OnFailure", 0), "trainyard.dev/restart-scope", "gang"),
            training("OnFailure"),
            training("Always"),
            training("ExitCode"),
            TensorStackMakers.deepSpeed("backoffLimit: 100000", "Always", 1),
            TensorBoardStories.board("mnist"),
            MpiMakers.mpi("backoffLimit: 100000", 0),
            WorkloadMakers.workload(WorkloadMakers.NAMED, "backoffLimit: {value: 100000}"),
            WorkloadMakers.workload(
                WorkloadMakers.NAMED,
                "mpi: {value: true}, processes: {value: 1}, backoffLimit: {value: 100000}"))
        .flatMap(job -> Stream.of(Way.values()).map(way -> Arguments.of(job, way)));
  }

  private static ObjectNode training(String policy) {
    return TensorStackMakers.training(
        "backoffLimit: 100000", "", TensorStackMakers.type("node", 1, policy));
  }

  /// Whatever runs, a second after it began.
  private static void evictEverything(World world) {
    world
        .store()
        .listen(
            change -> {
              if (change.type() == Change.Type.ADDED && change.key().kind().equals("Pod")) {
                world
                    .agenda()
                    .in(Duration.ofSeconds(3), () -> world.machines().evict(change.key()));
              }
            });
  }

  /// How many pods each place had; those with a name of their own say so by a number at its end.
  private static Map<String, Long> made(World world) {
    return world.store().since(0).stream()
        .filter(change -> change.type() == Change.Type.ADDED)
        .filter(change -> change.key().kind().equals("Pod"))
        .map(change -> change.key().name().replaceFirst("-[0-9]+$", ""))
        .collect(Collectors.groupingBy(place -> place, Collectors.counting()));
  }
}
