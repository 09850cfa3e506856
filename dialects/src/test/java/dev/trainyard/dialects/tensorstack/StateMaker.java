package dev.trainyard.dialects.tensorstack;

import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.AttachmentState;
import dev.trainyard.engine.model.JobState.ContainerStage;
import dev.trainyard.engine.model.JobState.ContainerState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Milestones;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Makes states in which a test names only what it is about.
record StateMaker(
    Phase phase,
    List<ReplicaState> replicas,
    List<AttachmentState> attachments,
    Remembered memory) {

  private static final Instant START = Instant.parse("2026-01-02T03:04:00Z");

  /// That many seconds into every story.
  static Instant at(long second) {
    return START.plusSeconds(second);
  }

  /// The job with states stored in it, one after the other, each ten seconds later.
  static <R> R stored(JobMaker<R> maker, StateMaker... states) {
    var job = maker.build();
    for (int i = 0; i < states.length; i++) {
      job = maker.dialect().withStatus(job, states[i].build(), at(100 + 10L * i));
    }
    return job;
  }

  private static StateMaker fresh(Phase phase) {
    return new StateMaker(phase, List.of(), List.of(), Remembered.nothing());
  }

  static StateMaker accepted() {
    return fresh(Phase.ACCEPTED).milestones(Milestones.none().accepted(at(0)));
  }

  static StateMaker heldAtBirth() {
    return fresh(Phase.HELD).milestones(Milestones.none().heldSince(at(0)));
  }

  StateMaker initialized(long second) {
    return milestones(memory.milestones().initialized(at(second)));
  }

  StateMaker running(long second) {
    return milestones(memory.milestones().running(Optional.of(at(second)))).phase(Phase.RUNNING);
  }

  StateMaker held(long second) {
    return milestones(memory.milestones().heldSince(at(second))).phase(Phase.HOLDING);
  }

  StateMaker resumed(long second) {
    return milestones(memory.milestones().resumed(at(second))).phase(Phase.RESUMING);
  }

  StateMaker succeeded(long second) {
    return ended(new Ending(true, false, new Fact.Succeeded(), at(second)));
  }

  StateMaker failed(Fact cause, long second) {
    return ended(new Ending(false, cause instanceof Fact.OutOfTime, cause, at(second)));
  }

  StateMaker ended(Ending ending) {
    return new StateMaker(
        ending.succeeded() ? Phase.SUCCEEDED : Phase.FAILED,
        replicas,
        attachments,
        memory.with(ending));
  }

  StateMaker phase(Phase phase) {
    return new StateMaker(phase, replicas, attachments, memory);
  }

  StateMaker milestones(Milestones milestones) {
    return remembering(memory.with(milestones));
  }

  StateMaker remembering(Remembered remembered) {
    return new StateMaker(phase, replicas, attachments, remembered);
  }

  StateMaker restarted(Map<String, Integer> byType) {
    return remembering(memory.with(new Tally(byType, 0, Optional.empty(), Optional.empty())));
  }

  StateMaker replicas(List<ReplicaState> states) {
    return new StateMaker(phase, states, attachments, memory);
  }

  StateMaker with(AttachmentState attachment) {
    return new StateMaker(phase, replicas, List.of(attachment), memory);
  }

  /// One replica after the other, starting at index 0.
  StateMaker slots(String type, Slot... slots) {
    var added = IntStream.range(0, slots.length).mapToObj(i -> replica(type, i, slots[i], false));
    return replicas(
        Stream.concat(replicas.stream().filter(state -> !state.id().role().equals(type)), added)
            .toList());
  }

  StateMaker leaving(String type, int index, Slot slot) {
    return replicas(
        Stream.concat(replicas.stream(), Stream.of(replica(type, index, slot, true))).toList());
  }

  static ReplicaState replica(String type, int index, Slot slot, boolean leaving) {
    return replica(
        type,
        index,
        slot,
        leaving,
        slot == Slot.CREATING ? Optional.empty() : Optional.of("uid-%s%d".formatted(type, index)),
        List.of(container(slot)));
  }

  static ReplicaState replica(
      String type,
      int index,
      Slot slot,
      boolean leaving,
      Optional<String> uid,
      List<ContainerState> containers) {
    return new ReplicaState(
        new ReplicaId(type, index),
        "j-abcde-%s-%d".formatted(type, index),
        uid,
        slot,
        leaving,
        false,
        0,
        Optional.empty(),
        containers);
  }

  private static ContainerState container(Slot slot) {
    var name = "python";
    return switch (slot) {
      case CREATING, PENDING, UNKNOWN, DELETED ->
          new ContainerState(name, ContainerStage.WAITING, OptionalInt.empty(), 0);
      case RUNNING -> new ContainerState(name, ContainerStage.RUNNING, OptionalInt.empty(), 0);
      case SUCCEEDED -> new ContainerState(name, ContainerStage.TERMINATED, OptionalInt.of(0), 0);
      case FAILED -> new ContainerState(name, ContainerStage.TERMINATED, OptionalInt.of(7), 0);
    };
  }

  JobState build() {
    return new JobState(phase, Optional.empty(), replicas, attachments, Optional.empty(), memory);
  }
}
