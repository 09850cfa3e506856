package dev.trainyard.api.runai;

import static java.util.Objects.requireNonNullElseGet;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/// Run:ai's `TrainingWorkload`: a training, or a template for trainings. Its spec stays as it was
/// written, because users write `"false"` and bare numbers; the catalogue says what they mean.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public record TrainingWorkload(
    ObjectMeta metadata, ObjectNode spec, @Nullable TrainingWorkloadStatus status) {

  public static final String GROUP = RunAi.GROUP;
  public static final String VERSION = RunAi.VERSION;
  public static final String API_VERSION = GROUP + "/" + VERSION;
  public static final String KIND = "TrainingWorkload";
  public static final String PLURAL = "trainingworkloads";
  public static final String SINGULAR = "trainingworkload";

  public TrainingWorkload {
    metadata = requireNonNullElseGet(metadata, ObjectMeta::new);
    spec = requireNonNullElseGet(spec, JsonNodeFactory.instance::objectNode);
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String apiVersion() {
    return API_VERSION;
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String kind() {
    return KIND;
  }

  public TrainingWorkload withStatus(TrainingWorkloadStatus newStatus) {
    return new TrainingWorkload(metadata, spec, newStatus);
  }
}
