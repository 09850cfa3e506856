package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Makers.TEMPLATE;
import static dev.trainyard.simulation.proof.Makers.annotated;
import static dev.trainyard.simulation.proof.Makers.yaml;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.time.Dice;
import java.util.List;

/// PyTorchJobs, and what is done to them.
public final class KubeflowMakers {

  static Key job() {
    return new Key("PyTorchJob", "default", "train");
  }

  static ObjectNode job(String runPolicy, String restartPolicy, int workers) {
    return job("train", runPolicy, restartPolicy, workers);
  }

  static ObjectNode job(String name, String runPolicy, String restartPolicy, int workers) {
    var worker =
        """
        Worker:
          replicas: %d
          restartPolicy: %s
          template: %s
        """
            .formatted(workers, restartPolicy, TEMPLATE)
            .indent(4);
    return yaml(
        """
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata: {name: %3$s, namespace: default}
        spec:
          runPolicy: {%1$s}
          pytorchReplicaSpecs:
            Master:
              replicas: 1
              restartPolicy: %2$s
              template: %4$s
        """
                .formatted(runPolicy, restartPolicy, name, TEMPLATE)
            + (workers == 0 ? "" : worker));
  }

  /// A job that does nothing special, and needs a GPU for each of its pods.
  static ObjectNode plain() {
    return plain(2);
  }

  static ObjectNode plain(int workers) {
    var job = job("cleanPodPolicy: Running", "ExitCode", workers);
    job.at("/spec/pytorchReplicaSpecs")
        .forEach(
            role ->
                ((ObjectNode) role.at("/template/spec/containers/0"))
                    .withObject("/resources/limits")
                    .put("nvidia.com/gpu", 1));
    return job;
  }

  /// A job of any shape.
  public static ObjectNode anyJob(String name, Dice dice) {
    var cleanUp = dice.oneOf(List.of("Running", "All", "None"));
    var deadline = dice.oneIn(6) ? ", activeDeadlineSeconds: " + dice.between(20, 400) : "";
    var expires = dice.oneIn(4) ? ", ttlSecondsAfterFinished: " + dice.between(0, 900) : "";
    var backoff = dice.oneIn(2) ? ", backoffLimit: " + dice.between(0, 5) : ", backoffLimit: 20";
    var restarts = dice.oneOf(List.of("Never", "OnFailure", "ExitCode"));
    var job =
        job(
            name,
            "cleanPodPolicy: " + cleanUp + deadline + expires + backoff,
            restarts,
            dice.between(0, 4));
    return switch (cleanUp + restarts) {
      case "AllOnFailure", "RunningExitCode" -> together("gang", job);
      case "NoneOnFailure", "AllExitCode" -> together("role", job);
      default -> job;
    };
  }

  static ObjectNode together(String scope, ObjectNode job) {
    return annotated(job, Annotations.RESTART_SCOPE, scope);
  }

  static ObjectNode suspended(ObjectNode job) {
    job.withObject("/spec/runPolicy").put("suspend", true);
    return job;
  }

  /// No two of its pods fit on one node.
  static ObjectNode large(ObjectNode job) {
    for (var role : job.at("/spec/pytorchReplicaSpecs")) {
      ((ObjectNode) role.at("/template/spec/containers/0"))
          .putObject("resources")
          .putObject("requests")
          .put("cpu", "40");
    }
    return job;
  }

  static ObjectNode without(ObjectNode job, String role) {
    job.withObject("/spec/pytorchReplicaSpecs").remove(role);
    return job;
  }

  public static ObjectNode suspension(boolean suspended) {
    return yaml("{spec: {runPolicy: {suspend: %s}}}".formatted(suspended));
  }

  static ObjectNode scaling(int workers) {
    return yaml("{spec: {pytorchReplicaSpecs: {Worker: {replicas: %d}}}}".formatted(workers));
  }

  static void suspend(World world, boolean suspended) {
    world.api().patchJob(job(), suspension(suspended));
  }

  static void scale(World world, int workers) {
    world.api().patchJob(job(), scaling(workers));
  }

  private KubeflowMakers() {}
}
