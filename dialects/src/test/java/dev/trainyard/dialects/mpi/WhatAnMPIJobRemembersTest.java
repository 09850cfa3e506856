package dev.trainyard.dialects.mpi;

import static dev.trainyard.dialects.mpi.JobMaker.DIALECT;
import static dev.trainyard.dialects.mpi.JobMaker.at;
import static dev.trainyard.dialects.mpi.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Gen;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered.Ending;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WhatAnMPIJobRemembersTest {

  private static final JobMaker PI = job("pi", 3);

  static LongStream seeds() {
    return Optional.ofNullable(System.getProperty("trainyard.seed"))
        .map(seed -> LongStream.of(Long.parseLong(seed)))
        .orElseGet(() -> LongStream.range(0, 80));
  }

  /// The law of every dialect. Repeat one life with `-Dtrainyard.seed=<seed>`.
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void is_what_was_told_whatever_becomes_of_the_job(long seed) {
    var life = new AnyLifeOfAnMPIJob(Gen.seeded(seed), 3);
    var job = stored(PI.build(), life.state());
    var before = Phase.ACCEPTED;
    for (int pass = 0; pass < 20; pass++) {
      boolean over = DIALECT.recall(job).remember().ending().isPresent();
      var told = life.next();
      job = stored(job, told);
      var recalled = DIALECT.recall(job);

      assertThat(read(recalled, recalled.phase()))
          .as("seed %d, pass %d, phase %s", seed, pass, told.phase())
          .isEqualTo(read(told, worded(told.phase(), before)));
      if (told.remember().milestones().held().isEmpty() && !over && !ended(told)) {
        assertThat(shown(recalled)).as("seed %d, pass %d", seed, pass).isEqualTo(shown(told));
      }
      assertThat(stored(job, told)).as("seed %d, again", seed).isEqualTo(job);
      before = recalled.phase();
    }
  }

  /// What the engine reads.
  private record Read(
      Phase phase,
      int attempt,
      Set<String> dismissed,
      List<Optional<Instant>> milestones,
      Optional<Ending> ending) {}

  private static Read read(JobState state, Phase phase) {
    var memory = state.remember();
    var milestones = memory.milestones();
    return new Read(
        phase,
        memory.attempt(),
        memory.dismissed(),
        List.of(
            milestones.accepted(), milestones.running(), milestones.held(), milestones.resumed()),
        memory.ending());
  }

  /// The phase as far as this kind has words for it; for the others it says what it said before.
  private static Phase worded(Phase phase, Phase before) {
    return switch (phase) {
      case RUNNING, SHRUNKEN -> Phase.RUNNING;
      case HOLDING, HELD -> Phase.HELD;
      case ACCEPTED, WAITING, STARTING, UNKNOWN -> before;
      case RESTARTING, RESUMING, SUCCEEDED, FAILED -> phase;
    };
  }

  private static boolean ended(JobState state) {
    return state.remember().ending().isPresent();
  }

  private static Map<String, Integer> shown(JobState state) {
    var counts = new TreeMap<String, Integer>();
    state.replicas().stream()
        .filter(one -> Set.of(Slot.RUNNING, Slot.SUCCEEDED, Slot.FAILED).contains(one.slot()))
        .filter(one -> !one.leaving())
        .forEach(one -> counts.merge(one.id().role() + one.slot(), 1, Integer::sum));
    return counts;
  }

  @Test
  void needs_no_annotation_as_long_as_nobody_asks_for_a_restart() {
    var cluster = PI.start().everyPodRuns().childRuns("Launcher", "pi-launcher-1");
    assertThat(memory(cluster.job())).isEmpty();

    cluster.edit(PI.suspended().tree()).edit(PI.tree()).everyPodRuns();
    assertThat(memory(cluster.job())).isEmpty();

    cluster.childEnds("Launcher", false, "DeadlineExceeded", "too late");
    assertThat(memory(cluster.job())).isEmpty();
    assertThat(DIALECT.recall(cluster.job()).remember().ending().map(Ending::cause))
        .contains(new Fact.ChildFailed("DeadlineExceeded", "too late"));
  }

  @Test
  void includes_how_often_the_launcher_failed() {
    var cluster = PI.start().everyPodRuns().childRuns("Launcher", "pi-launcher-1");
    cluster.childPodFails("Launcher", "pi-launcher-1").childRuns("Launcher", "pi-launcher-2");

    var launcher = DIALECT.recall(cluster.after(5).job()).replicas().getFirst();

    assertThat(launcher.restarts()).isOne();
    assertThat(launcher.slot()).isEqualTo(Slot.RUNNING);
    assertThat(launcher).extracting(ReplicaState::podName).isEqualTo("pi-launcher");
  }

  @Test
  void is_kept_beside_the_status_where_that_has_no_place_for_it() {
    var cluster = PI.start().everyPodRuns().annotate(Annotations.RESTART, "2");

    assertThat(memory(cluster.job()))
        .hasValueSatisfying(text -> assertThat(text).contains("\"attempt\":2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "not json", "[]", "{\"v\":99,\"attempt\":\"x\",\"dismissed\":{}}"})
  void is_nothing_where_somebody_spoilt_it(String text) {
    assertThat(DIALECT.recall(PI.annotated(Annotations.MEMORY, text).build()))
        .isEqualTo(JobState.unseen());
  }

  private static MPIJob stored(MPIJob job, JobState state) {
    return DIALECT.withStatus(job, state, at(100));
  }

  private static Optional<String> memory(MPIJob job) {
    return Optional.ofNullable(job.metadata().getAnnotations())
        .map(all -> all.get(Annotations.MEMORY));
  }
}
