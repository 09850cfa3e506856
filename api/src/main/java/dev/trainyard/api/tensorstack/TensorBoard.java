package dev.trainyard.api.tensorstack;

import static java.util.Objects.requireNonNullElse;
import static java.util.Objects.requireNonNullElseGet;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.trainyard.api.Copies;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// TensorStack's `TensorBoard`: the page that shows the logs of trainings.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public record TensorBoard(ObjectMeta metadata, TensorBoardSpec spec, @Nullable Status status) {

  public static final String GROUP = TensorStack.GROUP;
  public static final String VERSION = TensorStack.VERSION;
  public static final String API_VERSION = GROUP + "/" + VERSION;
  public static final String KIND = "TensorBoard";
  public static final String PLURAL = "tensorboards";

  public TensorBoard {
    metadata = requireNonNullElseGet(metadata, ObjectMeta::new);
    spec =
        requireNonNullElseGet(
            spec, () -> new TensorBoardSpec(null, null, null, null, null, null, null));
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String apiVersion() {
    return API_VERSION;
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String kind() {
    return KIND;
  }

  public TensorBoard withStatus(Status newStatus) {
    return new TensorBoard(metadata, spec, newStatus);
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Status(
      @JsonPropertyDescription("Pending, Running, Paused, Failed or Unknown.")
          @Nullable String phase,
      @JsonPropertyDescription("The pod that serves it, if there is one.") @Nullable Pod pod,
      @JsonPropertyDescription("Where its page is; only the path where no public address is known.")
          @Nullable String url,
      @JsonPropertyDescription("Suspended, Ready and Idle.")
          @JsonInclude(JsonInclude.Include.NON_EMPTY)
          List<Condition> conditions,
      @JsonPropertyDescription("What the operator must not forget; of no use to others.")
          @Nullable Memory memory) {

    public Status {
      conditions = Copies.list("conditions", conditions);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Pod(
      @JsonPropertyDescription("Which pod it is.") Reference reference,
      @JsonPropertyDescription("Pending, Running, Succeeded, Failed or Unknown, as the pod is.")
          @Nullable String phase) {

    public Pod {
      reference = requireNonNullElseGet(reference, () -> new Reference("", null));
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Reference(
      @JsonPropertyDescription("The name of the pod.") String name,
      @JsonPropertyDescription("The uid of the pod.") @Nullable String uid) {

    public Reference {
      name = requireNonNullElse(name, "");
    }
  }

  /// One observation. It has no reason: its type and status say it all.
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Condition(
      @JsonPropertyDescription("What is observed.") String type,
      @JsonPropertyDescription("True, False or Unknown.") String status,
      @JsonPropertyDescription("The same in a sentence.") @Nullable String message,
      @JsonPropertyDescription("When the status last changed.") @Nullable String lastTransitionTime,
      @JsonPropertyDescription("When this was last found to be different from before.")
          @Nullable String lastProbeTime) {

    public Condition {
      type = requireNonNullElse(type, "");
      status = requireNonNullElse(status, "");
    }
  }

  /// What no documented field tells again.
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Memory(
      @JsonPropertyDescription("How often it was started on request, if more than once.")
          @Nullable Integer attempt,
      @JsonPropertyDescription("The uids of pods that are accounted for and have to go.")
          @Nullable List<String> dismissed,
      @JsonPropertyDescription("When it was taken on.") @Nullable String accepted,
      @JsonPropertyDescription("When everything it needs was there first.")
          @Nullable String initialized,
      @JsonPropertyDescription("Since when it runs.") @Nullable String running,
      @JsonPropertyDescription("Since when it is suspended.") @Nullable String held,
      @JsonPropertyDescription("When it last came back.") @Nullable String resumed) {

    public Memory {
      dismissed = Copies.listIfAny("dismissed", dismissed);
    }
  }
}
