package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.StateMaker.at;

import dev.trainyard.dialects.Gen;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// States that follow each other as the engine may decide them, one choice after the other.
final class AnyLifeOfAPyTorchJob {

  private final Gen gen;
  private final Map<String, Integer> sizes;
  private StateMaker state;
  private long second;

  AnyLifeOfAPyTorchJob(Gen gen, Map<String, Integer> sizes) {
    this.gen = gen;
    this.sizes = sizes;
    this.state = gen.chance(2) ? StateMaker.heldAtBirth() : StateMaker.accepted();
  }

  StateMaker state() {
    return state;
  }

  StateMaker next() {
    second += gen.upTo(100);
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
      return gen.chance(5) ? resumed() : state.phase(gen.oneOf(Phase.HOLDING, Phase.HELD));
    }
    if (gen.chance(2)) {
      return state.held(second);
    }
    boolean resuming = milestones.resumed().isPresent() && milestones.running().isEmpty();
    if (gen.chance(3) && !resuming) {
      return restarting(memory);
    }
    if (milestones.running().isPresent()) {
      return state.phase(gen.oneOf(Phase.RUNNING, Phase.SHRUNKEN, Phase.UNKNOWN));
    }
    if (gen.chance(5)) {
      return state.running(second);
    }
    return state.phase(
        resuming ? Phase.RESUMING : gen.oneOf(Phase.WAITING, Phase.STARTING, Phase.UNKNOWN));
  }

  private StateMaker resumed() {
    var back = state.resumed(second);
    return gen.chance(8) ? back.counting(Tally.none()) : back;
  }

  private StateMaker restarting(Remembered memory) {
    var role = gen.oneOf("Master", "Worker");
    var restarts = new HashMap<>(memory.tally().restartsByRole());
    restarts.merge(role, 1 + gen.upTo(2), Integer::sum);
    var tally =
        new Tally(
            restarts,
            gen.upTo(3),
            gen.chance(5) ? Optional.of(now()) : memory.tally().lastAt(),
            gen.chance(3) ? Optional.of(forgiven()) : memory.tally().forgiven());
    var dismissed = new HashSet<>(gen.someOf(3, this::uid));
    var next =
        new Remembered(
            memory.attempt() + gen.upTo(1),
            tally,
            dismissed,
            Map.of(),
            gen.chance(3) ? Set.of(new ReplicaId(role, gen.upTo(3))) : Set.of(),
            memory.milestones(),
            memory.preemptions(),
            Optional.empty(),
            gen.chance(3) ? Map.of(role, 1 + gen.upTo(3)) : Map.of());
    return state.remembering(next).restarting(role);
  }

  private Ending ending() {
    if (gen.chance(4)) {
      return new Ending(true, false, new Fact.Succeeded(), now());
    }
    var role = gen.oneOf("Master", "Worker");
    var cause =
        gen.<Fact>oneOf(
            new Fact.ReplicasFailed(role, 1 + gen.upTo(3), gen.chance(5)),
            new Fact.LeadFailed(
                new ReplicaId(role, 0),
                "demo-master-0",
                gen.chance(5) ? OptionalInt.of(gen.upTo(255)) : OptionalInt.empty()),
            new Fact.BudgetSpent(gen.upTo(5)),
            new Fact.OutOfTime(Duration.ofSeconds(gen.upTo(120))));
    boolean byLimit = cause instanceof Fact.BudgetSpent || cause instanceof Fact.OutOfTime;
    return new Ending(false, byLimit, cause, now());
  }

  private List<ReplicaState> replicas() {
    var replicas = new ArrayList<ReplicaState>();
    sizes.forEach(
        (role, size) -> {
          for (int index = 0; index < size; index++) {
            replicas.add(StateMaker.replica(role, index, gen.oneOf(Slot.values()), gen.chance(1)));
          }
        });
    return replicas;
  }

  private Map<String, Integer> forgiven() {
    var forgiven = new HashMap<String, Integer>();
    gen.someOf(2, this::uid).forEach(uid -> forgiven.put(uid, 1 + gen.upTo(4)));
    return forgiven;
  }

  private String uid() {
    return "uid-" + gen.upTo(1_000);
  }

  private Instant now() {
    return at(second);
  }
}
