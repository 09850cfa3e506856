package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Makers.TEMPLATE;
import static dev.trainyard.simulation.proof.Makers.yaml;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.api.kubeflow.Training;
import dev.trainyard.dialects.Settings;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.Program.Ending;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.proof.Story.Incident;
import dev.trainyard.simulation.time.Dice;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// MPIJobs, and what is done to them.
final class MpiMakers {

  static final Key JOB = new Key(MPIJob.KIND, "default", "train");

  /// Their launchers are Jobs, which somebody has to run.
  static final Settings RUNNING_JOBS = Settings.defaults(Settings.Place.CLUSTER).runningJobs();

  static final Duration FAILS_AFTER = Duration.ofSeconds(20);

  static Story story(String name, ObjectNode job, Program program, Incident... incidents) {
    return Makers.story(name, job, program, incidents).under(RUNNING_JOBS);
  }

  static ObjectNode mpi(String runPolicy, int workers) {
    return mpi("train", runPolicy, workers);
  }

  /// Its launcher waits for the workers, and every try of it is another pod.
  static ObjectNode mpi(String name, String runPolicy, int workers) {
    var worker =
        """
        Worker:
          replicas: %d
          template: %s
        """
            .formatted(workers, TEMPLATE)
            .indent(4);
    return yaml(
        """
        apiVersion: %s
        kind: %s
        metadata: {name: %s, namespace: default}
        spec:
          launcherCreationPolicy: WaitForWorkersReady
          runPolicy: {%s}
          mpiReplicaSpecs:
            Launcher:
              restartPolicy: Never
              template: %s
        """
                .formatted(MPIJob.API_VERSION, MPIJob.KIND, name, runPolicy, TEMPLATE)
            + (workers == 0 ? "" : worker));
  }

  /// A job of any shape.
  static ObjectNode anyMpi(String name, Dice dice) {
    var cleanUp = dice.oneOf(List.of("Running", "All", "None"));
    var deadline = dice.oneIn(6) ? ", activeDeadlineSeconds: " + dice.between(20, 400) : "";
    var expires = dice.oneIn(6) ? ", ttlSecondsAfterFinished: " + dice.between(0, 900) : "";
    var backoff = dice.oneIn(2) ? ", backoffLimit: " + dice.between(0, 4) : "";
    var suspended = dice.oneIn(6) ? ", suspend: true" : "";
    var job =
        mpi(
            name,
            "cleanPodPolicy: " + cleanUp + deadline + expires + backoff + suspended,
            dice.between(0, 4));
    var spec = job.withObject("/spec");
    if (dice.oneIn(3)) {
      spec.put("launcherCreationPolicy", "AtStartup");
    }
    if (dice.oneIn(3)) {
      spec.withObject("/mpiReplicaSpecs/Launcher").put("restartPolicy", "OnFailure");
    }
    if (dice.oneIn(4)) {
      spec.put("runLauncherAsWorker", true);
    }
    return job;
  }

  static ObjectNode suspended(ObjectNode job) {
    job.withObject("/spec/runPolicy").put("suspend", true);
    return job;
  }

  /// With a launcher that waits for nobody.
  static ObjectNode atStartup(ObjectNode job) {
    job.withObject("/spec").put("launcherCreationPolicy", "AtStartup");
    return job;
  }

  static void suspend(World world, boolean suspended) {
    world.api().patchJob(JOB, KubeflowMakers.suspension(suspended));
  }

  /// Workers wait for what the launcher has them do.
  static Program launcherSucceeds() {
    return (pod, _) ->
        isLauncher(pod) ? Optional.of(new Ending(Makers.TRAINING, 0)) : Optional.empty();
  }

  /// @param tries how many launchers fail before one succeeds
  static Program launcherFails(int tries) {
    return (pod, _) ->
        isLauncher(pod)
            ? Optional.of(
                tryOf(pod) < tries ? new Ending(FAILS_AFTER, 1) : new Ending(Makers.TRAINING, 0))
            : Optional.empty();
  }

  static boolean isLauncher(Pod pod) {
    return pod.getMetadata().getName().contains("-launcher-");
  }

  /// One that waits for what a launcher has it do.
  static boolean isWorker(Pod pod) {
    return Optional.ofNullable(pod.getMetadata().getLabels())
        .orElse(Map.of())
        .entrySet()
        .containsAll(
            Map.of(
                    Training.OPERATOR_NAME_LABEL,
                    MPIJob.OPERATOR_NAME,
                    Training.JOB_ROLE_LABEL,
                    "worker")
                .entrySet());
  }

  /// The last number in its name.
  static int tryOf(Pod pod) {
    var name = pod.getMetadata().getName();
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
  }

  private MpiMakers() {}
}
