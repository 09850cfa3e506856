package dev.trainyard.api.runai;

import static java.util.Objects.requireNonNullElseGet;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;

/// Run:ai's `TrainingPolicy`: what an administrator presets in trainings, and what they may say.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec"})
public record TrainingPolicy(ObjectMeta metadata, ObjectNode spec) {

  public static final String GROUP = RunAi.GROUP;
  public static final String VERSION = RunAi.VERSION;
  public static final String API_VERSION = GROUP + "/" + VERSION;
  public static final String KIND = "TrainingPolicy";
  public static final String PLURAL = "trainingpolicies";
  public static final String SINGULAR = "trainingpolicy";

  public TrainingPolicy {
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
}
