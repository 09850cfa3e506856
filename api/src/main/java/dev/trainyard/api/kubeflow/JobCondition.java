package dev.trainyard.api.kubeflow;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/// One fact about a job and since when it holds. A job has at most one condition of each type.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobCondition(
    @Required
        @JsonPropertyDescription("Created, Running, Restarting, Suspended, Succeeded or Failed.")
        String type,
    @Required @JsonPropertyDescription("True, False or Unknown.") String status,
    @JsonPropertyDescription("Why, as one word for programs.") @Nullable String reason,
    @JsonPropertyDescription("Why, as a sentence for people.") @Nullable String message,
    @JsonPropertyDescription("When the condition was last written.")
        @Nullable String lastUpdateTime,
    @JsonPropertyDescription("When the status last changed.") @Nullable String lastTransitionTime) {

  public JobCondition {
    type = requireNonNullElse(type, "");
    status = requireNonNullElse(status, "");
  }
}
