package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static dev.trainyard.dialects.tensorstack.StateMaker.accepted;
import static dev.trainyard.dialects.tensorstack.StateMaker.at;
import static dev.trainyard.dialects.tensorstack.StateMaker.stored;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.JobStatus.Memory;
import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.dialects.Gen;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Tally;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WhatATrainingJobRemembersTest {

  private static final JobMaker<PyTorchTrainingJob> DEMO =
      job().type("master", 1).type("worker", 3).with("/spec/runPolicy/activeDeadlineSeconds", "60");

  static LongStream seeds() {
    return Optional.ofNullable(System.getProperty("trainyard.seed"))
        .map(seed -> LongStream.of(Long.parseLong(seed)))
        .orElseGet(() -> LongStream.range(0, 80));
  }

  /// The law of every dialect. Repeat one life with `-Dtrainyard.seed=<seed>`.
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void is_what_was_told_whatever_becomes_of_the_job(long seed) {
    var dialect = DEMO.dialect();
    var life = new AnyLifeOfATrainingJob(Gen.seeded(seed));
    var plain = DEMO.build();
    var held = DEMO.paused().build();
    var job = dialect.withStatus(plain, life.state().build(), at(0));
    for (int pass = 0; pass < 20; pass++) {
      var told = life.next().build();
      boolean paused = told.remember().milestones().held().isPresent();
      job =
          new PyTorchTrainingJob(job.metadata(), paused ? held.spec() : plain.spec(), job.status());
      job = dialect.withStatus(job, told, at(life.second()));
      var recalled = dialect.recall(job);

      assertThat(read(recalled, recalled.phase()))
          .as("seed %d, pass %d, phase %s", seed, pass, told.phase())
          .isEqualTo(read(told, worded(told)));
      assertThat(shown(recalled)).as("seed %d, pass %d", seed, pass).isEqualTo(shown(told));
      assertThat(dialect.withStatus(job, told, at(life.second() + 1)))
          .as("seed %d, again", seed)
          .isEqualTo(job);
    }
  }

  /// What the engine reads. When the job began to run matters only as far as it did.
  private record Read(
      Phase phase,
      int attempt,
      Tally tally,
      Set<String> dismissed,
      List<Optional<Instant>> milestones,
      boolean ran,
      Optional<Ending> ending) {}

  private static Read read(JobState state, Phase phase) {
    var memory = state.remember();
    var milestones = memory.milestones();
    boolean over = memory.ending().isPresent();
    return new Read(
        phase,
        memory.attempt(),
        memory.tally(),
        memory.dismissed(),
        List.of(
            milestones.initialized(),
            milestones.held(),
            milestones.resumed(),
            milestones.unsettled()),
        !over && milestones.running().isPresent(),
        memory.ending());
  }

  /// The phase as far as this kind has words for it.
  private static Phase worded(JobState told) {
    boolean ran = told.remember().milestones().running().isPresent();
    return switch (told.phase()) {
      case ACCEPTED, WAITING, STARTING -> Phase.ACCEPTED;
      case SHRUNKEN, RESTARTING -> ran ? Phase.SHRUNKEN : Phase.ACCEPTED;
      case HOLDING, HELD -> Phase.HELD;
      case RUNNING, RESUMING, UNKNOWN, SUCCEEDED, FAILED -> told.phase();
    };
  }

  private static List<ReplicaState> shown(JobState state) {
    return state.replicas();
  }

  @Test
  void needs_no_memory_as_long_as_nothing_goes_wrong() {
    var running = accepted().initialized(1).running(5).slots("master", Slot.RUNNING);
    var resumed = running.held(7).resumed(8).running(9);

    assertThat(memory(stored(DEMO, accepted(), running, running.held(7), resumed))).isEmpty();
    assertThat(memory(stored(DEMO, resumed, resumed.succeeded(10)))).isEmpty();
  }

  @Test
  void has_a_place_for_what_no_documented_field_tells() {
    var memory =
        accepted()
            .memory()
            .startedAgain(3)
            .dismissing(Set.of("uid-9", "uid-1"))
            .with(accepted().memory().milestones().unsettled(Optional.of(at(8))));

    assertThat(memory(stored(DEMO, accepted().remembering(memory))))
        .contains(
            new Memory(3, List.of("uid-1", "uid-9"), null, null, null, null, at(8).toString()));
    assertThat(memory(stored(DEMO, accepted().remembering(memory), accepted()))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{phase: Dancing}",
        "{conditions: [{}]}",
        "{conditions: [{type: Completed, status: 'True'}]}",
        "{conditions: [{type: Paused, status: 'True', lastTransitionTime: yesterday}]}",
        "{tasks: [{}, {type: worker, replicaStatus: [{}, {name: a, phase: b, containers: [{}]}]}]}",
        "{memory: {initialized: x, unsettledSince: y}, tensorboard: {}, aggregate: {}}"
      })
  void is_read_from_whatever_somebody_has_made_of_the_status(String status) {
    var job = DEMO.with("/status", status).build();
    var dialect = DEMO.dialect();

    assertThat(dialect.recall(job)).isNotNull();
    assertThat(dialect.withStatus(job, accepted().build(), at(1)).status()).isNotNull();
  }

  private static Optional<Memory> memory(PyTorchTrainingJob job) {
    return Optional.ofNullable(requireNonNull(job.status()).memory());
  }
}
