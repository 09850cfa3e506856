package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.WorkloadMaker.DIALECT;
import static dev.trainyard.dialects.runai.WorkloadMaker.at;
import static dev.trainyard.dialects.runai.WorkloadMaker.workload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Gen;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Milestones;
import dev.trainyard.engine.model.Remembered.Preemptions;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WhatAWorkloadRemembersTest {

  private static final int PLACES = 4;
  private static final WorkloadMaker SWEEP =
      workload("sweep").value("completions", "4").value("parallelism", "4");
  private static final WorkloadMaker MPI =
      workload("train").value("mpi", "true").value("processes", "3");

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
    boolean mpi = gen.chance(3);
    var maker = mpi ? MPI : SWEEP;
    var read = maker.read();
    var job = maker.build();
    var memory = Remembered.nothing();
    long second = 0;
    for (int pass = 0; pass < 20; pass++) {
      second += 1 + gen.upTo(100);
      memory = next(gen, memory, mpi, second);
      var told = state(gen, memory, mpi);
      job = DIALECT.withStatus(job, read, told, at(second));
      var recalled = DIALECT.recall(job);

      assertThat(recalled.remember()).as("seed %d, pass %d", seed, pass).isEqualTo(memory);
      assertThat(shown(recalled, mpi))
          .as("seed %d, pass %d", seed, pass)
          .isEqualTo(shown(told, mpi));
      assertThat(recalled.phase())
          .as("seed %d, pass %d", seed, pass)
          .isEqualTo(PhaseWords.phase(PhaseWords.of(told)));
      assertThat(read.telling().reads(recalled.phase()))
          .isEqualTo(read.telling().reads(told.phase()));
      assertThat(DIALECT.withStatus(job, read, told, at(second + 1))).isEqualTo(job);
    }
  }

  private static Remembered next(Gen gen, Remembered memory, boolean mpi, long second) {
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
      return memory.with(ending(gen, memory, mpi, second));
    }
    if (milestones.held().isPresent()) {
      return gen.chance(5) ? memory.with(resumed(milestones, second)) : memory;
    }
    if (gen.chance(2)) {
      return memory.with(milestones.heldSince(at(second)));
    }
    if (!mpi && gen.chance(3)) {
      return failed(gen, memory, second);
    }
    if (!mpi && gen.chance(2)) {
      return preempted(memory, "incident " + gen.upTo(9));
    }
    if (!mpi && gen.chance(3)) {
      var done = new HashSet<>(memory.done());
      done.add(place(gen));
      return memory.done(done);
    }
    return milestones.running().isEmpty()
        ? memory.with(milestones.running(Optional.of(at(second))))
        : memory;
  }

  private static Milestones resumed(Milestones before, long second) {
    var resumed = before.resumed(at(second));
    return before.initialized().isPresent() ? resumed : resumed.initialized(at(second));
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

  private static Remembered preempted(Remembered memory, String incident) {
    return new Remembered(
        memory.attempt(),
        memory.tally(),
        memory.dismissed(),
        memory.tries(),
        memory.done(),
        memory.milestones(),
        new Preemptions(memory.preemptions().count() + 1, Optional.of(incident)),
        memory.ending());
  }

  private static Ending ending(Gen gen, Remembered memory, boolean mpi, long second) {
    var success = new Ending(true, false, new Fact.Succeeded(), at(second));
    if (mpi) {
      return gen.oneOf(
          success,
          new Ending(false, false, new Fact.ChildFailed("Because", "of that"), at(second)));
    }
    int preemptions = memory.preemptions().count();
    return gen.oneOf(
        success,
        new Ending(false, true, new Fact.BudgetSpent(1 + gen.upTo(4)), at(second)),
        new Ending(false, false, new Fact.PreemptedTooOften(preemptions), at(second)));
  }

  private static ReplicaId place(Gen gen) {
    return new ReplicaId(Neutral.ROLE, gen.upTo(PLACES - 1));
  }

  private static JobState state(Gen gen, Remembered memory, boolean mpi) {
    var replicas = new ArrayList<ReplicaState>();
    for (int index = 0; index < PLACES; index++) {
      var id =
          mpi
              ? new ReplicaId(index == 0 ? MpiJob.LAUNCHER : MpiJob.WORKER, Math.max(0, index - 1))
              : new ReplicaId(Neutral.ROLE, index);
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
              Optional.of("node").filter(_ -> gen.chance(5)),
              List.of()));
    }
    return new JobState(
        phase(gen, memory), Optional.empty(), replicas, List.of(), Optional.empty(), memory);
  }

  private static Phase phase(Gen gen, Remembered memory) {
    var milestones = memory.milestones();
    if (memory.ending().isPresent()) {
      return memory.ending().get().succeeded() ? Phase.SUCCEEDED : Phase.FAILED;
    }
    if (milestones.held().isPresent()) {
      return gen.oneOf(Phase.HOLDING, Phase.HELD);
    }
    if (milestones.running().isPresent()) {
      return gen.oneOf(Phase.RUNNING, Phase.SHRUNKEN, Phase.UNKNOWN);
    }
    return milestones.resumed().isPresent()
        ? Phase.RESUMING
        : gen.oneOf(Phase.ACCEPTED, Phase.WAITING, Phase.STARTING);
  }

  private static Map<String, Integer> shown(JobState state, boolean mpi) {
    var counts = new TreeMap<String, Integer>();
    state.replicas().stream()
        .filter(replica -> !replica.leaving() && replica.slot() != Slot.FAILED)
        .map(replica -> replica.id().role() + slot(replica, mpi))
        .forEach(slot -> counts.merge(slot, 1, Integer::sum));
    return counts;
  }

  private static Slot slot(ReplicaState replica, boolean mpi) {
    return replica.slot() == Slot.RUNNING && !replica.ready() && !mpi
        ? Slot.PENDING
        : replica.slot();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{tries: [1]}", "{v: 1, tries: {'': {x: 1}}, done: {'': 7}, incident: 3}"})
  void is_nothing_where_somebody_spoilt_it(String memory) {
    assertThat(DIALECT.recall(SWEEP.with("/status/memory", memory).build()))
        .isEqualTo(JobState.unseen());
  }
}
