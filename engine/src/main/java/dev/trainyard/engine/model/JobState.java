package dev.trainyard.engine.model;

import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Everything any dialect reports, in neutral words. `why` is the fact behind the phase.
public record JobState(
    Phase phase,
    Optional<Fact> why,
    List<ReplicaState> replicas,
    List<AttachmentState> attachments,
    Optional<Waiting> waiting,
    Remembered remember) {

  public JobState {
    replicas = List.copyOf(replicas);
    attachments = List.copyOf(attachments);
  }

  public JobState remembering(Remembered remember) {
    return new JobState(phase, why, replicas, attachments, waiting, remember);
  }

  /// The state of a job that nobody has looked at yet.
  public static JobState unseen() {
    return new JobState(
        Phase.ACCEPTED,
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Remembered.nothing());
  }

  public enum Phase {
    ACCEPTED,
    WAITING,
    STARTING,
    RUNNING,
    SHRUNKEN,
    RESTARTING,
    HOLDING,
    HELD,
    RESUMING,
    UNKNOWN,
    SUCCEEDED,
    FAILED
  }

  /// One slot. Slots that never had a pod and want none are not listed. `leaving` pods have been
  /// asked to go and still stand.
  public record ReplicaState(
      ReplicaId id,
      String podName,
      Optional<String> uid,
      Slot slot,
      boolean leaving,
      boolean ready,
      int restarts,
      Optional<String> node,
      List<ContainerState> containers) {
    public ReplicaState {
      containers = List.copyOf(containers);
    }
  }

  public enum Slot {
    CREATING,
    PENDING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    UNKNOWN,
    DELETED
  }

  public record ContainerState(
      String name, ContainerStage stage, OptionalInt exitCode, int restarts) {}

  public enum ContainerStage {
    WAITING,
    RUNNING,
    TERMINATED
  }

  public record AttachmentState(ObjectRef object, boolean ready, String note) {}

  public record Waiting(String reason, Map<String, String> numbers) {
    /// The lead waits for replicas to be ready that have ended.
    public static final String REPLICAS_ENDED = "ReplicasEnded";

    public Waiting {
      numbers = TrainingJob.ordered(numbers);
    }
  }
}
