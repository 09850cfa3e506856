package dev.trainyard.api.kubeflow;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.trainyard.api.Copies;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a gang scheduler is told about a job. A missing `minResources` is computed, `{}` is kept.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SchedulingPolicy(
    @JsonPropertyDescription(
            "How many pods must fit before any is started. Defaults to all of them.")
        @Nullable Integer minAvailable,
    @JsonPropertyDescription("The queue the job waits in. Immutable once set.")
        @ValidationRule(
            value = "self == oldSelf",
            message = "spec.runPolicy.schedulingPolicy.queue is immutable")
        @Nullable String queue,
    @JsonPropertyDescription(
            "Resources that must be free before any pod is started. Defaults to what the pods ask"
                + " for.")
        @Nullable Map<String, Quantity> minResources,
    @JsonPropertyDescription("The priority class of the gang; it is not copied to the pods.")
        @Nullable String priorityClass,
    @JsonPropertyDescription("Seconds the gang may wait to be placed.")
        @Nullable Integer scheduleTimeoutSeconds) {

  public SchedulingPolicy {
    minResources = minResources == null ? null : Copies.map(minResources, Quantity::new);
  }
}
