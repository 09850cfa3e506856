package dev.trainyard.api.runai;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.Copies;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a workload fares.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record TrainingWorkloadStatus(
    @JsonPropertyDescription(
            "Creating, Pending, Initializing, Running, Degraded, Stopping, Stopped, Resuming,"
                + " Deleting, Completed, Failed or Unknown.")
        @Nullable String phase,
    @JsonPropertyDescription("The uid of the workload.") @Nullable String workloadId,
    @JsonPropertyDescription("The name its job has got.") @Nullable String jobName,
    @JsonPropertyDescription("The project of its namespace.") @Nullable String project,
    @JsonPropertyDescription("The queue its pods wait in.") @Nullable String queue,
    @JsonPropertyDescription("The node pool its pods are offered to now.")
        @Nullable String nodePool,
    @JsonPropertyDescription("How many pods it wants at once.") @Nullable Integer requestedPods,
    @JsonPropertyDescription("How many of its pods run.") @Nullable Integer runningPods,
    @JsonPropertyDescription("How many of its pods wait.") @Nullable Integer pendingPods,
    @JsonPropertyDescription("How many of its pods have succeeded.")
        @Nullable Integer succeededPods,
    @JsonPropertyDescription("How many of its pods have failed.") @Nullable Integer failedPods,
    @JsonPropertyDescription("How often it had to make room for others.")
        @Nullable Integer preemptionCount,
    @JsonPropertyDescription("How many GPUs it asks for.") @Nullable String requestedGpus,
    @JsonPropertyDescription("How many GPUs it holds.") @Nullable String allocatedGpus,
    @JsonPropertyDescription("When it was taken on.") @Nullable String startTime,
    @JsonPropertyDescription("When it ended.") @Nullable String completionTime,
    @JsonPropertyDescription("What is to be said of it, in a sentence.") @Nullable String message,
    @JsonPropertyDescription("Where its exposed URLs are.") List<String> urls,
    @JsonPropertyDescription("What was created for it besides its pods.")
        List<CreatedResource> createdResources,
    @JsonPropertyDescription(
            "Submitted, Scheduled, Running, Suspended, Completed and Failed, as far as they apply.")
        List<Condition> conditions,
    @JsonPropertyDescription("The generation of the spec that this tells of.")
        @Nullable Long observedGeneration,
    @JsonPropertyDescription("What the operator must not forget; of no use to others.")
        @Nullable ObjectNode memory) {

  public TrainingWorkloadStatus {
    urls = Copies.list("urls", urls);
    createdResources = Copies.list("createdResources", createdResources);
    conditions = Copies.list("conditions", conditions);
  }

  /// An object that belongs to the workload.
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record CreatedResource(
      @JsonPropertyDescription("The kind of the object.") String kind,
      @JsonPropertyDescription("The version of its API.") String version,
      @JsonPropertyDescription("Where it is.") String namespace,
      @JsonPropertyDescription("What it is called.") String name) {

    public CreatedResource {
      kind = requireNonNullElse(kind, "");
      version = requireNonNullElse(version, "");
      namespace = requireNonNullElse(namespace, "");
      name = requireNonNullElse(name, "");
    }
  }

  /// One observation. Its time moves with its status only.
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Condition(
      @JsonPropertyDescription("What is observed.") String type,
      @JsonPropertyDescription("True, False or Unknown.") String status,
      @JsonPropertyDescription("Why, in a word.") @Nullable String reason,
      @JsonPropertyDescription("Why, in a sentence.") @Nullable String message,
      @JsonPropertyDescription("When the status last changed.")
          @Nullable String lastTransitionTime) {

    public Condition {
      type = requireNonNullElse(type, "");
      status = requireNonNullElse(status, "");
    }
  }
}
