package dev.trainyard.dialects.mpi;

import static dev.trainyard.api.kubeflow.MPIJob.LAUNCHER;
import static dev.trainyard.dialects.training.PolicyRules.immutable;
import static dev.trainyard.dialects.training.PolicyRules.notNegative;

import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.api.kubeflow.MPIRunPolicy;
import dev.trainyard.api.kubeflow.SchedulingPolicy;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.pods.JobNames;
import dev.trainyard.dialects.pods.Requests;
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a job must be to run at all. Every problem is reported, in the order of the fields.
final class Rules {

  static final String REPLICA_SPECS = "spec.mpiReplicaSpecs";

  static final String MANAGED_BY_US = "kubeflow.org/mpi-operator";

  private static final List<String> MANAGERS = List.of(MANAGED_BY_US, "kueue.x-k8s.io/multikueue");

  private final Layout job;
  private final Optional<Layout> before;
  private final List<Problem> problems = new ArrayList<>();

  private Rules(Layout job, Optional<Layout> before) {
    this.job = job;
    this.before = before;
  }

  static List<Problem> check(MPIJob job, Optional<MPIJob> before) {
    var rules = new Rules(new Layout(job), before.map(Layout::new));
    rules.metadata();
    rules.slots();
    rules.runPolicy();
    rules.replicas();
    rules.launch();
    return List.copyOf(rules.problems);
  }

  /// The last worker has the longest name, unless the launcher is alone.
  private void metadata() {
    JobNames.check(job.name())
        .or(
            () ->
                JobNames.checkPods(
                    job.name(),
                    Stream.of(job.launcher(), job.worker(Math.max(job.workers() - 1, 0)))))
        .ifPresent(problems::add);
    Restarts.advice(job.job().metadata()).ifPresent(problems::add);
  }

  private void slots() {
    notNegative("spec.slotsPerWorker", job.slots(), problems);
  }

  private void runPolicy() {
    var at = "spec.runPolicy";
    Layout.CLEAN_POD_POLICIES
        .check(at + ".cleanPodPolicy", job.cleanPodPolicy())
        .or(this::forgottenWorkers)
        .ifPresent(problems::add);
    job.runPolicy()
        .ifPresent(
            policy -> {
              notNegative(
                  at + ".ttlSecondsAfterFinished", policy.ttlSecondsAfterFinished(), problems);
              notNegative(at + ".activeDeadlineSeconds", policy.activeDeadlineSeconds(), problems);
              notNegative(at + ".backoffLimit", policy.backoffLimit(), problems);
            });
    immutable(at + ".schedulingPolicy.queue", before.flatMap(Rules::queue), queue(job))
        .ifPresent(problems::add);
    managedBy(at + ".managedBy");
  }

  /// A worker's sshd never ends by itself.
  private Optional<Problem> forgottenWorkers() {
    boolean gpus =
        job.spec(MPIJob.WORKER)
            .filter(spec -> Layout.containers(spec).stream().anyMatch(Requests::usesGpus))
            .isPresent();
    return gpus && job.cleanUp() == Sweep.NOTHING
        ? Optional.of(
            Problem.warning(
                "spec.runPolicy.cleanPodPolicy",
                "None leaves the workers running when the launcher has ended, and they keep their"
                    + " GPUs; set it to Running"))
        : Optional.empty();
  }

  private static Optional<String> queue(Layout job) {
    return job.schedulingPolicy().map(SchedulingPolicy::queue);
  }

  private void managedBy(String at) {
    var manager = manager(job);
    if (before.isPresent() && !manager.equals(before.flatMap(Rules::manager))) {
      problems.add(Problem.invalid(at, manager.orElse(""), "field is immutable"));
    }
    manager
        .filter(name -> !MANAGERS.contains(name))
        .ifPresent(name -> problems.add(Problem.unsupported(at, name, MANAGERS)));
  }

  static Optional<String> manager(Layout job) {
    return job.runPolicy().map(MPIRunPolicy::managedBy);
  }

  private void replicas() {
    var specs = job.job().spec().mpiReplicaSpecs();
    if (specs.isEmpty()) {
      problems.add(Problem.required(REPLICA_SPECS, "must have replica specs"));
    } else if (!specs.containsKey(LAUNCHER)) {
      problems.add(
          Problem.required(
              "%s[%s]".formatted(REPLICA_SPECS, LAUNCHER), "must have Launcher replica spec"));
    }
    specs.forEach((type, spec) -> problems.addAll(ReplicaRules.check(job, type, spec)));
  }

  private void launch() {
    if (job.keysPath().isEmpty()) {
      problems.add(
          Problem.required(
              "spec.sshAuthMountPath",
              "must have a mount path for SSH credentials, or be left out"));
    }
    Layout.CREATION_POLICIES
        .check("spec.launcherCreationPolicy", job.creationPolicy())
        .ifPresent(problems::add);
    Implementation.WORDS
        .check("spec.mpiImplementation", job.implementation())
        .ifPresent(problems::add);
  }
}
