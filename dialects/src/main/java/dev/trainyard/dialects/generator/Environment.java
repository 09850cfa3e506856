package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.regex.Pattern;

/// The variables of the container.
final class Environment {

  static final String TOPOLOGY_VARIABLE = "NCCL_TOPO_FILE";
  static final String NVME_VARIABLE = "NVME_MOUNT_PATH";

  /// Paths that mean themselves to every shell.
  private static final Pattern PLAIN_PATH = Pattern.compile("[-\\w@%+=:,./]*");

  static ArrayNode of(Settled settings, Chart chart) {
    var variables = JsonNodeFactory.instance.arrayNode();
    if (Placement.sakkara(settings)) {
      variables
          .addObject()
          .put("name", "SAKKARA_RANK")
          .putObject("valueFrom")
          .putObject("fieldRef")
          .put("fieldPath", "metadata.labels['sakkara.member.rank']");
    }
    if (settings.given("topologyFileConfigMap")) {
      literal(variables, TOPOLOGY_VARIABLE, Storage.TOPOLOGY_FILE);
    }
    if (settings.given("mountNVMe")) {
      literal(variables, NVME_VARIABLE, Storage.nvmePath(settings));
    }
    settings.list("environmentVariables").forEach(entry -> variable(variables, entry, chart));
    if (settings.given("sshGitCloneConfig")) {
      literal(variables, "GIT_SSH_COMMAND", gitSshCommand(settings));
    }
    return variables;
  }

  static ArrayNode sources(Settled settings) {
    var sources = JsonNodeFactory.instance.arrayNode();
    settings.list("envFrom").forEach(sources::add);
    settings
        .text("ncclGdrEnvConfigMap")
        .ifPresent(name -> sources.addObject().putObject("configMapRef").put("name", name));
    return sources;
  }

  private static void literal(ArrayNode variables, String name, String value) {
    variables.addObject().put("name", name).put("value", value);
  }

  private static void variable(ArrayNode variables, JsonNode entry, Chart chart) {
    var name = Texts.of(entry.path("name"));
    switch (VariableSource.of(entry, chart)) {
      case VariableSource.Literal(var value) -> literal(variables, name, Texts.of(value));
      case VariableSource.Referred(_, var field, var reference) ->
          variables
              .addObject()
              .put("name", name)
              .putObject("valueFrom")
              .putObject(field)
              .put("name", Texts.of(reference.path("name")))
              .put("key", Texts.of(reference.path("key")));
      case VariableSource.Nothing() ->
          throw new IllegalStateException("%s was not refused".formatted(entry));
    }
  }

  private static String gitSshCommand(Settled settings) {
    return settings
        .text("sshGitCloneConfig", "sshCmd")
        .orElseGet(
            () ->
                "ssh -i %s -o UserKnownHostsFile=%s -vv"
                    .formatted(
                        word(Storage.keyPath(settings) + "/id_rsa"),
                        word(Storage.hostsPath(settings) + "/known_hosts")));
  }

  /// Git gives its ssh command to a shell: a path must stay one word there, whatever it holds.
  private static String word(String path) {
    return plain(path) ? path : "'" + path.replace("'", "'\\''") + "'";
  }

  static boolean plain(String path) {
    return PLAIN_PATH.matcher(path).matches();
  }

  private Environment() {}
}
