package dev.trainyard.api.codeflare;

import static java.util.Objects.requireNonNullElse;
import static java.util.Objects.requireNonNullElseGet;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.trainyard.api.Copies;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// CodeFlare's `AppWrapper`: objects that are admitted, watched, retried and removed as one.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public record AppWrapper(ObjectMeta metadata, Spec spec, @Nullable AppWrapperStatus status) {

  public static final String GROUP = CodeFlare.GROUP;
  public static final String VERSION = "v1beta2";
  public static final String API_VERSION = GROUP + "/" + VERSION;
  public static final String KIND = "AppWrapper";
  public static final String PLURAL = "appwrappers";

  public AppWrapper {
    metadata = requireNonNullElseGet(metadata, ObjectMeta::new);
    spec = requireNonNullElseGet(spec, () -> new Spec(null, null, null));
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String apiVersion() {
    return API_VERSION;
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String kind() {
    return KIND;
  }

  public AppWrapper withStatus(AppWrapperStatus newStatus) {
    return new AppWrapper(metadata, spec, newStatus);
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      @Required @JsonPropertyDescription("What it wraps, in the order in which it is created.")
          List<Component> components,
      @JsonPropertyDescription(
              "Whether its components must not exist for now; a queue sets it. Defaults to false.")
          @Nullable Boolean suspend,
      @JsonPropertyDescription(
              "The controller that acts on it: unset, or"
                  + " workload.codeflare.dev/appwrapper-controller for this one. It cannot be"
                  + " changed.")
          @Nullable String managedBy) {

    public Spec(
        @Nullable List<Component> components,
        @Nullable Boolean suspend,
        @Nullable String managedBy) {
      this.components = Copies.list("components", components);
      this.suspend = suspend;
      this.managedBy = managedBy;
    }
  }

  /// One object. `template` is its manifest as it was written, and is never changed.
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Component(
      @Required @JsonPropertyDescription("The complete manifest of the object.") JsonNode template,
      @JsonPropertyDescription(
              "Where its pod templates are and how many pods each makes; found by itself for kinds"
                  + " that are known.")
          List<PodSet> podSets,
      @JsonPropertyDescription(
              "What the queue adds to each pod template when it admits the AppWrapper; in the order"
                  + " of the pod sets.")
          List<PodSetInfo> podSetInfos,
      @JsonPropertyDescription("Reserved; nothing is read from it.")
          Map<String, String> annotations) {

    public Component(
        @Nullable JsonNode template,
        @Nullable List<PodSet> podSets,
        @Nullable List<PodSetInfo> podSetInfos,
        @Nullable Map<String, String> annotations) {
      this.template = requireNonNullElse(template, NullNode.getInstance());
      this.podSets = Copies.list("podSets", podSets);
      this.podSetInfos = Copies.list("podSetInfos", podSetInfos);
      this.annotations = Copies.map(annotations, () -> "");
    }
  }

  /// Equal pods of a component.
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PodSet(
      @Required
          @JsonPropertyDescription(
              "The way to the pod template inside of the component, such as"
                  + " template.spec.replicas[0].template.")
          String path,
      @JsonPropertyDescription("How many pods are made from it. Defaults to 1.")
          @Nullable Integer replicas,
      @JsonPropertyDescription("Hints for a queue that knows the topology of the cluster.")
          @JsonInclude(JsonInclude.Include.NON_EMPTY)
          Map<String, String> annotations) {

    public PodSet(
        @Nullable String path,
        @Nullable Integer replicas,
        @Nullable Map<String, String> annotations) {
      this.path = requireNonNullElse(path, "");
      this.replicas = replicas;
      this.annotations = Copies.map(annotations, () -> "");
    }
  }

  /// What a queue adds to the pods of a set.
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record PodSetInfo(
      @JsonPropertyDescription("Annotations for the pods.") Map<String, String> annotations,
      @JsonPropertyDescription("Labels for the pods.") Map<String, String> labels,
      @JsonPropertyDescription("Labels of the nodes that the pods may run on.")
          Map<String, String> nodeSelector,
      @JsonPropertyDescription("Tolerations for the pods, besides their own.")
          List<Toleration> tolerations,
      @JsonPropertyDescription("What holds the pods back from being scheduled.")
          List<SchedulingGate> schedulingGates) {

    public PodSetInfo(
        @Nullable Map<String, String> annotations,
        @Nullable Map<String, String> labels,
        @Nullable Map<String, String> nodeSelector,
        @Nullable List<Toleration> tolerations,
        @Nullable List<SchedulingGate> schedulingGates) {
      this.annotations = Copies.map(annotations, () -> "");
      this.labels = Copies.map(labels, () -> "");
      this.nodeSelector = Copies.map(nodeSelector, () -> "");
      this.tolerations = Copies.list("tolerations", tolerations);
      this.schedulingGates = Copies.list("schedulingGates", schedulingGates);
    }

    public static PodSetInfo none() {
      return new PodSetInfo(null, null, null, null, null);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  public record SchedulingGate(
      @Required @JsonPropertyDescription("What the gate is called.") String name) {

    public SchedulingGate {
      name = requireNonNullElse(name, "");
    }
  }
}
