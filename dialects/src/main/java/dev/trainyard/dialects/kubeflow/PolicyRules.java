package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.training.PolicyRules.immutable;
import static dev.trainyard.dialects.training.PolicyRules.notNegative;
import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.kubeflow.ElasticPolicy;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.api.kubeflow.RunPolicy;
import dev.trainyard.api.kubeflow.SchedulingPolicy;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.pods.ReplicaCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the policies of a whole job must be.
final class PolicyRules {

  static final String MANAGED_BY_US = "kubeflow.org/training-operator";

  private static final List<String> MANAGERS = List.of("kueue.x-k8s.io/multikueue", MANAGED_BY_US);

  private static final Set<String> PROCESS_WORDS = Set.of("auto", "cpu", "gpu");

  static List<Problem> run(Layout job, Optional<PyTorchJob> before) {
    var problems = new ArrayList<Problem>();
    var old = before.map(Layout::new);
    job.runPolicy()
        .ifPresent(
            policy -> {
              var at = "spec.runPolicy";
              Neutral.CLEAN_POD_POLICIES
                  .check(
                      at + ".cleanPodPolicy",
                      requireNonNullElse(policy.cleanPodPolicy(), Defaults.CLEAN_POD_POLICY))
                  .ifPresent(problems::add);
              notNegative(
                  at + ".ttlSecondsAfterFinished", policy.ttlSecondsAfterFinished(), problems);
              notNegative(at + ".activeDeadlineSeconds", policy.activeDeadlineSeconds(), problems);
              notNegative(at + ".backoffLimit", policy.backoffLimit(), problems);
            });
    immutable("spec.runPolicy.schedulingPolicy.queue", old.flatMap(PolicyRules::queue), queue(job))
        .ifPresent(problems::add);
    managedBy(job, old, problems);
    return problems;
  }

  private static Optional<String> queue(Layout job) {
    return job.runPolicy()
        .flatMap(policy -> Optional.ofNullable(policy.schedulingPolicy()))
        .map(SchedulingPolicy::queue);
  }

  private static void managedBy(Layout job, Optional<Layout> before, List<Problem> problems) {
    var at = "spec.runPolicy.managedBy";
    var manager = manager(job);
    if (before.isPresent() && !manager.equals(manager(before.get()))) {
      problems.add(Problem.invalid(at, manager.orElse(""), "field is immutable"));
    }
    manager
        .filter(name -> !MANAGERS.contains(name))
        .ifPresent(name -> problems.add(Problem.unsupported(at, name, MANAGERS)));
  }

  private static Optional<String> manager(Layout job) {
    return job.runPolicy().map(RunPolicy::managedBy);
  }

  /// Of the bounds only what somebody wrote can be wrong: the default is the number of workers,
  /// which has rules of its own.
  static List<Problem> elastic(Layout job, PyTorchJob written) {
    var problems = new ArrayList<Problem>();
    Optional.ofNullable(written.spec().elasticPolicy())
        .ifPresent(
            policy -> {
              bound("spec.elasticPolicy.minReplicas", policy.minReplicas(), problems);
              bound("spec.elasticPolicy.maxReplicas", policy.maxReplicas(), problems);
            });
    job.elasticPolicy().ifPresent(policy -> elastic(job, policy, problems));
    return problems;
  }

  private static void elastic(Layout job, ElasticPolicy policy, List<Problem> problems) {
    var at = "spec.elasticPolicy";
    int min = requireNonNullElse(policy.minReplicas(), 1);
    int max = requireNonNullElse(policy.maxReplicas(), min);
    if (min > max) {
      problems.add(
          Problem.invalid(
              at + ".minReplicas", min, "must not be greater than maxReplicas %d".formatted(max)));
    }
    Optional.ofNullable(policy.rdzvPort())
        .filter(port -> port < 1 || port > ReplicaRules.MAX_PORT)
        .ifPresent(
            port ->
                problems.add(
                    Problem.invalid(
                        at + ".rdzvPort",
                        port,
                        "must be between 1 and %d".formatted(ReplicaRules.MAX_PORT))));
    if (policy.nProcPerNode() != null) {
      problems.add(Advice.deprecatedProcesses());
      if (job.job().spec().nprocPerNode() != null) {
        problems.add(
            Problem.forbidden(at + ".nProcPerNode", "must not be used with spec.nprocPerNode"));
      }
      if (policy.nProcPerNode() < 1) {
        problems.add(
            Problem.invalid(at + ".nProcPerNode", policy.nProcPerNode(), "must be at least 1"));
      }
    }
    notNegative(at + ".maxRestarts", policy.maxRestarts(), problems);
  }

  private static void bound(String at, @Nullable Integer replicas, List<Problem> problems) {
    if (replicas != null && replicas < 1) {
      problems.add(Problem.invalid(at, replicas, "must be at least 1"));
    }
    if (replicas != null && replicas > ReplicaCount.MOST) {
      problems.add(Problem.invalid(at, replicas, "must be no more than " + ReplicaCount.MOST));
    }
  }

  static List<Problem> processes(Layout job) {
    var at = "spec.nprocPerNode";
    var text = job.job().spec().nprocPerNode();
    if (text == null || PROCESS_WORDS.contains(text)) {
      return List.of();
    }
    var count = Environment.processesPerNode(job);
    if (count.isEmpty()) {
      return List.of(Advice.unknownProcesses(text));
    }
    return count.get().signum() > 0
        ? List.of()
        : List.of(Problem.invalid(at, text, "must be at least 1"));
  }

  private PolicyRules() {}
}
