package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Problem;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// What is allowed, and yet not what its author may think.
final class Advice {

  private static final List<String> WRITTEN_AS_NULL =
      List.of(
          "priority", "numCpusPerPod", "numGpusPerPod", "totalMemoryPerPod", "disableSharedMemory");

  private static final List<String> PASTED =
      List.of(
          "imagePullSecrets",
          "environmentVariables",
          "setupCommands",
          "volumes",
          "initContainers",
          "autopilotHealthChecks",
          "hostIgnoreList");

  /// As the chart's own page calls it.
  private static final Pattern WRONG_NVME = Pattern.compile("MOUNT_PATH_NVME");

  private final ObjectNode written;
  private final Settled settings;
  private final YamlLists lists;
  private final List<Problem> found = new ArrayList<>();

  private Advice(ObjectNode written, YamlLists lists) {
    this.written = written;
    this.settings = new Settled(written);
    this.lists = lists;
  }

  static List<Problem> on(ObjectNode written, YamlLists lists) {
    var advice = new Advice(written, lists);
    advice.nulls();
    advice.cpus();
    advice.numbers();
    advice.shellPaths();
    advice.topology();
    advice.nvme();
    advice.commands();
    advice.days();
    return List.copyOf(advice.found);
  }

  private void warn(String at, String message) {
    found.add(Problem.warning(at, message));
  }

  private void nulls() {
    for (var name : WRITTEN_AS_NULL) {
      if (written.path(name).isNull()) {
        var standard = Catalogue.find(name).orElseThrow().otherwise();
        warn(
            name,
            "null takes the default away, and null is written; leave the line out for %s"
                .formatted(standard));
      }
    }
  }

  private void cpus() {
    for (var name : List.of("numCpusPerPod", "limitCpusPerPod")) {
      var value = written.path(name);
      if (value.isNumber() && value.doubleValue() <= 0) {
        warn(name, "%s is not a positive number of CPUs".formatted(Texts.of(value)));
      }
    }
  }

  private void numbers() {
    PASTED.forEach(name -> numbers(name, written.path(name)));
  }

  private void numbers(String at, JsonNode value) {
    if (Texts.changed(value)) {
      warn(
          at,
          "the number %s is written as %s; quote it to pass it unchanged"
              .formatted(value.asText(), Texts.of(value)));
    }
    for (int i = 0; i < value.size() && value.isArray(); i++) {
      numbers("%s[%d]".formatted(at, i), value.get(i));
    }
    for (Map.Entry<String, JsonNode> part : value.properties()) {
      numbers("%s.%s".formatted(at, part.getKey()), part.getValue());
    }
  }

  private void shellPaths() {
    for (var part : List.of("secretMountPath", "configMapMountPath")) {
      boolean special =
          settings
              .text("sshGitCloneConfig", part)
              .filter(path -> !Environment.plain(path))
              .isPresent();
      if (special && settings.text("sshGitCloneConfig", "sshCmd").isEmpty()) {
        warn(
            "sshGitCloneConfig." + part,
            "a shell reads more than a path in this; it is quoted in GIT_SSH_COMMAND, which the"
                + " chart does not do");
      }
    }
  }

  private void topology() {
    if (settings.given("topologyFileConfigMap") && !Storage.open(settings)) {
      warn(
          "topologyFileConfigMap",
          "with shared memory disabled and no other volume the chart does not mount it, and"
              + " NCCL_TOPO_FILE names a file that is not there; leave disableSharedMemory out");
    }
  }

  /// Who uses the right name, or sets the wrong one himself, knows.
  private void nvme() {
    if (!settings.given("mountNVMe")) {
      return;
    }
    var words = List.of(written.path("setupCommands"), written.path("mainProgram"));
    boolean knows =
        words.stream().anyMatch(text -> text.toString().contains(Environment.NVME_VARIABLE))
            || settings.list("environmentVariables").stream()
                .map(entry -> Texts.of(entry.path("name")))
                .anyMatch(name -> WRONG_NVME.matcher(name).matches());
    boolean uses = words.stream().anyMatch(text -> WRONG_NVME.matcher(text.toString()).find());
    if (uses || !knows) {
      warn(
          "mountNVMe",
          "the variable with the path is NVME_MOUNT_PATH; MOUNT_PATH_NVME, of which the chart's"
              + " documentation speaks, is not set");
    }
  }

  private void commands() {
    var containers = settings.list("initContainers");
    for (int i = 0; i < containers.size(); i++) {
      if (InitCommand.words(containers.get(i).path("command"), lists).isEmpty()) {
        warn(
            "initContainers[%d].command".formatted(i),
            "Kubernetes wants a list here, and refuses text; write [sh, -c, \"…\"]");
      }
    }
  }

  private void days() {
    for (var name : Catalogue.DURATIONS) {
      settings
          .text(name)
          .filter(text -> text.endsWith("d"))
          .ifPresent(
              text -> {
                var days = new BigInteger(text.substring(0, text.length() - 1));
                warn(
                    name,
                    "Trainyard reads days, other AppWrapper controllers do not and use their"
                        + " default; write %sh".formatted(days.multiply(BigInteger.valueOf(24))));
              });
    }
  }
}
