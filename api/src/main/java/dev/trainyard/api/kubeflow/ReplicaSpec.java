package dev.trainyard.api.kubeflow;

import static java.util.Objects.requireNonNullElseGet;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import org.jspecify.annotations.Nullable;

/// The replicas of one type: how many, from which pod template, and what happens when one ends.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReplicaSpec(
    @JsonPropertyDescription("How many pods of this type to run. Defaults to 1.")
        @Nullable Integer replicas,
    @JsonPropertyDescription("The pod to run; the training process is its container named pytorch.")
        PodTemplateSpec template,
    @JsonPropertyDescription(
            "What to do when a replica fails: Always, OnFailure, Never, or ExitCode (retry from"
                + " exit code 128 up, fail below). Defaults to OnFailure.")
        @Nullable String restartPolicy) {

  public ReplicaSpec(
      @Nullable Integer replicas,
      @Nullable PodTemplateSpec template,
      @Nullable String restartPolicy) {
    this.replicas = replicas;
    this.template = requireNonNullElseGet(template, PodTemplateSpec::new);
    this.restartPolicy = restartPolicy;
  }
}
