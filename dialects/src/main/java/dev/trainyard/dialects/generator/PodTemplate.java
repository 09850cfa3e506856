package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// The pod that every replica of the job is.
final class PodTemplate {

  private final Settled settings;
  private final Chart chart;
  private final YamlLists lists;

  PodTemplate(Settled settings, Chart chart, YamlLists lists) {
    this.settings = settings;
    this.chart = chart;
    this.lists = lists;
  }

  ObjectNode tree() {
    var template = JsonNodeFactory.instance.objectNode();
    var metadata = metadata();
    if (!metadata.isEmpty()) {
      template.set("metadata", metadata);
    } else if (chart.keepsEmptyMetadata) {
      template.putNull("metadata");
    }
    template.set("spec", spec());
    return template;
  }

  private ObjectNode metadata() {
    var metadata = JsonNodeFactory.instance.objectNode();
    var labels = CustomLabels.of(settings);
    if (settings.given("autopilotHealthChecks")) {
      labels.put("autopilot", "");
      settings.list("autopilotHealthChecks").forEach(check -> labels.put(Texts.of(check), ""));
    }
    if (!labels.isEmpty()) {
      metadata.set("labels", labels);
    }
    settings
        .text("multiNicNetworkName")
        .ifPresent(
            name -> metadata.putObject("annotations").put("k8s.v1.cni.cncf.io/networks", name));
    return metadata;
  }

  private ObjectNode spec() {
    var spec = JsonNodeFactory.instance.objectNode();
    settings.text("serviceAccountName").ifPresent(name -> spec.put("serviceAccountName", name));
    var secrets = spec.putArray("imagePullSecrets");
    settings
        .list("imagePullSecrets")
        .forEach(secret -> secrets.addObject().put("name", Texts.of(secret.path("name"))));
    if (settings.given("initContainers")) {
      var containers = spec.putArray("initContainers");
      settings.list("initContainers").forEach(entry -> containers.add(initContainer(entry)));
    }
    if (settings.has("terminationGracePeriodSeconds")) {
      spec.set(
          "terminationGracePeriodSeconds",
          Texts.node(settings.number("terminationGracePeriodSeconds")));
    }
    Placement.scheduler(settings).ifPresent(name -> spec.put("schedulerName", name));
    spec.set("priorityClassName", written("priority"));
    spec.set("affinity", Placement.affinity(settings));
    var storage = new Storage(settings);
    spec.set("volumes", storage.volumes());
    spec.putArray("containers").add(container(storage));
    return spec;
  }

  private ObjectNode initContainer(JsonNode entry) {
    var container =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", Texts.of(entry.path("name")))
            .put("image", Texts.of(entry.path("image")));
    InitCommand.words(entry.path("command"), lists)
        .ifPresentOrElse(
            words -> {
              if (!words.isEmpty()) {
                words.forEach(container.putArray("command")::add);
              }
            },
            () -> container.set("command", entry.path("command")));
    return container;
  }

  private ObjectNode container(Storage storage) {
    var container =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", "pytorch")
            .put("image", settings.text("containerImage").orElseThrow())
            .put("imagePullPolicy", settings.text("imagePullPolicy").orElse("IfNotPresent"));
    if (locksMemory()) {
      container
          .putObject("securityContext")
          .putObject("capabilities")
          .putArray("add")
          .add("IPC_LOCK");
    }
    var sources = Environment.sources(settings);
    if (!sources.isEmpty()) {
      container.set("envFrom", sources);
    }
    container.set("env", Environment.of(settings, chart));
    container.set("volumeMounts", storage.mounts());
    container.set("resources", resources());
    container.putArray("command").add("sh").add("-c").add(Script.of(settings));
    return container;
  }

  private boolean locksMemory() {
    return settings.number("numRoceGdr").signum() > 0
        || settings.text("serviceAccountName").filter("gdr"::equals).isPresent();
  }

  private ObjectNode resources() {
    var resources = JsonNodeFactory.instance.objectNode();
    var requests = resources.putObject("requests");
    requests.set("cpu", written("numCpusPerPod"));
    requests.set("nvidia.com/gpu", written("numGpusPerPod"));
    requests.set("memory", written("totalMemoryPerPod"));
    var limits = resources.putObject("limits");
    limits.set("cpu", limit("limitCpusPerPod", "numCpusPerPod"));
    limits.set("nvidia.com/gpu", limit("limitGpusPerPod", "numGpusPerPod"));
    limits.set("memory", limit("limitMemoryPerPod", "totalMemoryPerPod"));
    // Last, so that a device by the name of another resource takes its place.
    var device = settings.text("roceGdrResName").orElse("nvidia.com/roce_gdr");
    requests.set(device, Texts.node(settings.number("numRoceGdr")));
    limits.set(device, Texts.node(settings.number("numRoceGdr")));
    return resources;
  }

  private JsonNode limit(String limit, String request) {
    return written(settings.given(limit) ? limit : request);
  }

  /// Null where the user has said so.
  private JsonNode written(String name) {
    var value = settings.at(name);
    if (value.isMissingNode()) {
      return NullNode.getInstance();
    }
    return value.isNumber() ? Texts.node(Texts.integer(value)) : value;
  }
}
