package dev.trainyard.api.codeflare;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.trainyard.api.Copies;
import dev.trainyard.api.codeflare.AppWrapper.PodSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a wrapper and each of its components fare.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record AppWrapperStatus(
    @JsonPropertyDescription(
            "Suspended, Resuming, Running, Resetting, Suspending, Succeeded, Failed or"
                + " Terminating.")
        @Nullable String phase,
    @JsonPropertyDescription("How often its components were removed and created again.")
        @Nullable Integer resettingCount,
    @JsonPropertyDescription(
            "QuotaReserved, ResourcesDeployed, PodsReady, Unhealthy and DeletingResources.")
        List<Condition> conditions,
    @JsonPropertyDescription("What is known of each component, in their order.")
        List<ComponentStatus> componentStatus) {

  public AppWrapperStatus(
      @Nullable String phase,
      @Nullable Integer resettingCount,
      @Nullable List<Condition> conditions,
      @Nullable List<ComponentStatus> componentStatus) {
    this.phase = phase;
    this.resettingCount = resettingCount;
    this.conditions = Copies.list("conditions", conditions);
    this.componentStatus = Copies.list("componentStatus", componentStatus);
  }

  /// Nothing is known of a component by name before it is created for the first time.
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ComponentStatus(
      @JsonPropertyDescription("The name of the object.") String name,
      @JsonPropertyDescription("The kind of the object.") String kind,
      @JsonPropertyDescription("The version of its API.") String apiVersion,
      @JsonPropertyDescription("Its pod sets, declared or found.") List<PodSet> podSets,
      @JsonPropertyDescription("ResourcesDeployed.") @JsonInclude(JsonInclude.Include.NON_EMPTY)
          List<Condition> conditions) {

    public ComponentStatus(
        @Nullable String name,
        @Nullable String kind,
        @Nullable String apiVersion,
        @Nullable List<PodSet> podSets,
        @Nullable List<Condition> conditions) {
      this.name = requireNonNullElse(name, "");
      this.kind = requireNonNullElse(kind, "");
      this.apiVersion = requireNonNullElse(apiVersion, "");
      this.podSets = Copies.list("podSets", podSets);
      this.conditions = Copies.list("conditions", conditions);
    }
  }

  /// One observation. Its time moves with its status only.
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Condition(
      @JsonPropertyDescription("What is observed.") String type,
      @JsonPropertyDescription("True, False or Unknown.") String status,
      @JsonPropertyDescription("When the status last changed.") @Nullable String lastTransitionTime,
      @JsonPropertyDescription("Why, in a word.") String reason,
      @JsonPropertyDescription("Why, in a sentence.") String message) {

    public Condition {
      type = requireNonNullElse(type, "");
      status = requireNonNullElse(status, "");
      reason = requireNonNullElse(reason, "");
      message = requireNonNullElse(message, "");
    }
  }
}
