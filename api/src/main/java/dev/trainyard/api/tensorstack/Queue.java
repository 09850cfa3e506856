package dev.trainyard.api.tensorstack;

import static java.util.Objects.requireNonNullElseGet;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.trainyard.api.Copies;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// TensorStack's `Queue`: a share of the cluster that jobs wait for.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public record Queue(ObjectMeta metadata, Spec spec, @Nullable Status status) {

  public static final String GROUP = TensorStack.SCHEDULER_GROUP;
  public static final String VERSION = TensorStack.VERSION;
  public static final String API_VERSION = GROUP + "/" + VERSION;
  public static final String KIND = "Queue";
  public static final String PLURAL = "queues";

  /// A length of time such as `3w` or `2h45m`; `0` and nothing at all mean no limit.
  public static final String DURATION =
      "^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$";

  public Queue {
    metadata = requireNonNullElseGet(metadata, ObjectMeta::new);
    spec =
        requireNonNullElseGet(spec, () -> new Spec(null, null, null, null, null, null, null, null));
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String apiVersion() {
    return API_VERSION;
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String kind() {
    return KIND;
  }

  public Queue withStatus(Status newStatus) {
    return new Queue(metadata, spec, newStatus);
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      @JsonPropertyDescription("How much its pods may ask for together; unset bounds nothing.")
          @Nullable Quota quota,
      @Min(0)
          @Max(100)
          @JsonPropertyDescription(
              "Queues of higher priority are served first and may take from lower ones, from 0 to"
                  + " 100. Defaults to 0.")
          @Nullable Integer priority,
      @JsonPropertyDescription("Whether other queues may take what it holds. Defaults to true.")
          @Nullable Boolean preemptible,
      @JsonPropertyDescription(
              "Whether nothing new is let in; what runs goes on. Defaults to false.")
          @Nullable Boolean closed,
      @Pattern(DURATION)
          @JsonPropertyDescription(
              "How old a pod in it may become, such as 3w or 2h45m; unset and 0 bound nothing.")
          @Nullable String maxDuration,
      @JsonPropertyDescription("The profile that says how large one pod may be.")
          @Nullable String resourceShapeProfile,
      @JsonPropertyDescription("The nodes it may use; unset means all.")
          @Nullable LabelSelector nodeSelector,
      @JsonPropertyDescription("The namespaces that may use it; unset and empty mean none.")
          @Nullable LabelSelector namespaceSelector) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Quota(
      @JsonPropertyDescription("The most that is asked for together, by resource.")
          @Nullable Map<String, Quantity> requests) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Status(
      @JsonPropertyDescription("What its pods ask for together, from the moment they are placed.")
          @Nullable Map<String, Quantity> allocated,
      @JsonPropertyDescription("QueueClosed and ResourcePressure.")
          @JsonInclude(JsonInclude.Include.NON_EMPTY)
          List<JobCondition> conditions,
      @JsonPropertyDescription("The groups in it.") @Nullable PodGroups podGroups,
      @JsonPropertyDescription("How many of its pods are in which phase.") @Nullable Pods pods) {

    public Status {
      conditions = Copies.list("conditions", conditions);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  public record PodGroups(
      @JsonPropertyDescription(
              "How many there are; a pod that names the queue and no group counts as one.")
          int total) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Pods(
      @JsonPropertyDescription("Pods that wait.") int pending,
      @JsonPropertyDescription("Pods that run.") int running,
      @JsonPropertyDescription("Pods that have succeeded.") int succeeded,
      @JsonPropertyDescription("Pods that have failed.") int failed,
      @JsonPropertyDescription("Pods that are out of sight.") int unknown) {}
}
