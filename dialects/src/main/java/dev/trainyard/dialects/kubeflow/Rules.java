package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.api.kubeflow.Training.MASTER;
import static dev.trainyard.api.kubeflow.Training.WORKER;

import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Words;
import dev.trainyard.dialects.pods.JobNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a job must be to run at all. Looks at the job after its defaults, so that an unset count or
/// another spelling of a type is no mistake; every problem is reported, in the order of the fields.
final class Rules {

  static final String REPLICA_SPECS = "spec.pytorchReplicaSpecs";

  private static final Words<Boolean> MASTER_WAITS =
      Words.of(Map.entry("on", true), Map.entry(MasterWait.OFF, false));

  static List<Problem> check(PyTorchJob written, Optional<PyTorchJob> before, Settings settings) {
    var job = new Layout(Defaults.applied(written));
    var problems = new ArrayList<Problem>();
    name(job, problems);
    annotations(job, problems);
    if (job.specs().isEmpty()) {
      problems.add(Problem.required(REPLICA_SPECS, "must be required"));
    }
    job.specs()
        .forEach((key, spec) -> problems.addAll(ReplicaRules.check(key, spec, added(job, key))));
    if (job.elastic() && job.spec(WORKER).isEmpty()) {
      problems.add(
          Problem.required(
              REPLICA_SPECS + "[Worker]", "must be configured if elastic policy is used"));
    }
    problems.addAll(Advice.onReplicas(job));
    problems.addAll(Advice.onGang(job, settings));
    problems.addAll(PolicyRules.run(job, before));
    problems.addAll(Advice.onCleanUp(job, Defaults.cleanPodPolicy(written, settings)));
    problems.addAll(PolicyRules.elastic(job, written));
    problems.addAll(Advice.onStandalone(job, settings.habits()));
    problems.addAll(PolicyRules.processes(job));
    problems.addAll(Advice.onProcesses(job, written, settings.habits()));
    return List.copyOf(problems);
  }

  /// Whatever this operator's settings say: the next one may add it.
  private static Set<String> added(Layout job, String type) {
    boolean waits =
        type.equals(WORKER)
            && job.hasMaster()
            && job.annotation(Annotations.MASTER_WAIT).filter(MasterWait.OFF::equals).isEmpty();
    return waits ? Set.of(MasterWait.CONTAINER) : Set.of();
  }

  private static void name(Layout job, List<Problem> problems) {
    JobNames.check(job.name())
        .or(
            () ->
                JobNames.checkPods(
                    job.name(),
                    job.types().stream().map(type -> job.podName(type, highestIndex(job, type)))))
        .ifPresent(problems::add);
  }

  private static int highestIndex(Layout job, String type) {
    int replicas = job.replicas(type);
    int most =
        type.equals(MASTER)
            ? replicas
            : job.elasticPolicy()
                .flatMap(policy -> Optional.ofNullable(policy.maxReplicas()))
                .map(max -> Math.max(max, replicas))
                .orElse(replicas);
    return Math.max(most - 1, 0);
  }

  private static void annotations(Layout job, List<Problem> problems) {
    annotation(job, Annotations.RESTART_SCOPE, Restarts.SCOPES).ifPresent(problems::add);
    annotation(job, Annotations.MASTER_WAIT, MASTER_WAITS).ifPresent(problems::add);
    Restarts.advice(job.job().metadata()).ifPresent(problems::add);
  }

  private static Optional<Problem> annotation(Layout job, String key, Words<?> words) {
    return job.annotation(key)
        .flatMap(value -> words.check("metadata.annotations[%s]".formatted(key), value));
  }

  private Rules() {}
}
