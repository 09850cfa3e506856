package dev.trainyard.api.tensorstack;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.trainyard.api.Copies;
import io.fabric8.kubernetes.api.model.ObjectReference;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a job fares, in the words of both job kinds.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobStatus(
    @JsonPropertyDescription("The replicas, type by type in the order of their ranks.")
        List<TaskStatus> tasks,
    @JsonPropertyDescription("The TensorBoard of the job, if it has one.")
        @Nullable DependentStatus tensorboard,
    @JsonPropertyDescription("Restarts so far, over all types.") int backoffCount,
    @JsonPropertyDescription("How many replicas are in which phase.") Aggregate aggregate,
    @JsonPropertyDescription(
            "Initialized, Running, Failed, Completed, ReplicaFailure and Paused, as far as they"
                + " apply.")
        List<JobCondition> conditions,
    @JsonPropertyDescription("Pending, Running, Paused, Resuming, Succeeded, Failed or Unknown.")
        @Nullable String phase,
    @JsonPropertyDescription("What the operator must not forget; of no use to others.")
        @Nullable Memory memory) {

  public JobStatus {
    tasks = Copies.list("tasks", tasks);
    aggregate = aggregate == null ? new Aggregate(0, 0, 0, 0, 0, 0, 0) : aggregate;
    conditions = Copies.list("conditions", conditions);
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record TaskStatus(
      @JsonPropertyDescription("The type of these replicas.") String type,
      @JsonPropertyDescription("Restarts of replicas of this type.") int restartCount,
      @JsonPropertyDescription("One entry for each replica, by index.")
          List<ReplicaStatus> replicaStatus) {

    public TaskStatus {
      type = requireNonNullElse(type, "");
      replicaStatus = Copies.list("replicaStatus", replicaStatus);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ReplicaStatus(
      @JsonPropertyDescription("The name of its pod.") String name,
      @JsonPropertyDescription("The uid of its pod, or of the last one.") @Nullable String uid,
      @JsonPropertyDescription(
              "Pending, Running, Succeeded, Failed or Unknown as its pod is; Creating while there"
                  + " is to be one, Deleted while or after it goes.")
          String phase,
      @JsonPropertyDescription("The containers of its pod, in order.")
          List<ContainerStatus> containers) {

    public ReplicaStatus {
      name = requireNonNullElse(name, "");
      phase = requireNonNullElse(phase, "");
      containers = Copies.list("containers", containers);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ContainerStatus(
      @JsonPropertyDescription("The name of the container.") String name,
      @JsonPropertyDescription("Waiting, Running or Terminated.") String state,
      @JsonPropertyDescription("How it ended, once Terminated.") @Nullable Integer exitCode) {

    public ContainerStatus {
      name = requireNonNullElse(name, "");
      state = requireNonNullElse(state, "");
    }
  }

  /// The seven numbers add up to the replicas that are listed.
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Aggregate(
      @JsonPropertyDescription("Replicas whose pod is still to be made.") int creating,
      @JsonPropertyDescription("Replicas whose pod waits.") int pending,
      @JsonPropertyDescription("Replicas whose pod runs.") int running,
      @JsonPropertyDescription("Replicas whose pod has succeeded.") int succeeded,
      @JsonPropertyDescription("Replicas whose pod has failed.") int failed,
      @JsonPropertyDescription("Replicas whose pod is out of sight.") int unknown,
      @JsonPropertyDescription("Replicas whose pod is gone or going.") int deleted) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record DependentStatus(
      @JsonPropertyDescription("What it is to the job.") String name,
      @JsonPropertyDescription("Which object it is.") @Nullable ObjectReference dependent,
      @JsonPropertyDescription("Whether it is ready to serve.") boolean ready,
      @JsonPropertyDescription("DependentReady, DependentNotReady or DependentFailed.")
          String reason,
      @JsonPropertyDescription("What was done about it last: Create, or NOP for nothing.")
          String action,
      @JsonPropertyDescription("The same in a sentence.") String note,
      @JsonPropertyDescription("Normal or Warning.") String type) {

    public DependentStatus {
      name = requireNonNullElse(name, "");
      reason = requireNonNullElse(reason, "");
      action = requireNonNullElse(action, "");
      note = requireNonNullElse(note, "");
      type = requireNonNullElse(type, "");
    }
  }

  /// What no documented field tells again.
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Memory(
      @JsonPropertyDescription("How often the whole job was started, if more than once.")
          @Nullable Integer attempt,
      @JsonPropertyDescription("The uids of pods that are accounted for and have to go.")
          @Nullable List<String> dismissed,
      @JsonPropertyDescription("How many replicas of a type were all there at once.")
          @Nullable Map<String, Integer> filled,
      @JsonPropertyDescription("The indices of replicas that have succeeded, by type.")
          @Nullable Map<String, List<Integer>> done,
      @JsonPropertyDescription("The clean-up policy by which the job has ended, unless None.")
          @Nullable String cleanUp,
      @JsonPropertyDescription("When everything was there, while a refused spec hides it.")
          @Nullable String initialized,
      @JsonPropertyDescription("Since when the host list differs from the workers that run.")
          @Nullable String unsettledSince) {

    public Memory {
      dismissed = Copies.listIfAny("dismissed", dismissed);
    }
  }
}
