package dev.trainyard.dialects.batch;

import static dev.trainyard.dialects.batch.JobMaker.DIALECT;
import static dev.trainyard.dialects.batch.JobMaker.at;
import static dev.trainyard.dialects.batch.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Gen;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Milestones;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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

class WhatAJobRemembersTest {

  private static final int PLACES = 4;
  private static final JobMaker SWEEP =
      job("sweep").indexed(PLACES, 2).with("/spec/activeDeadlineSeconds", "60");

  static LongStream seeds() {
    return Optional.ofNullable(System.getProperty("trainyard.seed"))
        .map(seed -> LongStream.of(Long.parseLong(seed)))
        .orElseGet(() -> LongStream.range(0, 80));
  }

  /// The law of every dialect. Repeat one life with `-Dtrainyard.seed=<seed>`.
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void is_what_was_told_whatever_becomes_of_the_job(long seed) {
    var gen = Gen.seeded(seed);
    var maker = gen.chance(5) ? SWEEP : SWEEP.with("/spec/completionMode", "NonIndexed");
    var job = maker.build();
    var memory = Remembered.nothing();
    long second = 0;
    for (int pass = 0; pass < 20; pass++) {
      second += 1 + gen.upTo(100);
      memory = next(gen, memory, second);
      var told = state(gen, memory);
      job = DIALECT.withStatus(job, told, at(second));
      var recalled = DIALECT.recall(job);

      assertThat(recalled.remember()).as("seed %d, pass %d", seed, pass).isEqualTo(memory);
      assertThat(shown(recalled)).as("seed %d, pass %d", seed, pass).isEqualTo(shown(told));
      assertThat(recalled.phase()).as("seed %d, pass %d", seed, pass).isEqualTo(worded(told));
      assertThat(DIALECT.withStatus(job, told, at(second + 1))).isEqualTo(job);
    }
  }

  private static Remembered next(Gen gen, Remembered memory, long second) {
    var milestones = memory.milestones();
    if (memory.ending().isPresent()) {
      return memory;
    }
    if (milestones.accepted().isEmpty()) {
      var started = Milestones.none().accepted(at(second));
      return memory.with(
          gen.chance(2) ? started.heldSince(at(second)) : started.initialized(at(second)));
    }
    if (gen.chance(1)) {
      return memory.with(ending(gen, second));
    }
    if (milestones.held().isPresent()) {
      return gen.chance(5)
          ? memory.with(milestones.resumed(at(second)).accepted(at(second)).initialized(at(second)))
          : memory;
    }
    if (gen.chance(2)) {
      return memory.with(milestones.heldSince(at(second)));
    }
    if (gen.chance(3)) {
      return failed(gen, memory, second);
    }
    if (gen.chance(3)) {
      var done = new HashSet<>(memory.done());
      done.add(place(gen));
      return memory.done(done);
    }
    return milestones.running().isEmpty()
        ? memory.with(milestones.running(Optional.of(at(second))))
        : memory;
  }

  private static Remembered failed(Gen gen, Remembered memory, long second) {
    var tries = new HashMap<>(memory.tries());
    tries.merge(place(gen), 1, Integer::sum);
    int count = memory.tally().restarts() + 1;
    var tally =
        new Tally(
            Map.of(Neutral.ROLE, count),
            1 + gen.upTo(3),
            Optional.of(at(second)),
            Optional.empty());
    return memory.trying(tries).with(tally);
  }

  private static Ending ending(Gen gen, long second) {
    return gen.oneOf(
        new Ending(true, false, new Fact.Succeeded(), at(second)),
        new Ending(false, true, new Fact.BudgetSpent(1 + gen.upTo(4)), at(second)),
        new Ending(false, true, new Fact.OutOfTime(Duration.ofSeconds(60)), at(second)));
  }

  private static ReplicaId place(Gen gen) {
    return new ReplicaId(Neutral.ROLE, gen.upTo(PLACES - 1));
  }

  private static JobState state(Gen gen, Remembered memory) {
    var replicas = new ArrayList<ReplicaState>();
    for (int index = 0; index < PLACES; index++) {
      var id = new ReplicaId(Neutral.ROLE, index);
      boolean done = memory.done().contains(id);
      var slot = done ? Slot.SUCCEEDED : gen.oneOf(Slot.PENDING, Slot.RUNNING, Slot.FAILED);
      replicas.add(
          new ReplicaState(
              id,
              "pod",
              Optional.of("uid"),
              slot,
              !done && gen.chance(1),
              slot == Slot.RUNNING && gen.chance(7),
              0,
              Optional.empty(),
              List.of()));
    }
    return new JobState(
        phase(memory, replicas), Optional.empty(), replicas, List.of(), Optional.empty(), memory);
  }

  private static Phase phase(Remembered memory, List<ReplicaState> replicas) {
    var milestones = memory.milestones();
    if (memory.ending().isPresent()) {
      return memory.ending().get().succeeded() ? Phase.SUCCEEDED : Phase.FAILED;
    }
    if (milestones.held().isPresent()) {
      return Phase.HELD;
    }
    if (milestones.resumed().isPresent() && milestones.running().isEmpty()) {
      return Phase.RESUMING;
    }
    return replicas.stream().anyMatch(StatusWriting::ready) ? Phase.RUNNING : Phase.STARTING;
  }

  /// One of which nothing stands has nothing that starts.
  private static Phase worded(JobState told) {
    boolean stands =
        told.replicas().stream()
            .filter(replica -> !replica.leaving())
            .anyMatch(replica -> replica.slot() == Slot.PENDING || replica.slot() == Slot.RUNNING);
    return told.phase() == Phase.STARTING && !stands ? Phase.ACCEPTED : told.phase();
  }

  private static Map<Slot, Integer> shown(JobState state) {
    var counts = new TreeMap<Slot, Integer>();
    state.replicas().stream()
        .map(WhatAJobRemembersTest::slot)
        .filter(slot -> slot != Slot.FAILED)
        .forEach(slot -> counts.merge(slot, 1, Integer::sum));
    return counts;
  }

  private static Slot slot(ReplicaState replica) {
    if (replica.leaving()) {
      return Slot.DELETED;
    }
    return replica.slot() == Slot.RUNNING && !replica.ready() ? Slot.PENDING : replica.slot();
  }

  @Test
  void is_read_from_the_indexes_where_the_status_has_them() {
    var done = Remembered.nothing().done(Set.of(new ReplicaId(Neutral.ROLE, 2)));
    var state = JobState.unseen().remembering(done);

    var job = DIALECT.withStatus(SWEEP.build(), state, at(1));

    assertThat(job.getMetadata().getAnnotations()).isNullOrEmpty();
    assertThat(DIALECT.recall(job).remember()).isEqualTo(done);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{\"v\":1,\"tries\":{\"pod\":{\"x\":1}},\"done\":{\"pod\":7}}",
        "{\"v\":1,\"tries\":[1]}"
      })
  void is_nothing_where_somebody_spoilt_it(String text) {
    assertThat(DIALECT.recall(SWEEP.annotated(Annotations.MEMORY, text).build()))
        .isEqualTo(JobState.unseen());
  }
}
