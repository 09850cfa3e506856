package dev.trainyard.api.tensorstack;

import static java.util.Objects.requireNonNullElse;
import static java.util.Objects.requireNonNullElseGet;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import org.jspecify.annotations.Nullable;

/// Replicas of one type.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReplicaSpec(
    @Required @JsonPropertyDescription("A name of their own, such as master, worker, node or ps.")
        String type,
    @JsonPropertyDescription("How many there are. Defaults to 1.") @Nullable Integer replicas,
    @Required @JsonPropertyDescription("What each runs.") PodTemplateSpec template,
    @JsonPropertyDescription(
            "Which ends are followed by a new start: Always, OnFailure, Never or ExitCode (130,"
                + " 137, 138 and 143). Defaults to Never.")
        @Nullable String restartPolicy,
    @JsonPropertyDescription(
            "The share of this type in the replicas of an elastic job; 0 keeps its number fixed.")
        @Nullable Integer scalingWeight) {

  public ReplicaSpec {
    type = requireNonNullElse(type, "");
    template = requireNonNullElseGet(template, PodTemplateSpec::new);
  }
}
