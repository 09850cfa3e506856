package dev.trainyard.dialects.appwrapper;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.AppWrapper.PodSetInfo;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Json;
import dev.trainyard.dialects.appwrapper.TemplatePath.Place;
import dev.trainyard.engine.wrapper.Wrapper.PodSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes the object that is created from a component: marked as the wrapper's, and each of its pod
/// templates with what the queue and the administrator add. Nothing else of it is touched.
final class Injection {

  private final AppWrapper resource;
  private final WrapperSettings settings;
  private final Gang gang;

  Injection(AppWrapper resource, WrapperSettings settings, Gang gang) {
    this.resource = resource;
    this.settings = settings;
    this.gang = gang;
  }

  Prepared prepare(int index, List<PodSet> podSets) {
    var component = resource.spec().components().get(index);
    try {
      if (!(component.template().deepCopy() instanceof ObjectNode object)) {
        throw new Impossible("the template is not an object");
      }
      own(object);
      for (int k = 0; k < podSets.size(); k++) {
        var info =
            k < component.podSetInfos().size() ? component.podSetInfos().get(k) : PodSetInfo.none();
        var template = find(object, podSets.get(k).path());
        inject(template, podSets.get(k).path(), info);
        if (gang.takes(component.template(), template)) {
          child(child(template, "metadata", "template"), "annotations", "template.metadata")
              .put(CodeFlare.GANG_SIZE, Integer.toString(gang.size()));
        }
      }
      return new Prepared.Ready(object);
    } catch (Impossible impossible) {
      return new Prepared.Flawed(impossible.why);
    }
  }

  private void own(ObjectNode object) throws Impossible {
    var metadata = child(object, "metadata", "template");
    var namespace = requireNonNullElse(resource.metadata().getNamespace(), "default");
    var written = metadata.path("namespace").asText();
    if (written.isEmpty()) {
      metadata.put("namespace", namespace);
    } else if (!written.equals(namespace)) {
      throw new Impossible(
          "component namespace \"%s\" is different from appwrapper namespace \"%s\""
              .formatted(written, namespace));
    }
    var labels = child(metadata, "labels", "template.metadata");
    if (!labels.has(CodeFlare.WRAPPER_LABEL)) {
      labels.put(CodeFlare.WRAPPER_LABEL, name());
    }
    if (resource.metadata().getAnnotations() != null
        && resource.metadata().getAnnotations().containsKey(Annotations.ADMITTED)) {
      child(metadata, "annotations", "template.metadata").put(Annotations.ADMITTED, "true");
    }
    var owners = list(metadata, "ownerReferences", "template.metadata");
    for (var owner : owners) {
      if (owner.path("controller").asBoolean()) {
        throw new Impossible(
            "the template names a controller already: %s %s"
                .formatted(owner.path("kind").asText(), owner.path("name").asText()));
      }
    }
    owners
        .addObject()
        .put("apiVersion", AppWrapper.API_VERSION)
        .put("kind", AppWrapper.KIND)
        .put("name", name())
        .put("uid", requireNonNullElse(resource.metadata().getUid(), ""))
        .put("controller", true)
        .put("blockOwnerDeletion", true);
  }

  private static ObjectNode find(ObjectNode object, String path) throws Impossible {
    return switch (TemplatePath.object(object, path)) {
      case Place.Found(ObjectNode template) -> template;
      case Place.Found _ -> throw new Impossible("content at %s is not an object".formatted(path));
      case Place.Lost(var error) -> throw new Impossible(error);
    };
  }

  private void inject(ObjectNode template, String path, PodSetInfo info) throws Impossible {
    var metadata = child(template, "metadata", path);
    if (!(template.get("spec") instanceof ObjectNode spec)) {
      throw new Impossible("content at %s does not contain a spec".formatted(path));
    }
    if (!info.annotations().isEmpty()) {
      merge(child(metadata, "annotations", path + ".metadata"), info.annotations(), "annotations");
    }
    merge(child(metadata, "labels", path + ".metadata"), labels(info), "labels");
    if (!info.nodeSelector().isEmpty()) {
      merge(child(spec, "nodeSelector", path + ".spec"), info.nodeSelector(), "nodeSelector");
    }
    if (!info.tolerations().isEmpty()) {
      var tolerations = list(spec, "tolerations", path + ".spec");
      info.tolerations().forEach(one -> tolerations.add(Json.tree(one)));
    }
    if (!info.schedulingGates().isEmpty()) {
      var gates = list(spec, "schedulingGates", path + ".spec");
      info.schedulingGates().forEach(gate -> add(gates, gate.name()));
    }
    settings
        .schedulerName()
        .filter(_ -> spec.path("schedulerName").asText("").isEmpty())
        .ifPresent(name -> spec.put("schedulerName", name));
    HealthyNodes.prefer(spec, settings.autopilot());
  }

  /// A queue may give its pods to another wrapper, as it were: its word is the last.
  private Map<String, String> labels(PodSetInfo info) {
    var labels = new LinkedHashMap<String, String>();
    labels.put(CodeFlare.WRAPPER_LABEL, name());
    labels.putAll(info.labels());
    return labels;
  }

  private static void merge(ObjectNode existing, Map<String, String> added, String what)
      throws Impossible {
    for (var name : List.copyOf(existing.properties())) {
      existing.put(name.getKey(), name.getValue().asText());
    }
    for (var entry : added.entrySet()) {
      var before = Optional.ofNullable(existing.get(entry.getKey())).map(JsonNode::asText);
      if (before.filter(value -> !value.equals(entry.getValue())).isPresent()) {
        throw new Impossible(
            "conflict updating %s: conflict for key=%s, value1=%s, value2=%s"
                .formatted(what, entry.getKey(), before.get(), entry.getValue()));
      }
      existing.put(entry.getKey(), entry.getValue());
    }
  }

  private static void add(ArrayNode gates, String name) {
    for (var gate : gates) {
      if (gate.path("name").asText().equals(name)) {
        return;
      }
    }
    gates.addObject().put("name", name);
  }

  /// What is missing, or nothing, is made.
  private static ObjectNode child(ObjectNode parent, String key, String at) throws Impossible {
    var value = parent.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return parent.putObject(key);
    }
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw new Impossible("at path position '%s.%s' non-map value".formatted(at, key));
  }

  private static ArrayNode list(ObjectNode parent, String key, String at) throws Impossible {
    var value = parent.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return parent.putArray(key);
    }
    if (value instanceof ArrayNode array) {
      return array;
    }
    throw new Impossible("at path position '%s.%s' found non-array value".formatted(at, key));
  }

  private String name() {
    return requireNonNullElse(resource.metadata().getName(), "");
  }

  private static final class Impossible extends Exception {

    private final String why;

    private Impossible(String why) {
      super(why, null, false, false);
      this.why = why;
    }
  }
}
