package dev.trainyard.api.kubeflow;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.LabelSelector;
import org.jspecify.annotations.Nullable;

/// How the pods of one replica type fare. A count of 0 and an absent count are the same thing, so
/// counts are plain numbers here and 0 is not written.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReplicaStatus(
    @JsonPropertyDescription("Pods that run.") @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        int active,
    @JsonPropertyDescription("Pods that succeeded.") @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        int succeeded,
    @JsonPropertyDescription("Pods that failed.") @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        int failed,
    @JsonPropertyDescription("Deprecated: never written; use selector.")
        @Nullable LabelSelector labelSelector,
    @JsonPropertyDescription("The label selector of these pods, for autoscalers.")
        @Nullable String selector) {

  public static final ReplicaStatus NONE = new ReplicaStatus(0, 0, 0, null, null);
}
