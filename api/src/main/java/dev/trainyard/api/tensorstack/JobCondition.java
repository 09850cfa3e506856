package dev.trainyard.api.tensorstack;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// One observation of a job.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobCondition(
    @JsonPropertyDescription("What is observed.") String type,
    @JsonPropertyDescription("True, False or Unknown.") String status,
    @JsonPropertyDescription("Why, in a word.") @Nullable String reason,
    @JsonPropertyDescription("Why, in a sentence.") @Nullable String message,
    @JsonPropertyDescription("When the status last changed.") @Nullable String lastTransitionTime) {

  public JobCondition {
    type = requireNonNullElse(type, "");
    status = requireNonNullElse(status, "");
  }
}
