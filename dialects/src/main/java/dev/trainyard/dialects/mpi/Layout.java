package dev.trainyard.dialects.mpi;

import static dev.trainyard.api.kubeflow.MPIJob.LAUNCHER;
import static dev.trainyard.api.kubeflow.MPIJob.WORKER;
import static java.util.Map.entry;
import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.api.kubeflow.MPIReplicaSpec;
import dev.trainyard.api.kubeflow.MPIRunPolicy;
import dev.trainyard.api.kubeflow.SchedulingPolicy;
import dev.trainyard.dialects.Words;
import dev.trainyard.engine.model.RestartRule.InPlace;
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import io.fabric8.kubernetes.api.model.Container;
import java.util.List;
import java.util.Optional;

/// A job and the questions that several parts ask about it; what it does not say has its default.
record Layout(MPIJob job) {

  /// In rank order.
  static final List<String> TYPES = List.of(LAUNCHER, WORKER);

  static final String LAUNCHER_SUFFIX = "-launcher";

  static final String ROOTS_KEYS = "/root/.ssh";

  static final Words<Sweep> CLEAN_POD_POLICIES =
      Words.of(
          entry("None", Sweep.NOTHING),
          entry("Running", Sweep.UNFINISHED),
          entry("All", Sweep.EVERYTHING));

  static final Words<InPlace> RESTART_POLICIES =
      Words.of(entry("Never", InPlace.NEVER), entry("OnFailure", InPlace.ON_FAILURE));

  /// Whether the launcher waits for the workers.
  static final Words<Boolean> CREATION_POLICIES =
      Words.of(entry("AtStartup", false), entry("WaitForWorkersReady", true));

  String name() {
    return requireNonNullElse(job.metadata().getName(), "");
  }

  String namespace() {
    return requireNonNullElse(job.metadata().getNamespace(), "default");
  }

  Optional<String> annotation(String key) {
    return Optional.ofNullable(job.metadata().getAnnotations()).map(all -> all.get(key));
  }

  Optional<MPIReplicaSpec> spec(String type) {
    return Optional.ofNullable(job.spec().mpiReplicaSpecs().get(type));
  }

  /// The types the job has, in rank order.
  List<String> types() {
    return TYPES.stream().filter(job.spec().mpiReplicaSpecs()::containsKey).toList();
  }

  int replicas(String type) {
    return spec(type).map(MPIReplicaSpec::replicas).orElse(type.equals(LAUNCHER) ? 1 : 0);
  }

  int workers() {
    return replicas(WORKER);
  }

  int slots() {
    return requireNonNullElse(job.spec().slotsPerWorker(), 1);
  }

  boolean launcherWorks() {
    return requireNonNullElse(job.spec().runLauncherAsWorker(), false);
  }

  String creationPolicy() {
    return requireNonNullElse(job.spec().launcherCreationPolicy(), CREATION_POLICIES.word(false));
  }

  /// For nobody there is no need to wait.
  boolean launcherWaits() {
    return CREATION_POLICIES.meaning(creationPolicy()).orElse(false) && workers() > 0;
  }

  String implementation() {
    return requireNonNullElse(
        job.spec().mpiImplementation(), Implementation.WORDS.word(Implementation.OPEN_MPI));
  }

  String keysPath() {
    return requireNonNullElse(job.spec().sshAuthMountPath(), ROOTS_KEYS);
  }

  Optional<MPIRunPolicy> runPolicy() {
    return Optional.ofNullable(job.spec().runPolicy());
  }

  Optional<SchedulingPolicy> schedulingPolicy() {
    return runPolicy().map(MPIRunPolicy::schedulingPolicy);
  }

  boolean suspended() {
    return runPolicy().map(MPIRunPolicy::suspend).orElse(false);
  }

  /// As a Job has it that says nothing.
  int backoffLimit() {
    return runPolicy().map(MPIRunPolicy::backoffLimit).orElse(6);
  }

  String cleanPodPolicy() {
    return runPolicy()
        .map(MPIRunPolicy::cleanPodPolicy)
        .orElse(CLEAN_POD_POLICIES.word(Sweep.NOTHING));
  }

  Sweep cleanUp() {
    return CLEAN_POD_POLICIES.meaning(cleanPodPolicy()).orElse(Sweep.NOTHING);
  }

  String restartPolicy(String type) {
    return spec(type)
        .map(MPIReplicaSpec::restartPolicy)
        .orElse(RESTART_POLICIES.word(type.equals(LAUNCHER) ? InPlace.ON_FAILURE : InPlace.NEVER));
  }

  InPlace inPlace(String type) {
    return RESTART_POLICIES.meaning(restartPolicy(type)).orElse(InPlace.NEVER);
  }

  /// The launcher's Job, and the host its pods are.
  String launcher() {
    return name() + LAUNCHER_SUFFIX;
  }

  String worker(int index) {
    return "%s-worker-%d".formatted(name(), index);
  }

  /// Where a pod of the job is found within the cluster.
  String address(String host) {
    return "%s.%s.%s.svc".formatted(host, name(), namespace());
  }

  /// The workload counts no eviction as a failure and tries again what failed, so that its job must
  /// do likewise.
  boolean ofAWorkload() {
    return Optional.ofNullable(job.metadata().getOwnerReferences()).orElse(List.of()).stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .anyMatch(
            owner ->
                "TrainingWorkload".equals(owner.getKind())
                    && requireNonNullElse(owner.getApiVersion(), "").startsWith("run.ai/"));
  }

  static List<Container> containers(MPIReplicaSpec spec) {
    var pod = spec.template().getSpec();
    return pod == null || pod.getContainers() == null ? List.of() : pod.getContainers();
  }
}
