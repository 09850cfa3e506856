package dev.trainyard.dialects.runai;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The pod that the values of a workload describe.
record PodShape(Workload workload, Part part) {

  private static final String NEVER = "Never";
  private static final Map<String, String> PULL_POLICIES =
      Map.of("always", "Always", "ifnotpresent", "IfNotPresent", "never", NEVER);

  /// For pods that the engine makes: it knows their marks and our variables.
  PodTemplateSpec template() {
    var marks = new Marks(workload);
    return template(marks.users("labels"), marks.users("annotations"), env());
  }

  /// For pods that somebody else makes.
  PodTemplateSpec wholeTemplate() {
    var marks = new Marks(workload);
    var annotations = new LinkedHashMap<>(marks.users("annotations"));
    annotations.putAll(marks.ofUserAndPools());
    if (part.hasDevices()) {
      annotations.putAll(Gpus.of(workload.values()).annotations());
    }
    return template(marks.ofTemplate(), annotations, new Environment(workload).all(part));
  }

  private List<EnvVar> env() {
    return new Environment(workload).users();
  }

  private PodTemplateSpec template(
      Map<String, String> labels, Map<String, String> annotations, List<EnvVar> env) {
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withLabels(labels)
        .withAnnotations(annotations)
        .endMetadata()
        .withSpec(spec(env))
        .build();
  }

  private PodSpec spec(List<EnvVar> env) {
    var values = workload.values();
    var storage = Storage.of(workload);
    var placement = new Placement(workload);
    var containers = new ArrayList<Container>();
    containers.add(main(storage, env));
    containers.addAll(storage.beside());
    boolean onHost = values.isOn("hostNetwork");
    return new PodSpecBuilder()
        .withRestartPolicy(NEVER)
        .withSchedulerName(workload.ours().schedulerName().orElse(null))
        .withSecurityContext(new Security(workload).ofPod().orElse(null))
        .withHostIPC(Security.on(values.isOn("hostIpc")))
        .withHostNetwork(Security.on(onHost))
        .withDnsPolicy(onHost ? "ClusterFirstWithHostNet" : null)
        .withNodeSelector(placement.nodeSelector())
        .withTolerations(placement.tolerations())
        .withAffinity(placement.affinity().orElse(null))
        .withImagePullSecrets(pullSecrets())
        .withVolumes(storage.volumes())
        .withInitContainers(storage.first())
        .withContainers(containers)
        .build();
  }

  private List<LocalObjectReference> pullSecrets() {
    return workload.values().text("imagePullSecrets").map(Lists::split).orElse(List.of()).stream()
        .map(LocalObjectReference::new)
        .toList();
  }

  private Container main(Storage storage, List<EnvVar> env) {
    var values = workload.values();
    var builder =
        new ContainerBuilder()
            .withName(part.container(workload))
            .withImage(values.text("image").orElse(null))
            .withImagePullPolicy(pullPolicy())
            .withWorkingDir(values.text("workingDir").filter(dir -> !dir.isEmpty()).orElse(null))
            .withEnv(env)
            .withResources(Resources.of(workload, part))
            .withSecurityContext(new Security(workload).ofContainer().orElse(null))
            .withVolumeMounts(storage.mounts())
            .withVolumeDevices(storage.devices());
    if (part.hasCommand()) {
      builder
          .withCommand(words("command"))
          .withArgs(words("arguments"))
          .withStdin(Security.on(values.isOn("stdin")))
          .withTty(Security.on(values.isOn("tty")));
    }
    if (part.hasPorts()) {
      builder.withPorts(new Network(workload).containerPorts());
    }
    return builder.build();
  }

  private String pullPolicy() {
    var policy = workload.values().text("imagePullPolicy").orElse("always");
    return requireNonNullElse(PULL_POLICIES.get(policy.toLowerCase(Locale.ROOT)), policy);
  }

  private List<String> words(String field) {
    return workload.values().text(field).map(Tokens::forContainer).orElse(List.of());
  }
}
