package dev.trainyard.dialects.mpi;

import static dev.trainyard.dialects.mpi.JobMaker.at;

import dev.trainyard.dialects.Gen;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Milestones;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// States that follow each other as the engine may decide them, one choice after the other.
final class AnyLifeOfAnMPIJob {

  private final Gen gen;
  private final int workers;
  private Phase phase;
  private Optional<Fact> why = Optional.empty();
  private Remembered memory = Remembered.nothing();
  private long second;

  AnyLifeOfAnMPIJob(Gen gen, int workers) {
    this.gen = gen;
    this.workers = workers;
    boolean held = gen.chance(2);
    this.phase = held ? Phase.HELD : Phase.ACCEPTED;
    this.memory =
        memory.with(held ? Milestones.none().heldSince(at(0)) : Milestones.none().accepted(at(0)));
  }

  JobState state() {
    return new JobState(phase, why, replicas(), List.of(), Optional.empty(), memory);
  }

  JobState next() {
    second += gen.upTo(100);
    why = Optional.empty();
    step();
    return state();
  }

  private void step() {
    var milestones = memory.milestones();
    if (memory.ending().isPresent()) {
      why = memory.ending().map(Ending::cause);
    } else if (gen.chance(1)) {
      end();
    } else if (milestones.held().isPresent()) {
      held(milestones);
    } else if (gen.chance(2)) {
      memory = memory.with(milestones.heldSince(now()));
      phase = Phase.HOLDING;
    } else {
      active(milestones);
    }
  }

  private void held(Milestones milestones) {
    if (gen.chance(5)) {
      memory = memory.with(milestones.resumed(now()).accepted(now()));
      phase = Phase.RESUMING;
    } else {
      phase = gen.oneOf(Phase.HOLDING, Phase.HELD);
    }
  }

  private void active(Milestones milestones) {
    boolean resuming = milestones.resumed().isPresent() && milestones.running().isEmpty();
    if (gen.chance(2) && !resuming) {
      memory = memory.startedAgain(memory.attempt() + 1).dismissing(new HashSet<>(someUids()));
      phase = Phase.RESTARTING;
      why = Optional.of(new Fact.GangRestarted(memory.attempt(), Optional.empty()));
    } else if (milestones.running().isPresent()) {
      phase = gen.oneOf(Phase.RUNNING, Phase.SHRUNKEN, Phase.UNKNOWN);
    } else if (gen.chance(5)) {
      memory = memory.with(milestones.running(Optional.of(now())));
      phase = Phase.RUNNING;
    } else {
      phase = resuming ? Phase.RESUMING : gen.oneOf(Phase.WAITING, Phase.STARTING);
    }
  }

  private void end() {
    var cause =
        gen.<Fact>oneOf(
            new Fact.Succeeded(),
            new Fact.ChildFailed("", ""),
            new Fact.ChildFailed("DeadlineExceeded", ""),
            new Fact.ChildFailed("BackoffLimitExceeded/OOMKilled", "too often: out of memory"),
            new Fact.WorkersEvicted(1 + gen.upTo(2), workers));
    boolean succeeded = cause instanceof Fact.Succeeded;
    memory = memory.with(new Ending(succeeded, false, cause, now()));
    phase = succeeded ? Phase.SUCCEEDED : Phase.FAILED;
    why = Optional.of(cause);
  }

  private List<String> someUids() {
    return gen.someOf(3, () -> "uid-" + gen.upTo(1_000));
  }

  private List<ReplicaState> replicas() {
    var replicas = new ArrayList<ReplicaState>();
    replicas.add(replica("Launcher", 0, gen.oneOf(Slot.CREATING, Slot.RUNNING, Slot.SUCCEEDED)));
    for (int index = 0; index < workers; index++) {
      replicas.add(replica("Worker", index, gen.oneOf(Slot.values())));
    }
    return replicas;
  }

  private ReplicaState replica(String role, int index, Slot slot) {
    return new ReplicaState(
        new ReplicaId(role, index),
        "pod-" + index,
        Optional.of("uid-" + role + index),
        slot,
        gen.chance(1),
        false,
        0,
        Optional.empty(),
        List.of());
  }

  private Instant now() {
    return at(second);
  }
}
