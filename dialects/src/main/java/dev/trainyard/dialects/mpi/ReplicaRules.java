package dev.trainyard.dialects.mpi;

import static dev.trainyard.api.kubeflow.MPIJob.LAUNCHER;
import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.kubeflow.MPIReplicaSpec;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.pods.ReplicaCount;
import dev.trainyard.dialects.pods.TemplateRules;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the replicas of one type must be.
final class ReplicaRules {

  static final String RESTART_POLICY_OVERRIDDEN =
      "Restart policy in pod template overridden by restart policy in replica spec";

  private final Layout job;
  private final String type;
  private final MPIReplicaSpec spec;
  private final String at;
  private final List<Problem> problems = new ArrayList<>();

  private ReplicaRules(Layout job, String type, MPIReplicaSpec spec) {
    this.job = job;
    this.type = type;
    this.spec = spec;
    this.at = "%s[%s]".formatted(Rules.REPLICA_SPECS, type);
  }

  static List<Problem> check(Layout job, String type, MPIReplicaSpec spec) {
    if (!Layout.TYPES.contains(type)) {
      return List.of(
          Problem.unsupported("%s[%s]".formatted(Rules.REPLICA_SPECS, type), type, Layout.TYPES));
    }
    var rules = new ReplicaRules(job, type, spec);
    rules.replicas();
    rules.containers();
    rules.problems.addAll(TemplateRules.check(rules.at + ".template", spec.template(), Set.of()));
    Optional.ofNullable(spec.template().getSpec()).ifPresent(rules::pod);
    Layout.RESTART_POLICIES
        .check(rules.at + ".restartPolicy", job.restartPolicy(type))
        .ifPresent(rules.problems::add);
    return rules.problems;
  }

  private void replicas() {
    if (!type.equals(LAUNCHER)) {
      ReplicaCount.check(at + ".replicas", job.replicas(type), 1).ifPresent(problems::add);
    } else if (job.replicas(type) != 1) {
      problems.add(Problem.invalid(at + ".replicas", job.replicas(type), "must be 1"));
    }
  }

  private void containers() {
    var here = at + ".template.spec.containers";
    var containers = Layout.containers(spec);
    if (containers.isEmpty()) {
      problems.add(Problem.required(here, "must define at least one container"));
    }
    for (int i = 0; i < containers.size(); i++) {
      if (requireNonNullElse(containers.get(i).getImage(), "").isEmpty()) {
        problems.add(Problem.required("%s[%d].image".formatted(here, i), "must be required"));
      }
    }
  }

  private void pod(PodSpec pod) {
    var here = at + ".template.spec";
    volumes(here, Optional.ofNullable(pod.getVolumes()).orElse(List.of()));
    mounts(here);
    if (type.equals(LAUNCHER) && !requireNonNullElse(pod.getRestartPolicy(), "").isEmpty()) {
      problems.add(Problem.warning(here + ".restartPolicy", RESTART_POLICY_OVERRIDDEN));
    }
  }

  /// What is added to the pods must not be there already.
  private void volumes(String here, List<Volume> volumes) {
    for (int i = 0; i < volumes.size(); i++) {
      var name = requireNonNullElse(volumes.get(i).getName(), "");
      if (ours().containsValue(name)) {
        problems.add(
            Problem.duplicate(
                "%s.volumes[%d].name".formatted(here, i),
                name,
                "the job adds a volume of that name; give this one another"));
      }
    }
  }

  private void mounts(String here) {
    var mounts =
        Layout.containers(spec).stream()
            .findFirst()
            .map(Container::getVolumeMounts)
            .<List<VolumeMount>>map(List::copyOf)
            .orElse(List.of());
    for (int i = 0; i < mounts.size(); i++) {
      var path = requireNonNullElse(mounts.get(i).getMountPath(), "");
      if (ours().containsKey(path)) {
        problems.add(
            Problem.invalid(
                "%s.containers[0].volumeMounts[%d].mountPath".formatted(here, i),
                path,
                "is where the job mounts its %s; mount this elsewhere"
                    .formatted(ours().get(path))));
      }
    }
  }

  /// By where they are mounted.
  private Map<String, String> ours() {
    var volumes = new HashMap<String, String>();
    volumes.put(job.keysPath(), Equipment.KEYS_VOLUME);
    if (type.equals(LAUNCHER)) {
      volumes.put(Equipment.HOSTS_PATH, Equipment.HOSTS_VOLUME);
    }
    return volumes;
  }
}
