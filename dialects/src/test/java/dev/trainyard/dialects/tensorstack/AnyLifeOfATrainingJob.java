package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.StateMaker.at;

import dev.trainyard.dialects.Gen;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState.ContainerStage;
import dev.trainyard.engine.model.JobState.ContainerState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// States that follow each other as the engine may decide them, one choice after the other.
final class AnyLifeOfATrainingJob {

  private final Gen gen;
  private StateMaker state;
  private long second;

  AnyLifeOfATrainingJob(Gen gen) {
    this.gen = gen;
    this.state = gen.chance(2) ? StateMaker.heldAtBirth() : StateMaker.accepted();
  }

  StateMaker state() {
    return state;
  }

  long second() {
    return second;
  }

  StateMaker next() {
    second += 1 + gen.upTo(100);
    state = step().replicas(replicas());
    return state;
  }

  private StateMaker step() {
    var memory = state.memory();
    var milestones = memory.milestones();
    if (memory.ending().isPresent()) {
      return state;
    }
    if (gen.chance(1)) {
      return state.ended(ending());
    }
    if (milestones.held().isPresent()) {
      return gen.chance(5)
          ? state.resumed(second)
          : state.phase(gen.oneOf(Phase.HOLDING, Phase.HELD));
    }
    if (gen.chance(2)) {
      return state.held(second);
    }
    if (milestones.initialized().isEmpty()) {
      return state.initialized(second);
    }
    if (gen.chance(3)) {
      return unsettled(restarting(memory));
    }
    if (milestones.running().isPresent()) {
      return state.phase(gen.oneOf(Phase.RUNNING, Phase.SHRUNKEN, Phase.UNKNOWN));
    }
    if (gen.chance(5)) {
      return state.running(second);
    }
    return milestones.resumed().isPresent()
        ? state.phase(Phase.RESUMING)
        : state.phase(gen.oneOf(Phase.WAITING, Phase.STARTING, Phase.UNKNOWN));
  }

  private StateMaker restarting(Remembered memory) {
    var restarts = new HashMap<>(memory.tally().restartsByRole());
    var type = gen.oneOf("master", "worker");
    restarts.merge(type, 1 + gen.upTo(2), Integer::sum);
    var next =
        new Remembered(
            memory.attempt() + gen.upTo(1),
            new Tally(restarts, 0, Optional.empty(), Optional.empty()),
            new HashSet<>(gen.someOf(3, () -> "uid-" + gen.upTo(1_000))),
            Map.of(),
            gen.chance(3) ? Set.of(new ReplicaId(type, gen.upTo(3))) : Set.of(),
            memory.milestones(),
            memory.preemptions(),
            Optional.empty(),
            gen.chance(3) ? Map.of(type, 1 + gen.upTo(3)) : Map.of());
    boolean resuming =
        memory.milestones().resumed().isPresent() && memory.milestones().running().isEmpty();
    return state.remembering(next).phase(resuming ? Phase.RESUMING : Phase.RESTARTING);
  }

  private StateMaker unsettled(StateMaker state) {
    return state.milestones(
        state
            .memory()
            .milestones()
            .unsettled(gen.chance(5) ? Optional.of(at(second)) : Optional.empty()));
  }

  private Ending ending() {
    if (gen.chance(4)) {
      return new Ending(true, false, new Fact.Succeeded(), at(second));
    }
    var cause =
        gen.<Fact>oneOf(
            new Fact.LeadFailed(
                new ReplicaId("master", 0),
                "j-abcde-master-0",
                gen.chance(5) ? OptionalInt.of(gen.upTo(255)) : OptionalInt.empty()),
            new Fact.OutOfTime(Duration.ofSeconds(60)));
    return new Ending(false, cause instanceof Fact.OutOfTime, cause, at(second));
  }

  private List<ReplicaState> replicas() {
    var replicas = new ArrayList<ReplicaState>();
    replicas.add(replica("master", 0));
    for (int index = 0; index < 3; index++) {
      replicas.add(replica("worker", index));
    }
    return replicas;
  }

  private ReplicaState replica(String type, int index) {
    var slot = gen.oneOf(Slot.values());
    return StateMaker.replica(
        type,
        index,
        slot,
        false,
        slot == Slot.CREATING && gen.chance(5)
            ? Optional.empty()
            : Optional.of("uid-" + gen.upTo(1_000)),
        List.of(
            new ContainerState(
                "python",
                gen.oneOf(ContainerStage.values()),
                gen.chance(5) ? OptionalInt.of(gen.upTo(255)) : OptionalInt.empty(),
                0)));
  }
}
