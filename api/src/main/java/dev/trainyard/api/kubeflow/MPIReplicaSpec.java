package dev.trainyard.api.kubeflow;

import static java.util.Objects.requireNonNullElseGet;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import org.jspecify.annotations.Nullable;

/// The launcher of an MPIJob, or its workers: how many, from which pod template, and whether a
/// container that failed is started again where it is.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MPIReplicaSpec(
    @JsonPropertyDescription(
            "How many pods to run: exactly 1 launcher (its default), or at least 1 worker.")
        @Nullable Integer replicas,
    @JsonPropertyDescription(
            "The pod to run. Its first container runs mpirun in the launcher, and sshd in a worker"
                + " unless it says what else.")
        PodTemplateSpec template,
    @JsonPropertyDescription(
            "Never, or OnFailure to restart a failed container within its pod. Defaults to"
                + " OnFailure for the launcher and to Never for workers.")
        @Nullable String restartPolicy) {

  public MPIReplicaSpec(
      @Nullable Integer replicas,
      @Nullable PodTemplateSpec template,
      @Nullable String restartPolicy) {
    this.replicas = replicas;
    this.template = requireNonNullElseGet(template, PodTemplateSpec::new);
    this.restartPolicy = restartPolicy;
  }
}
