package dev.trainyard.dialects.mpi;

import static dev.trainyard.api.kubeflow.MPIJob.LAUNCHER;
import static dev.trainyard.api.kubeflow.MPIJob.OPERATOR_NAME;
import static dev.trainyard.api.kubeflow.MPIJob.WORKER;
import static dev.trainyard.api.kubeflow.Training.JOB_NAME_LABEL;
import static dev.trainyard.api.kubeflow.Training.JOB_ROLE_LABEL;
import static dev.trainyard.api.kubeflow.Training.OPERATOR_NAME_LABEL;
import static dev.trainyard.api.kubeflow.Training.REPLICA_INDEX_LABEL;

import dev.trainyard.api.kubeflow.MPIReplicaSpec;
import dev.trainyard.engine.model.TrainingJob.Marks;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodDNSConfig;
import io.fabric8.kubernetes.api.model.PodDNSConfigBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The users' pod templates with what MPI needs in them. The launcher's is complete, for its pods
/// are made by a controller that knows nothing of the job.
record Templates(Layout job, Equipment equipment) {

  static final String ROLE_VARIABLE = "K_MPI_JOB_ROLE";

  private static final List<String> SSHD = List.of("/usr/sbin/sshd", "-De");

  static String role(String type) {
    return type.toLowerCase(Locale.ROOT);
  }

  /// Those by which the pods of a role are known; the workers' index comes on top.
  Map<String, String> labels(String type) {
    var labels = new LinkedHashMap<String, String>();
    labels.put(OPERATOR_NAME_LABEL, OPERATOR_NAME);
    labels.put(JOB_NAME_LABEL, job.name());
    labels.put(JOB_ROLE_LABEL, role(type));
    return labels;
  }

  PodTemplateSpec worker() {
    var template = copy(WORKER);
    var pod = template.getSpec();
    reachable(pod);
    pod.setDnsConfig(
        new PodDNSConfigBuilder(
                Optional.ofNullable(pod.getDnsConfig()).orElseGet(PodDNSConfig::new))
            .addToSearches("%s.%s.svc.cluster.local".formatted(job.name(), job.namespace()))
            .build());
    pod.getVolumes().add(equipment.keysVolume());
    var main = pod.getContainers().getFirst();
    if (main.getCommand().isEmpty() && main.getArgs().isEmpty()) {
      main.setCommand(SSHD);
    }
    main.getVolumeMounts().add(equipment.keysMount());
    return template;
  }

  PodTemplateSpec launcher(Marks marks) {
    var template = new PodTemplateSpecBuilder(copy(LAUNCHER));
    template
        .editOrNewMetadata()
        .addToLabels(labels(LAUNCHER))
        .addToLabels(job.launcherWorks() ? Map.of(REPLICA_INDEX_LABEL, "0") : Map.of())
        .addToLabels(marks.labels())
        .addToAnnotations(marks.annotations())
        .endMetadata();
    var built = template.build();
    var pod = built.getSpec();
    pod.setHostname(job.launcher());
    pod.setSubdomain(job.name());
    pod.setRestartPolicy(job.inPlace(LAUNCHER).word);
    reachable(pod);
    if (pod.getSchedulerName() == null || pod.getSchedulerName().isEmpty()) {
      marks.scheduler().ifPresent(pod::setSchedulerName);
    }
    pod.getVolumes().addAll(List.of(equipment.keysVolume(), equipment.hostsVolume()));
    var main = pod.getContainers().getFirst();
    main.setEnv(environment(main));
    main.getVolumeMounts().addAll(List.of(equipment.keysMount(), equipment.hostsMount()));
    return built;
  }

  private PodTemplateSpec copy(String type) {
    return new PodTemplateSpecBuilder(
            job.spec(type).map(MPIReplicaSpec::template).orElseGet(PodTemplateSpec::new))
        .build();
  }

  /// A pod with its node's network asks the node for names, unless it is told otherwise.
  private static void reachable(PodSpec pod) {
    if (Boolean.TRUE.equals(pod.getHostNetwork())) {
      pod.setDnsPolicy("ClusterFirstWithHostNet");
    }
  }

  /// After the user's. A name that both set is ours, as it would be if it stood there twice.
  private List<EnvVar> environment(Container main) {
    var ours = new LinkedHashMap<String, String>();
    ours.put(ROLE_VARIABLE, role(LAUNCHER));
    Implementation.WORDS
        .meaning(job.implementation())
        .ifPresent(implementation -> ours.putAll(implementation.variables(job.slots())));
    // A launcher that only starts others takes no GPU from them.
    if (!job.launcherWorks()) {
      ours.put("NVIDIA_VISIBLE_DEVICES", "");
      ours.put("NVIDIA_DRIVER_CAPABILITIES", "");
    }
    var all = new ArrayList<EnvVar>();
    main.getEnv().stream()
        .filter(variable -> !ours.containsKey(variable.getName()))
        .forEach(all::add);
    ours.forEach((name, value) -> all.add(new EnvVar(name, value, null)));
    return all;
  }
}
