package dev.trainyard.api.tensorstack;

import static java.util.Objects.requireNonNullElse;
import static java.util.Objects.requireNonNullElseGet;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.trainyard.api.Copies;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// TensorStack's `PodGroup`: pods that are placed together or not at all.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public record PodGroup(ObjectMeta metadata, Spec spec, @Nullable Status status) {

  public static final String GROUP = TensorStack.SCHEDULER_GROUP;
  public static final String VERSION = TensorStack.VERSION;
  public static final String API_VERSION = GROUP + "/" + VERSION;
  public static final String KIND = "PodGroup";
  public static final String PLURAL = "podgroups";

  public PodGroup {
    metadata = requireNonNullElseGet(metadata, ObjectMeta::new);
    spec = requireNonNullElseGet(spec, () -> new Spec(null, null, null, List.of(), null));
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String apiVersion() {
    return API_VERSION;
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String kind() {
    return KIND;
  }

  public PodGroup withStatus(Status newStatus) {
    return new PodGroup(metadata, spec, newStatus);
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      @Min(0)
          @JsonPropertyDescription(
              "How many must be there, and find places together, before any is placed. Defaults to"
                  + " 1.")
          @Nullable Integer minMember,
      @JsonPropertyDescription("The Queue they wait in. Defaults to default.")
          @Nullable String queue,
      @Min(0)
          @Max(100)
          @JsonPropertyDescription("The order inside the queue, from 0 to 100. Defaults to 0.")
          @Nullable Integer priority,
      @JsonPropertyDescription("How many of each role must be there; every one of them counts.")
          @JsonInclude(JsonInclude.Include.NON_EMPTY)
          List<Role> roles,
      @JsonPropertyDescription("Taken and without effect.") @Nullable String topologyPolicy) {

    public Spec {
      roles = Copies.list("roles", roles);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Role(
      @JsonPropertyDescription("The role, as pods have it in a label.") String name,
      @Min(0) @JsonPropertyDescription("How many of it must be there.")
          @Nullable Integer minMember) {

    public Role {
      name = requireNonNullElse(name, "");
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Status(
      @JsonPropertyDescription("Pods that have a place and do not run yet.") int allocated,
      @JsonPropertyDescription("Pods that wait for a place.") int pending,
      @JsonPropertyDescription("Pods that run.") int running,
      @JsonPropertyDescription("Pods that have succeeded.") int succeeded,
      @JsonPropertyDescription("Pods that have failed.") int failed,
      @JsonPropertyDescription("Pods that are out of sight.") int unknown,
      @JsonPropertyDescription("SufficientGroupMember and GroupScheduled.")
          @JsonInclude(JsonInclude.Include.NON_EMPTY)
          List<Condition> conditions) {

    public Status {
      conditions = Copies.list("conditions", conditions);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Condition(
      @JsonPropertyDescription("What is observed.") String type,
      @JsonPropertyDescription("True, False or Unknown.") String status,
      @JsonPropertyDescription("Another value with every change of the status.")
          @Nullable String transitionID,
      @JsonPropertyDescription("When the status last changed.") @Nullable String lastTransitionTime,
      @JsonPropertyDescription("Why, in a word.") @Nullable String reason,
      @JsonPropertyDescription("Why, in a sentence.") @Nullable String message) {

    public Condition {
      type = requireNonNullElse(type, "");
      status = requireNonNullElse(status, "");
    }
  }
}
