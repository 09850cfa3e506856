package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Gen;
import java.util.function.Supplier;

/// Settings as a sensible person may write them, one choice after the other.
public final class AnySettings {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Gen gen;
  private final Chart chart;
  private final ObjectNode settings = NODES.objectNode();
  private int names;

  private AnySettings(Gen gen, Chart chart) {
    this.gen = gen;
    this.chart = chart;
  }

  public static ObjectNode of(Gen gen, Chart chart) {
    var any = new AnySettings(gen, chart);
    any.metadata();
    any.resources();
    any.workload();
    any.advanced();
    any.faultTolerance();
    return any.settings;
  }

  private void sometimes(String name, Supplier<JsonNode> value) {
    var setting = Catalogue.find(name).orElseThrow();
    if (setting.in(chart) && gen.chance(4)) {
      settings.set(name, value.get());
    }
  }

  /// Never the same twice.
  private String name() {
    names++;
    return gen.oneOf("a", "data", "true", "on", "null", "x1", "very-long-name") + "-" + names;
  }

  private JsonNode label() {
    return NODES.textNode(name());
  }

  private JsonNode text(String... choices) {
    return NODES.textNode(gen.oneOf(choices));
  }

  private JsonNode upTo(int most) {
    return NODES.numberNode(gen.upTo(most));
  }

  private ArrayNode list(Supplier<? extends JsonNode> entry) {
    var list = NODES.arrayNode();
    gen.someOf(3, entry::get).forEach(list::add);
    return list;
  }

  private ObjectNode object(String... texts) {
    var object = NODES.objectNode();
    for (int i = 0; i < texts.length; i += 2) {
      object.put(texts[i], texts[i + 1]);
    }
    return object;
  }

  private void metadata() {
    settings.put("jobName", name());
    settings.put("containerImage", gen.oneOf("ghcr.io/acme/t:2.1", "python", "1234", "a@sha256:b"));
    sometimes("namespace", this::label);
    sometimes("queueName", () -> gen.chance(8) ? label() : NODES.nullNode());
    sometimes("priority", () -> text("default-priority", "low-priority", "high-priority"));
    sometimes(
        "customLabels",
        () -> list(() -> object("key", gen.oneOf("team", "acme.io/team", "a.b"), "value", name())));
    sometimes("imagePullSecrets", () -> list(() -> object("name", name())));
    sometimes("imagePullPolicy", () -> text("IfNotPresent", "Always", "Never"));
  }

  private void resources() {
    sometimes("numPods", () -> NODES.numberNode(1 + gen.upTo(20)));
    sometimes("numCpusPerPod", () -> gen.chance(5) ? upTo(8) : text("500m", "2k"));
    sometimes("numGpusPerPod", () -> upTo(8));
    sometimes("totalMemoryPerPod", () -> text("1Gi", "200M", "3Ti"));
    if (gen.chance(3)) {
      settings.put("limitCpusPerPod", "9M");
      settings.put("limitMemoryPerPod", "2Pi");
    }
    if (gen.chance(2) && settings.has("numGpusPerPod")) {
      settings.set("limitGpusPerPod", settings.get("numGpusPerPod"));
    }
  }

  private void workload() {
    sometimes("environmentVariables", () -> list(this::variable));
    sometimes(
        "envFrom", () -> list(() -> NODES.objectNode().set("secretRef", object("name", name()))));
    sometimes("sshGitCloneConfig", this::git);
    sometimes("setupCommands", () -> list(this::command));
    sometimes("mainProgram", () -> text("t.py", "t.py --x \"a b\"", "|", "a\n      b\n", "a\nb"));
    sometimes(
        "volumes",
        () ->
            list(
                () -> {
                  var name = name();
                  return object("name", name, "claimName", name(), "mountPath", "/mnt/" + name);
                }));
  }

  private ObjectNode variable() {
    var variable = object("name", "V_" + name().replace('-', '_'));
    switch (gen.upTo(chart.readsConfigMaps ? 3 : 2)) {
      case 0 -> variable.put("value", gen.oneOf("yes", "a: b # c", "1e6", "$(X)", "'\"\\"));
      case 1 -> variable.set("value", gen.chance(5) ? upTo(2000000) : NODES.numberNode(0.15));
      case 2 -> variable.set("secret", object("name", name(), "key", "k.y"));
      default -> variable.set("configmap", object("name", name(), "key", "k_y"));
    }
    return variable;
  }

  private ObjectNode git() {
    var git = object("secretName", name(), "configMapName", name());
    if (gen.chance(5)) {
      git.put("secretMountPath", gen.oneOf("/keys", "/my keys", "/a'b"));
    }
    if (gen.chance(3)) {
      git.put("sshCmd", "ssh -v");
    }
    return git;
  }

  private JsonNode command() {
    return switch (gen.upTo(3)) {
      case 0 -> text("ls", "  echo a: b # c", "if x\nthen y\nfi", "a\n      b\n", "\t");
      case 1 -> upTo(3000000);
      case 2 -> NODES.booleanNode(gen.chance(5));
      default -> NODES.nullNode();
    };
  }

  private void advanced() {
    sometimes("roceGdrResName", () -> text("", "acme.io/gdr", "nvidia.com/roce_gdr"));
    if (settings.path("numPods").intValue() > 1) {
      sometimes("numRoceGdr", () -> upTo(2));
    }
    sometimes("topologyFileConfigMap", this::label);
    sometimes("ncclGdrEnvConfigMap", this::label);
    sometimes("multiNicNetworkName", () -> text("net", "a, b", "[{\"name\": \"n\"}]"));
    sometimes("disableSharedMemory", () -> NODES.booleanNode(gen.chance(5)));
    sometimes("mountNVMe", () -> object("storage", gen.oneOf("1Gi", "100"), "mountPath", "/fast"));
    sometimes("initContainers", () -> list(this::initContainer));
    sometimes("autopilotHealthChecks", () -> list(() -> text("pciebw", "dcgm", "ping")));
    sometimes("hostIgnoreList", () -> list(() -> gen.chance(5) ? label() : upTo(9)));
    sometimes("bypassCoscheduler", () -> NODES.booleanNode(gen.chance(5)));
    sometimes(
        "schedulerName", () -> text("sakkara", "scheduler-plugins-scheduler", "default-scheduler"));
    sometimes("serviceAccountName", () -> gen.chance(5) ? label() : text("gdr"));
  }

  private ObjectNode initContainer() {
    var container = object("name", name(), "image", "tools:1");
    container.set("command", list(() -> text("sh", "-c", "a: b", "5", "[x]", "")));
    return container;
  }

  private void faultTolerance() {
    Catalogue.DURATIONS.forEach(
        name -> sometimes(name, () -> text("0s", "90s", "10m", "2h", "1d")));
    sometimes("retryLimit", () -> upTo(100));
    sometimes("restartPolicy", () -> text("Never", "Always", "OnFailure"));
    sometimes("terminationGracePeriodSeconds", () -> upTo(600));
  }
}
