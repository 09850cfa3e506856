package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.api.kubeflow.Training.MASTER;
import static dev.trainyard.api.kubeflow.Training.PORT;
import static dev.trainyard.api.kubeflow.Training.PORT_NAME;
import static dev.trainyard.api.kubeflow.Training.WORKER;

import dev.trainyard.api.kubeflow.ElasticPolicy;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.api.kubeflow.ReplicaSpec;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Habits;
import dev.trainyard.engine.model.EnvContract.Variable;
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What is legal in a job and will surprise its author.
final class Advice {

  static final String RESTART_POLICY_OVERWRITTEN =
      "Restart policy in pod template will be overwritten by restart policy in replica spec";

  static final String ANOTHER_SCHEDULER =
      "Another scheduler is specified when gang-scheduling is enabled and it will not be"
          + " overwritten";

  static List<Problem> onReplicas(Layout job) {
    var advice = new ArrayList<Problem>();
    for (var type : job.types()) {
      var at = "%s[%s]".formatted(Rules.REPLICA_SPECS, type);
      var spec = job.spec(type).orElseThrow();
      if (type.equals(WORKER)) {
        outOfBounds(job, at).ifPresent(advice::add);
      }
      pod(spec).ifPresent(pod -> onPod(at + ".template.spec", job, type, pod, advice));
    }
    overriddenVariables(job).ifPresent(advice::add);
    if (job.hasMaster() && job.elastic()) {
      advice.add(
          Problem.warning(
              Rules.REPLICA_SPECS + "[Master]",
              "is of little use with spec.elasticPolicy: the bounds count workers only, so the"
                  + " master is no member of the elastic group"));
    }
    if (!job.hasMaster() && !job.elastic() && job.spec(WORKER).isPresent()) {
      advice.add(
          Problem.warning(
              Rules.REPLICA_SPECS,
              "workers alone are given no address, rank or world size; add a Master or"
                  + " spec.elasticPolicy unless the program finds its peers itself"));
    }
    return advice;
  }

  static List<Problem> onStandalone(Layout job, Habits habits) {
    return habits.standalone().isEmpty()
            && job.elasticPolicy().map(ElasticPolicy::standalone).orElse(false)
        ? List.of(
            Problem.warning(
                "spec.elasticPolicy.standalone",
                "is handed to torchrun as an empty PET_STANDALONE, which torchrun cannot read; use"
                    + " its flag --standalone instead"))
        : List.of();
  }

  static List<Problem> onGang(Layout job, Settings settings) {
    boolean another =
        settings.gangScheduler().isPresent()
            && job.types().stream()
                .flatMap(type -> pod(job.spec(type).orElseThrow()).stream())
                .flatMap(pod -> Optional.ofNullable(pod.getSchedulerName()).stream())
                .anyMatch(name -> !name.isEmpty() && !isGangScheduler(settings, name));
    return another ? List.of(Problem.warning(Rules.REPLICA_SPECS, ANOTHER_SCHEDULER)) : List.of();
  }

  private static boolean isGangScheduler(Settings settings, String name) {
    return settings.gangScheduler().filter(gang -> gang.name().equals(name)).isPresent();
  }

  static List<Problem> onCleanUp(Layout job, String cleanPodPolicy) {
    boolean keeps =
        Neutral.CLEAN_POD_POLICIES.meaning(cleanPodPolicy).orElse(Sweep.EVERYTHING)
            == Sweep.NOTHING;
    return keeps && job.totalReplicas() > 1 && Processes.usesGpus(job)
        ? List.of(
            Problem.warning(
                "spec.runPolicy.cleanPodPolicy",
                "None leaves pods that still run when the job ends, and they keep their GPUs; set"
                    + " it to Running"))
        : List.of();
  }

  /// Only torchrun counts cores; whoever writes the word runs it, wherever it hides.
  static List<Problem> onProcesses(Layout job, PyTorchJob written, Habits habits) {
    boolean everyCore =
        Processes.AUTO.equals(job.job().spec().nprocPerNode())
            && !habits.capsProcesses()
            && !Processes.usesGpus(job)
            && (Processes.AUTO.equals(written.spec().nprocPerNode())
                || job.types().stream()
                    .flatMap(type -> Layout.mainContainer(job.spec(type).orElseThrow()).stream())
                    .anyMatch(Advice::runsTorchrun));
    return everyCore
        ? List.of(
            Problem.warning(
                "spec.nprocPerNode",
                "auto without a GPU makes torchrun start one process for every core of the node,"
                    + " whatever the pod may use; name a number"))
        : List.of();
  }

  private static boolean runsTorchrun(Container main) {
    return Stream.of(main.getCommand(), main.getArgs())
        .flatMap(words -> Optional.ofNullable(words).stream())
        .flatMap(List::stream)
        .anyMatch(word -> word.contains("torchrun") || word.contains("torch.distributed.run"));
  }

  static Problem deprecatedProcesses() {
    return Problem.warning(
        "spec.elasticPolicy.nProcPerNode",
        "spec.elasticPolicy.nProcPerNode is deprecated, use spec.nprocPerNode instead");
  }

  static Problem unknownProcesses(String text) {
    return Problem.warning(
        "spec.nprocPerNode",
        "\"%s\" is neither auto, cpu, gpu nor an integer; it is handed to torchrun as it is"
            .formatted(text));
  }

  private static Optional<Problem> outOfBounds(Layout job, String at) {
    int replicas = job.replicas(WORKER);
    var min = job.elasticPolicy().map(ElasticPolicy::minReplicas).orElse(replicas);
    var max = job.elasticPolicy().map(ElasticPolicy::maxReplicas).orElse(replicas);
    return min <= replicas && replicas <= max
        ? Optional.empty()
        : Optional.of(
            Problem.warning(
                at + ".replicas",
                "%d is outside of spec.elasticPolicy, which asks for %d to %d"
                    .formatted(replicas, min, max)));
  }

  private static Optional<PodSpec> pod(ReplicaSpec spec) {
    return Optional.ofNullable(spec.template().getSpec());
  }

  private static void onPod(String at, Layout job, String type, PodSpec pod, List<Problem> advice) {
    if (pod.getRestartPolicy() != null && !pod.getRestartPolicy().isEmpty()) {
      advice.add(Problem.warning(at + ".restartPolicy", RESTART_POLICY_OVERWRITTEN));
    }
    if (Boolean.TRUE.equals(pod.getHostNetwork())
        && job.port(type).filter(port -> port == PORT).isPresent()) {
      advice.add(
          Problem.warning(
              at + ".hostNetwork",
              "takes port %d of the node, so that no two such pods fit on one; give the port named"
                      .formatted(PORT)
                  + " %s another number".formatted(PORT_NAME)));
    }
  }

  /// One for the whole job, naming every variable once.
  private static Optional<Problem> overriddenVariables(Layout job) {
    var ours =
        Environment.variables(job, Habits.usual()).stream()
            .map(Variable::name)
            .filter(name -> !name.equals(Environment.UNBUFFERED))
            .collect(Collectors.toSet());
    var overridden =
        Stream.of(MASTER, WORKER)
            .flatMap(type -> job.spec(type).stream())
            .flatMap(spec -> Layout.containers(spec).stream())
            .flatMap(container -> Optional.ofNullable(container.getEnv()).stream())
            .flatMap(List::stream)
            .map(EnvVar::getName)
            .filter(ours::contains)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return overridden.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Problem.warning(
                Rules.REPLICA_SPECS,
                "the job itself sets %s; the values in the pod templates are not used"
                    .formatted(overridden)));
  }

  private Advice() {}
}
