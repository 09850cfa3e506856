package dev.trainyard.api.kubeflow;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.trainyard.api.Copies;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a job of the group fares. Times are RFC 3339 in whole seconds, kept as they were written.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobStatus(
    @JsonPropertyDescription("What has become of the job; the last one is its present state.")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<JobCondition> conditions,
    @JsonPropertyDescription("Counts of the pods by replica type.")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        Map<String, ReplicaStatus> replicaStatuses,
    @JsonPropertyDescription("When the job started or was last resumed.")
        @Nullable String startTime,
    @JsonPropertyDescription("When the job succeeded or failed.") @Nullable String completionTime,
    @JsonPropertyDescription("When the job was last held back by its pod group.")
        @Nullable String lastReconcileTime) {

  public JobStatus {
    conditions = Copies.list("conditions", conditions);
    replicaStatuses = Copies.map(replicaStatuses, () -> ReplicaStatus.NONE);
  }
}
