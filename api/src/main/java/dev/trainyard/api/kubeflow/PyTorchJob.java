package dev.trainyard.api.kubeflow;

import static java.util.Objects.requireNonNullElseGet;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.trainyard.api.Copies;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Kubeflow's `PyTorchJob` (`kubeflow.org/v1`) as the API server stores it, before any default.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public record PyTorchJob(ObjectMeta metadata, Spec spec, @Nullable JobStatus status) {

  public static final String GROUP = Training.GROUP;
  public static final String VERSION = "v1";
  public static final String API_VERSION = GROUP + "/" + VERSION;
  public static final String KIND = "PyTorchJob";
  public static final String PLURAL = "pytorchjobs";

  public PyTorchJob {
    metadata = requireNonNullElseGet(metadata, ObjectMeta::new);
    spec = requireNonNullElseGet(spec, () -> new Spec(Map.of(), null, null, null));
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String apiVersion() {
    return API_VERSION;
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String kind() {
    return KIND;
  }

  public PyTorchJob withStatus(JobStatus newStatus) {
    return new PyTorchJob(metadata, spec, newStatus);
  }

  /// What to run. A missing `pytorchReplicaSpecs` reads as an empty one; both are refused alike.
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      @Required
          @JsonPropertyDescription(
              "The replicas by type: Master (at most one pod), Worker, or both.")
          Map<String, ReplicaSpec> pytorchReplicaSpecs,
      @JsonPropertyDescription(
              "When the job is stopped, retried, suspended and cleaned up, and how it is queued.")
          @Nullable RunPolicy runPolicy,
      @JsonPropertyDescription(
              "Makes the workers elastic under torchrun; its presence is enough, even when empty.")
          @Nullable ElasticPolicy elasticPolicy,
      @JsonPropertyDescription(
              "Processes per replica: auto, cpu, gpu or an integer written as a string. Defaults to"
                  + " auto.")
          @Nullable String nprocPerNode) {

    public Spec {
      pytorchReplicaSpecs =
          Copies.map(pytorchReplicaSpecs, () -> new ReplicaSpec(null, null, null));
    }
  }
}
