package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.api.kubeflow.Training.MASTER;
import static dev.trainyard.api.kubeflow.Training.WORKER;

import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What a job must be to run at all. Looks at the job after its defaults, so that an unset count or
/// another spelling of a type is no mistake; every problem is reported, in the order of the fields.
final class Rules {

  /// More pods than this in one role is taken for a slip of the finger.
  static final int MAX_REPLICAS = 10_000;

  static final String REPLICA_SPECS = "spec.pytorchReplicaSpecs";

  private static final int MAX_NAME = 63;
  private static final Pattern LABEL = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

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
    var reasons = new ArrayList<String>();
    if (job.name().length() > MAX_NAME) {
      reasons.add("must be no more than %d characters".formatted(MAX_NAME));
    }
    if (!LABEL.matcher(job.name()).matches()) {
      reasons.add(
          "must consist of lower case letters, digits and '-', start with a letter and end with a"
              + " letter or digit ("
              + LABEL
              + ")");
    }
    if (!reasons.isEmpty()) {
      problems.add(
          Problem.invalid(
              "metadata.name", job.name(), "should match: " + String.join(",", reasons)));
    } else {
      podNames(job).ifPresent(problems::add);
    }
  }

  /// Pods and Services are named after the job, and no Service may have a longer name.
  private static Optional<Problem> podNames(Layout job) {
    return job.types().stream()
        .map(type -> job.podName(type, highestIndex(job, type)))
        .filter(name -> name.length() > MAX_NAME)
        .max(Comparator.comparingInt(String::length))
        .map(
            name ->
                Problem.invalid(
                    "metadata.name",
                    job.name(),
                    "makes the pod name %s of %d characters, and %d is the limit; shorten it by %d"
                        .formatted(name, name.length(), MAX_NAME, name.length() - MAX_NAME)));
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
    annotation(job, Annotations.RESTART_SCOPE, RestartPolicy.SCOPES).ifPresent(problems::add);
    annotation(job, Annotations.MASTER_WAIT, MASTER_WAITS).ifPresent(problems::add);
    Restarts.advice(job.job().metadata()).ifPresent(problems::add);
  }

  private static Optional<Problem> annotation(Layout job, String key, Words<?> words) {
    return job.annotation(key)
        .flatMap(value -> words.check("metadata.annotations[%s]".formatted(key), value));
  }

  private Rules() {}
}
