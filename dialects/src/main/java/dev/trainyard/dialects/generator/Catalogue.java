package dev.trainyard.dialects.generator;

import static dev.trainyard.dialects.generator.Setting.Group.ADVANCED;
import static dev.trainyard.dialects.generator.Setting.Group.FAULT_TOLERANCE;
import static dev.trainyard.dialects.generator.Setting.Group.METADATA;
import static dev.trainyard.dialects.generator.Setting.Group.RESOURCES;
import static dev.trainyard.dialects.generator.Setting.Group.WORKLOAD;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.trainyard.dialects.generator.Setting.Group;
import dev.trainyard.dialects.generator.Setting.Tenure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Every setting of every chart, in the order in which problems are told.
final class Catalogue {

  static final List<Setting> ALL = all();

  private static final Map<String, Setting> BY_NAME = byName();

  static final List<String> DURATIONS =
      ALL.stream()
          .filter(setting -> setting.form() instanceof ScalarForm.Duration)
          .map(Setting::name)
          .toList();

  static Optional<Setting> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  private static Map<String, Setting> byName() {
    var settings = new LinkedHashMap<String, Setting>();
    ALL.forEach(setting -> settings.put(setting.name(), setting));
    return settings;
  }

  private static List<Setting> all() {
    var settings = new ArrayList<Setting>();
    settings.addAll(metadata());
    settings.addAll(resources());
    settings.addAll(workload());
    settings.addAll(advanced());
    settings.addAll(faultTolerance());
    return List.copyOf(settings);
  }

  private static List<Setting> metadata() {
    return List.of(
        setting("jobName", METADATA, new ScalarForm.JobName())
            .otherwise("refused")
            .meaning("The name of the AppWrapper and of the PyTorchJob in it.")
            .sample("my-job"),
        setting("namespace", METADATA, new ScalarForm.Label())
            .otherwise("the namespace of whoever sends the job")
            .tenure(Tenure.since("1.1.6"))
            .meaning("The namespace of the AppWrapper.")
            .sample("team-a"),
        setting("queueName", METADATA, new ScalarForm.Label())
            .standard(TextNode.valueOf("default-queue"))
            .meaning("The local queue in which the job waits for its turn.")
            .sample("default-queue"),
        setting(
                "priority",
                METADATA,
                new ScalarForm.OneOf("default-priority", "low-priority", "high-priority"))
            .standard(TextNode.valueOf("default-priority"))
            .meaning(
                "The priority class of the pods. Many clusters want to be asked before"
                    + " high-priority is used.")
            .sample("low-priority"),
        setting("customLabels", METADATA, new ListForm.Labels())
            .meaning("Labels for the AppWrapper, the PyTorchJob and the pods.")
            .sample("- key: acme.io/team", "  value: vision"),
        setting("containerImage", METADATA, new ScalarForm.Text())
            .otherwise("refused")
            .meaning("The image of every pod. It holds all that the job needs, torchrun included.")
            .sample("ghcr.io/acme/trainer:latest"),
        setting("imagePullSecrets", METADATA, new ListForm.Entries("name"))
            .meaning("Secrets with which images are pulled.")
            .sample("- name: registry-login"),
        setting(
                "imagePullPolicy",
                METADATA,
                new ScalarForm.OneOf("IfNotPresent", "Always", "Never"))
            .standard(TextNode.valueOf("IfNotPresent"))
            .tenure(Tenure.since("1.1.9"))
            .meaning("When the image of the job is pulled.")
            .sample("Always"));
  }

  private static List<Setting> resources() {
    return List.of(
        setting("numPods", RESOURCES, ScalarForm.Whole.atLeast(1))
            .standard(IntNode.valueOf(1))
            .meaning("How many pods there are in all: one master, the others workers.")
            .sample("2"),
        setting("numCpusPerPod", RESOURCES, new ScalarForm.Cpu())
            .standard(IntNode.valueOf(1))
            .meaning("CPUs of each pod.")
            .sample("4"),
        setting("numGpusPerPod", RESOURCES, ScalarForm.Whole.atLeast(0))
            .standard(IntNode.valueOf(0))
            .meaning(
                "GPUs of each pod, and the number of processes that torchrun starts there; without"
                    + " GPUs torchrun decides.")
            .sample("8"),
        setting("totalMemoryPerPod", RESOURCES, new ScalarForm.Memory())
            .standard(TextNode.valueOf("1Gi"))
            .meaning("Memory of each pod.")
            .sample("16Gi"),
        setting("limitCpusPerPod", RESOURCES, new ScalarForm.Cpu())
            .otherwise("numCpusPerPod")
            .meaning("The most CPUs a pod may use.")
            .sample("8"),
        setting("limitGpusPerPod", RESOURCES, ScalarForm.Whole.atLeast(0))
            .otherwise("numGpusPerPod")
            .meaning(
                "The most GPUs a pod may use; 0 is as good as not set. Kubernetes itself wants it"
                    + " equal to numGpusPerPod.")
            .sample("8"),
        setting("limitMemoryPerPod", RESOURCES, new ScalarForm.Memory())
            .otherwise("totalMemoryPerPod")
            .meaning("The most memory a pod may use.")
            .sample("32Gi"));
  }

  private static List<Setting> workload() {
    return List.of(
        setting("environmentVariables", WORKLOAD, new ListForm.Variables())
            .meaning(
                "Variables for every pod, with a value of their own or one from a secret."
                    + " MASTER_ADDR, MASTER_PORT, RANK and WORLD_SIZE are there anyway.")
            .sample(
                "- name: LEARNING_RATE",
                "  value: \"0.15\"",
                "- name: HUB_TOKEN",
                "  secret:",
                "    name: hub",
                "    key: token"),
        setting("envFrom", WORKLOAD, new ListForm.Objects("sources, as Kubernetes has them"))
            .tenure(Tenure.since("1.1.11"))
            .meaning("ConfigMaps and secrets of which every entry becomes a variable.")
            .sample("- configMapRef:", "    name: common-settings"),
        setting("sshGitCloneConfig", WORKLOAD, sshGitCloneConfig())
            .meaning(
                "Lets git clone private repositories over ssh: a secret with id_rsa, a ConfigMap"
                    + " with known_hosts, where both are mounted, and the ssh command that git"
                    + " uses.")
            .sample("secretName: git-deploy-key", "configMapName: git-known-hosts"),
        setting("setupCommands", WORKLOAD, new ListForm.Values("shell commands"))
            .otherwise("none is run")
            .meaning(
                "What each pod runs first, one shell command after the other in one shell: fetch"
                    + " code, change the directory.")
            .sample("- git clone https://github.com/acme/models", "- cd models"),
        setting("mainProgram", WORKLOAD, new ScalarForm.Text())
            .otherwise("torchrun is left out")
            .meaning(
                "The program that torchrun starts, with its arguments, seen from where the setup"
                    + " commands have left off.")
            .sample("train.py --epochs 3"),
        setting("volumes", WORKLOAD, new ListForm.Entries("name", "claimName", "mountPath"))
            .meaning("PersistentVolumeClaims, and where each is mounted.")
            .sample("- name: data", "  claimName: training-data", "  mountPath: /data"));
  }

  private static ObjectForm sshGitCloneConfig() {
    var parts = new LinkedHashMap<String, ScalarForm>();
    parts.put("secretName", new ScalarForm.Label());
    parts.put("configMapName", new ScalarForm.Label());
    parts.put("secretMountPath", new ScalarForm.Text());
    parts.put("configMapMountPath", new ScalarForm.Text());
    parts.put("sshCmd", new ScalarForm.Text());
    return new ObjectForm(parts, List.of("secretName", "configMapName"), false);
  }

  private static List<Setting> advanced() {
    return List.of(
        setting("roceGdrResName", ADVANCED, new ScalarForm.Text())
            .otherwise("nvidia.com/roce_gdr")
            .meaning("What this cluster calls its RoCE GDR devices.")
            .sample("nvidia.com/roce_gdr"),
        setting("numRoceGdr", ADVANCED, ScalarForm.Whole.atLeast(0))
            .standard(IntNode.valueOf(0))
            .meaning(
                "RoCE GDR devices of each pod; the pod may then lock memory. Only for jobs with"
                    + " more than one pod.")
            .sample("2"),
        setting("topologyFileConfigMap", ADVANCED, new ScalarForm.Label())
            .meaning(
                "The ConfigMap with the machine's virtualTopology.xml. It is mounted at"
                    + " /var/run/nvidia-topologyd, and NCCL_TOPO_FILE names the file.")
            .sample("nvidia-topo-gdr"),
        setting("ncclGdrEnvConfigMap", ADVANCED, new ScalarForm.Label())
            .meaning("The ConfigMap whose entries tell NCCL about the network.")
            .sample("nccl-netwk-env-vars"),
        setting("multiNicNetworkName", ADVANCED, new ScalarForm.Text())
            .meaning("The multi-NIC network of the pods; with GDR the one for RoCE.")
            .sample("multi-nic-cni-operator-ipvlanl3"),
        setting("disableSharedMemory", ADVANCED, new ScalarForm.Truth())
            .standard(BooleanNode.FALSE)
            .meaning("Leaves out the memory at /dev/shm that data loaders share.")
            .sample("true"),
        setting("mountNVMe", ADVANCED, mountNvme())
            .meaning(
                "Fast local storage of a size, mounted at a path (/workspace/scratch-nvme unless"
                    + " said otherwise). The variable NVME_MOUNT_PATH holds the path; the chart's"
                    + " own page calls it MOUNT_PATH_NVME, which is never set.")
            .sample("storage: 800Gi", "mountPath: /scratch"),
        setting("initContainers", ADVANCED, new ListForm.InitContainers())
            .meaning("Containers that run to their end before the job starts in each pod.")
            .sample(
                "- name: prepare",
                "  image: ghcr.io/acme/tools:latest",
                "  command: [sh, -c, \"echo ready\"]"),
        setting("autopilotHealthChecks", ADVANCED, new ListForm.Values("names of checks"))
            .otherwise("none is made")
            .meaning("Checks of a node's health that Autopilot makes before the job starts.")
            .sample("- pciebw"),
        setting("hostIgnoreList", ADVANCED, new ListForm.Values("host names"))
            .meaning("Nodes on which the job must not run.")
            .sample("- worker-17"),
        setting("bypassCoscheduler", ADVANCED, new ScalarForm.Truth())
            .standard(BooleanNode.FALSE)
            .tenure(Tenure.until("1.1.6", "use schedulerName: default-scheduler"))
            .meaning(
                "Places the pods one by one, by Kubernetes' own scheduler. It scatters free GPUs;"
                    + " only for those whom an administrator has told to.")
            .sample("true"),
        setting(
                "schedulerName",
                ADVANCED,
                new ScalarForm.OneOf("sakkara", "scheduler-plugins-scheduler", "default-scheduler"))
            .otherwise("the gang scheduler of the cluster")
            .tenure(Tenure.since("1.1.7"))
            .meaning(
                "The scheduler that places the pods. With sakkara a pod's rank is the one that"
                    + " sakkara gives it.")
            .sample("sakkara"),
        setting("serviceAccountName", ADVANCED, new ScalarForm.Label())
            .otherwise("the default one of the namespace")
            .meaning("The service account of the pods. As gdr, they may lock memory.")
            .sample("gdr"));
  }

  private static ObjectForm mountNvme() {
    var parts = new LinkedHashMap<String, ScalarForm>();
    parts.put("storage", new ScalarForm.Text());
    parts.put("mountPath", new ScalarForm.Text());
    return new ObjectForm(parts, List.of("storage"), true);
  }

  private static List<Setting> faultTolerance() {
    return List.of(
        duration("admissionGracePeriodDuration")
            .otherwise("1m, the controller's own")
            .meaning("How long pods may take to be placed before the job is started anew.")
            .sample("5m"),
        duration("warmupGracePeriodDuration")
            .otherwise("5m, the controller's own")
            .meaning("How long pods may take to run before the job is started anew.")
            .sample("20m"),
        duration("failureGracePeriodDuration")
            .otherwise("1m, the controller's own")
            .meaning("How long a failed pod is tolerated before the job is started anew.")
            .sample("30s"),
        duration("retryPausePeriodDuration")
            .otherwise("90s, the controller's own")
            .meaning("How long the job rests between two attempts.")
            .sample("2m"),
        setting("retryLimit", FAULT_TOLERANCE, ScalarForm.Whole.between(0, 100))
            .otherwise("3, the controller's own")
            .meaning("How often the job is started anew before it has failed. 0 counts.")
            .sample("5"),
        duration("forcefulDeletionGracePeriodDuration")
            .otherwise("10m, the controller's own")
            .meaning("How long pods may take to end before they are removed by force.")
            .sample("5m"),
        duration("deletionOnFailureGracePeriodDuration")
            .otherwise("0s, the controller's own")
            .meaning("How long what has failed is left in place for people to look at.")
            .sample("1h"),
        duration("successTTLDuration")
            .otherwise("7 days, the controller's own, which is also the most")
            .tenure(Tenure.since("1.1.8"))
            .meaning("How long a job that has succeeded is kept.")
            .sample("48h"),
        setting(
                "restartPolicy",
                FAULT_TOLERANCE,
                new ScalarForm.OneOf("Never", "Always", "OnFailure"))
            .standard(TextNode.valueOf("Never"))
            .meaning("Whether a container that ends is started again within its pod.")
            .sample("OnFailure"),
        setting("terminationGracePeriodSeconds", FAULT_TOLERANCE, ScalarForm.Whole.atLeast(0))
            .otherwise("30, Kubernetes' own")
            .meaning("How many seconds a pod has to end when it is told to. 0 counts.")
            .sample("60"));
  }

  private static Draft duration(String name) {
    return setting(name, FAULT_TOLERANCE, new ScalarForm.Duration());
  }

  private static Draft setting(String name, Group group, Form form) {
    return new Draft(name, group, form, MissingNode.getInstance(), "not set", Tenure.ALWAYS, "");
  }

  /// A setting to be, until its sample completes it.
  private record Draft(
      String name,
      Group group,
      Form form,
      JsonNode standard,
      String otherwise,
      Tenure tenure,
      String meaning) {

    Draft standard(JsonNode value) {
      return new Draft(name, group, form, value, value.asText(), tenure, meaning);
    }

    Draft otherwise(String words) {
      return new Draft(name, group, form, standard, words, tenure, meaning);
    }

    Draft tenure(Tenure span) {
      return new Draft(name, group, form, standard, otherwise, span, meaning);
    }

    Draft meaning(String words) {
      return new Draft(name, group, form, standard, otherwise, tenure, words);
    }

    Setting sample(String... lines) {
      return new Setting(name, group, form, standard, otherwise, tenure, meaning, List.of(lines));
    }
  }

  private Catalogue() {}
}
