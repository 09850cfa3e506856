package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.KubeflowMakers.job;
import static dev.trainyard.simulation.proof.KubeflowMakers.scale;
import static dev.trainyard.simulation.proof.KubeflowMakers.suspend;
import static dev.trainyard.simulation.proof.KubeflowMakers.without;
import static dev.trainyard.simulation.proof.Makers.at;
import static dev.trainyard.simulation.proof.Makers.firstWorkerSucceeds;
import static dev.trainyard.simulation.proof.Makers.of;
import static dev.trainyard.simulation.proof.Makers.succeeds;
import static dev.trainyard.simulation.proof.Makers.yaml;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.GangScheduler;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.World;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a PyTorchJob brings besides pods and services.
final class KubeflowAttachments {

  static List<Story> all() {
    return List.of(
        of(
            "an autoscaler scales the workers",
            scaled(),
            firstWorkerSucceeds(),
            at(20, "it asks for three workers", world -> scale(world, 3)),
            at(40, "two are enough at most", world -> world.api().patchJob(job(), mostWorkers(2)))),
        of(
            "an autoscaler is not wanted any more",
            scaled(),
            firstWorkerSucceeds(),
            at(30, "it is taken out", world -> world.api().patchJob(job(), withoutMetrics()))),
        of(
            "an autoscaler rests while its job is suspended",
            scaled(),
            firstWorkerSucceeds(),
            at(30, "suspended", world -> suspend(world, true)),
            at(90, "resumed", world -> suspend(world, false))),
        of(
                "a gang waits for its turn",
                job("cleanPodPolicy: All, activeDeadlineSeconds: 150", "ExitCode", 2),
                succeeds(),
                at(100, "its turn comes", world -> admit(world, "Inqueue")))
            .under(gangsOf("volcano")),
        of(
                "a gang is suspended and waits again",
                job("cleanPodPolicy: Running", "ExitCode", 1),
                succeeds(),
                at(20, "its turn comes", world -> admit(world, "Running")),
                at(50, "suspended", world -> suspend(world, true)),
                at(90, "resumed", world -> suspend(world, false)),
                at(120, "its turn comes again", world -> admit(world, "Running")))
            .under(gangsOf("volcano")),
        of(
                "a gang is marked for another scheduler",
                job("cleanPodPolicy: None, schedulingPolicy: {minAvailable: 2}", "Never", 2),
                succeeds())
            .under(gangsOf("scheduler-plugins-scheduler")));
  }

  private static Settings gangsOf(String scheduler) {
    return Settings.defaults(Settings.Place.CLUSTER)
        .with(Optional.of(GangScheduler.named(scheduler)));
  }

  private static void admit(World world, String phase) {
    var group = new Key("PodGroup", "default", "train");
    if (world.store().find(group).isPresent()) {
      world
          .api()
          .change(
              group,
              one -> {
                var admitted = Serialization.clone((GenericKubernetesResource) one);
                admitted.setAdditionalProperty("status", Map.of("phase", phase));
                return admitted;
              });
    }
  }

  private static ObjectNode scaled() {
    var job = without(job("cleanPodPolicy: Running", "ExitCode", 2), "Master");
    job.withObject("/spec")
        .set(
            "elasticPolicy",
            yaml(
                "{minReplicas: 1, maxReplicas: 4, metrics: [{type: Resource, resource: {name: cpu,"
                    + " target: {type: Utilization, averageUtilization: 80}}}]}"));
    return job;
  }

  private static ObjectNode mostWorkers(int most) {
    return yaml(
        "{spec: {elasticPolicy: {maxReplicas: %1$d}, pytorchReplicaSpecs: {Worker: {replicas: %1$d}}}}"
            .formatted(most));
  }

  private static ObjectNode withoutMetrics() {
    return yaml("{spec: {elasticPolicy: {metrics: null}}}");
  }

  private KubeflowAttachments() {}
}
