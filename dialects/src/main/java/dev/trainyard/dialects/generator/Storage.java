package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What is mounted into the container, and where.
final class Storage {

  private static final String TOPOLOGY_DIRECTORY = "/var/run/nvidia-topologyd";
  static final String TOPOLOGY_FILE = TOPOLOGY_DIRECTORY + "/virtualTopology.xml";

  private static final String NVME = "ephemeral-odf-lvm-vg1";

  private final Settled settings;
  private final List<Mounted> all = new ArrayList<>();

  /// A volume and its mount, which share their name.
  private record Mounted(ObjectNode volume, ObjectNode mount) {}

  Storage(Settled settings) {
    this.settings = settings;
    if (open(settings)) {
      topology();
      nvme();
      claims();
      keysOfGit();
      sharedMemory();
    }
  }

  /// Without any of these the chart mounts nothing at all, not even the topology.
  static boolean open(Settled settings) {
    return Stream.of("volumes", "sshGitCloneConfig", "mountNVMe").anyMatch(settings::given)
        || !settings.given("disableSharedMemory");
  }

  JsonNode volumes() {
    return list(all.stream().map(Mounted::volume).toList());
  }

  JsonNode mounts() {
    return list(all.stream().map(Mounted::mount).toList());
  }

  /// Null where there could have been something, as only `disableSharedMemory: null` makes it.
  private JsonNode list(List<ObjectNode> entries) {
    if (entries.isEmpty() && open(settings)) {
      return NullNode.getInstance();
    }
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    entries.forEach(list::add);
    return list;
  }

  static String nvmePath(Settled settings) {
    return settings.text("mountNVMe", "mountPath").orElse("/workspace/scratch-nvme");
  }

  static String keyPath(Settled settings) {
    return settings.text("sshGitCloneConfig", "secretMountPath").orElse("/tmp/.ssh/keys");
  }

  static String hostsPath(Settled settings) {
    return settings.text("sshGitCloneConfig", "configMapMountPath").orElse("/tmp/.ssh/hosts");
  }

  private void topology() {
    settings
        .text("topologyFileConfigMap")
        .ifPresent(
            name ->
                mount("topology-volume", TOPOLOGY_DIRECTORY)
                    .putObject("configMap")
                    .put("name", name));
  }

  private void nvme() {
    settings
        .text("mountNVMe", "storage")
        .ifPresent(
            size -> {
              var claim =
                  mount(NVME, nvmePath(settings))
                      .putObject("ephemeral")
                      .putObject("volumeClaimTemplate")
                      .putObject("spec")
                      .put("storageClassName", "odf-lvm-vg1")
                      .put("volumeMode", "Filesystem");
              claim.putArray("accessModes").add("ReadWriteOnce");
              claim.putObject("resources").putObject("requests").put("storage", size);
            });
  }

  private void claims() {
    for (var volume : settings.list("volumes")) {
      mount(Texts.of(volume.path("name")), Texts.of(volume.path("mountPath")))
          .putObject("persistentVolumeClaim")
          .put("claimName", Texts.of(volume.path("claimName")));
    }
  }

  private void keysOfGit() {
    if (!settings.given("sshGitCloneConfig")) {
      return;
    }
    mount("private-ssh-git-deploy-key", keyPath(settings))
        .putObject("secret")
        .put("secretName", settings.text("sshGitCloneConfig", "secretName").orElseThrow())
        .put("optional", false);
    all.getLast().mount().put("readOnly", true);
    mount("github-known-hosts", hostsPath(settings))
        .putObject("configMap")
        .put("name", settings.text("sshGitCloneConfig", "configMapName").orElseThrow());
  }

  private void sharedMemory() {
    if (settings.has("disableSharedMemory") && !settings.given("disableSharedMemory")) {
      mount("dshm", "/dev/shm").putObject("emptyDir").put("medium", "Memory");
    }
  }

  /// Answers the volume, for what it is made of.
  private ObjectNode mount(String name, String path) {
    var nodes = JsonNodeFactory.instance;
    var volume = nodes.objectNode().put("name", name);
    all.add(new Mounted(volume, nodes.objectNode().put("name", name).put("mountPath", path)));
    return volume;
  }
}
