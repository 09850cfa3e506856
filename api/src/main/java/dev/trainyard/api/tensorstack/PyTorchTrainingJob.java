package dev.trainyard.api.tensorstack;

import static java.util.Objects.requireNonNullElseGet;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.trainyard.api.Copies;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// TensorStack's `PyTorchTrainingJob`.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public record PyTorchTrainingJob(ObjectMeta metadata, Spec spec, @Nullable JobStatus status) {

  public static final String GROUP = TensorStack.BATCH_GROUP;
  public static final String VERSION = TensorStack.VERSION;
  public static final String API_VERSION = GROUP + "/" + VERSION;
  public static final String KIND = "PyTorchTrainingJob";
  public static final String PLURAL = "pytorchtrainingjobs";

  public PyTorchTrainingJob {
    metadata = requireNonNullElseGet(metadata, ObjectMeta::new);
    spec =
        requireNonNullElseGet(spec, () -> new Spec(List.of(), null, null, null, null, null, null));
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String apiVersion() {
    return API_VERSION;
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String kind() {
    return KIND;
  }

  public PyTorchTrainingJob withStatus(JobStatus newStatus) {
    return new PyTorchTrainingJob(metadata, spec, newStatus);
  }

  /// What to run. Missing `replicaSpecs` read as none; both are refused alike.
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      @Required
          @JsonPropertyDescription(
              "The replicas, type by type. The first replica of type master, or of the first type,"
                  + " decides how the job ends.")
          List<ReplicaSpec> replicaSpecs,
      @JsonPropertyDescription("A TensorBoard that is kept beside the job.")
          @Nullable TensorBoardSpec tensorboardSpec,
      @JsonPropertyDescription("Whether the job trains, waits to be looked into, or is paused.")
          @Nullable RunMode runMode,
      @JsonPropertyDescription("When the job is stopped, retried and cleaned up.")
          @Nullable RunPolicy runPolicy,
      @JsonPropertyDescription("Who places the pods; unset leaves it to Kubernetes.")
          @Nullable SchedulerPolicy scheduler,
      @JsonPropertyDescription(
              "Lets the number of replicas change while the job trains; needs torchrunConfig.")
          @Nullable ElasticConfig elastic,
      @JsonPropertyDescription("Starts the training program by torchrun.")
          @Nullable TorchrunConfig torchrunConfig) {

    public Spec {
      replicaSpecs = Copies.list("replicaSpecs", replicaSpecs);
    }
  }
}
