package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static dev.trainyard.dialects.kubeflow.StateMaker.accepted;
import static dev.trainyard.dialects.kubeflow.StateMaker.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Gen;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
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

class WhatAPyTorchJobRemembersTest {

  private static final PyTorchJobDialect DIALECT = new PyTorchJobDialect();
  private static final String KEY = "trainyard.dev/memory";
  private static final JobMaker DEMO =
      job("demo").master().workers(3).with("/spec/runPolicy/activeDeadlineSeconds", "60");

  static LongStream seeds() {
    return Optional.ofNullable(System.getProperty("trainyard.seed"))
        .map(seed -> LongStream.of(Long.parseLong(seed)))
        .orElseGet(() -> LongStream.range(0, 80));
  }

  /// The law of every dialect. Repeat one life with `-Dtrainyard.seed=<seed>`.
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void is_what_was_told_whatever_becomes_of_the_job(long seed) {
    var life = new AnyLifeOfAPyTorchJob(Gen.seeded(seed), Map.of("Master", 1, "Worker", 3));
    var job = StateMaker.stored(DEMO.build(), life.state().build());
    var before = Phase.ACCEPTED;
    for (int pass = 0; pass < 20; pass++) {
      var told = life.next().build();
      job = StateMaker.stored(job, told);
      var recalled = DIALECT.recall(job);

      assertThat(read(recalled, recalled.phase()))
          .as("seed %d, pass %d, phase %s", seed, pass, told.phase())
          .isEqualTo(read(told, worded(told.phase(), before)));
      if (told.remember().milestones().held().isEmpty() && told.phase() != Phase.SUCCEEDED) {
        assertThat(shown(recalled)).as("seed %d, pass %d", seed, pass).isEqualTo(shown(told));
      }
      assertThat(StateMaker.stored(job, told)).as("seed %d, again", seed).isEqualTo(job);
      before = recalled.phase();
    }
  }

  /// What the engine reads.
  private record Read(
      Phase phase,
      int attempt,
      Tally tally,
      Set<String> dismissed,
      List<Optional<Instant>> milestones,
      Optional<Ending> ending) {}

  private static Read read(JobState state, Phase phase) {
    var memory = state.remember();
    var milestones = memory.milestones();
    return new Read(
        phase,
        memory.attempt(),
        memory.tally(),
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

  private static Map<String, Integer> shown(JobState state) {
    var counts = new TreeMap<String, Integer>();
    state.replicas().stream()
        .filter(
            replica -> Set.of(Slot.RUNNING, Slot.SUCCEEDED, Slot.FAILED).contains(replica.slot()))
        .forEach(replica -> counts.merge(replica.id().role() + slot(replica), 1, Integer::sum));
    return counts;
  }

  private static Slot slot(ReplicaState replica) {
    return replica.slot() == Slot.RUNNING && replica.leaving() ? Slot.FAILED : replica.slot();
  }

  @Test
  void needs_no_annotation_as_long_as_nothing_goes_wrong() {
    var running = accepted().running(5).slots("Master", Slot.RUNNING);
    var resumed = running.held(7).resumed(8).running(9);
    var job = DEMO.build();

    for (var state :
        List.of(accepted(), running, running.held(7), resumed, resumed.succeeded(10))) {
      job = StateMaker.stored(job, state.build());
      assertThat(memory(job)).isEmpty();
    }
  }

  @Test
  void is_one_line_of_json_in_a_fixed_order() {
    var memory =
        new Remembered(
            2,
            new Tally(
                Map.of("Worker", 3, "Master", 1),
                1,
                Optional.of(at(8)),
                Optional.of(Map.of("uid-2", 4))),
            Set.of("uid-9", "uid-1"),
            Map.of(),
            Set.of(new ReplicaId("Worker", 2), new ReplicaId("Worker", 10)),
            accepted().running(5).memory().milestones(),
            Remembered.nothing().preemptions(),
            Optional.empty());

    var job =
        StateMaker.stored(
            DEMO.build(), accepted().remembering(memory).restarting("Worker").build());

    assertThat(memory(job))
        .contains(
            "{\"v\":1,\"attempt\":2,\"restarts\":{\"Master\":1,\"Worker\":3},\"inRow\":1,"
                + "\"lastAt\":\"2026-01-02T03:04:08Z\",\"forgiven\":{\"uid-2\":4},"
                + "\"dismissed\":[\"uid-1\",\"uid-9\"],\"done\":{\"Worker\":[2,10]},"
                + "\"running\":\"2026-01-02T03:04:05Z\"}");
  }

  @Test
  void includes_a_cause_that_the_message_does_not_spell_out() {
    var spent = accepted().failed(new Fact.BudgetSpent(3), 9);

    assertThat(memory(StateMaker.stored(DEMO.build(), spent.build())))
        .contains(
            "{\"v\":1,\"ending\":{\"cause\":\"BudgetSpent\",\"count\":3,\"byLimit\":true,"
                + "\"at\":\"2026-01-02T03:04:09Z\"}}");
  }

  /// Otherwise the failure that ended the job would be counted again.
  @Test
  void includes_an_ending_that_the_status_does_not_tell_yet() {
    var spent = accepted().failed(new Fact.BudgetSpent(3), 9).build();
    var memory = memory(StateMaker.stored(DEMO.build(), spent)).orElseThrow();

    var diedBeforeTheStatus = DEMO.annotated(KEY, memory).build();

    var recalled = DIALECT.recall(diedBeforeTheStatus);
    assertThat(recalled.remember().ending()).isEqualTo(spent.remember().ending());
    assertThat(recalled.phase()).as("what was told").isEqualTo(Phase.ACCEPTED);
  }

  /// The count and the ending that it led to are one: a count alone would be the budget's next one.
  @Test
  void counts_a_failure_together_with_the_ending_it_led_to() {
    var running = StateMaker.stored(DEMO.build(), accepted().running(5).build());
    var failed =
        accepted().running(5).failed(new Fact.ReplicasFailed("Worker", 1, true), 9).build();
    var counted =
        failed.remembering(
            failed
                .remember()
                .with(new Tally(Map.of("Worker", 1), 0, Optional.empty(), Optional.empty())));

    var memory = memory(StateMaker.stored(running, counted)).orElseThrow();

    assertThat(memory).contains("\"restarts\":{\"Worker\":1}", "\"cause\":\"ReplicasFailed\"");
  }

  @Test
  void goes_when_there_is_nothing_left_to_remember() {
    var job = StateMaker.stored(DEMO.build(), accepted().dismissing("uid-1").build());
    assertThat(memory(job)).contains("{\"v\":1,\"dismissed\":[\"uid-1\"]}");

    assertThat(memory(StateMaker.stored(job, accepted().build()))).isEmpty();
  }

  @Test
  void leaves_the_users_annotations_alone() {
    var job = DEMO.annotated("team", "blue").build();

    var told = StateMaker.stored(job, accepted().dismissing("uid-1").build());

    assertThat(told.metadata().getAnnotations()).containsOnlyKeys("team", KEY);
    assertThat(job.metadata().getAnnotations()).containsOnlyKeys("team");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not json",
        "[]",
        "7",
        "{\"v\":1,\"attempt\":\"x\",\"restarts\":[1],\"dismissed\":{},\"lastAt\":3,\"forgiven\":\"\"}",
        "{\"v\":99,\"ending\":{\"cause\":\"Unheard\"}}"
      })
  void is_nothing_where_somebody_spoilt_it(String text) {
    var job = DEMO.annotated(KEY, text).build();

    assertThat(DIALECT.recall(job)).isEqualTo(JobState.unseen());
  }

  private static Optional<String> memory(PyTorchJob job) {
    return Optional.ofNullable(job.metadata().getAnnotations()).map(all -> all.get(KEY));
  }
}
