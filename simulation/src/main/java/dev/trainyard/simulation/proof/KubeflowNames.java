package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.KubeflowMakers.job;
import static dev.trainyard.simulation.proof.Makers.LONG;
import static dev.trainyard.simulation.proof.Makers.USUAL;
import static dev.trainyard.simulation.proof.Makers.at;
import static dev.trainyard.simulation.proof.Makers.delete;
import static dev.trainyard.simulation.proof.Makers.failsOnce;
import static dev.trainyard.simulation.proof.Makers.pod;
import static dev.trainyard.simulation.proof.Makers.service;
import static dev.trainyard.simulation.proof.Makers.succeeds;

import dev.trainyard.simulation.api.Key;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.List;

/// Others around a PyTorchJob, some of them with a name it wants.
final class KubeflowNames {

  static List<Story> all() {
    return List.of(
        new Story(
            "two jobs side by side",
            2,
            List.of(
                job("cleanPodPolicy: Running", "ExitCode", 1),
                job("other", "cleanPodPolicy: All", "ExitCode", 1)),
            failsOnce("other-worker-0", 137),
            USUAL,
            List.of(),
            LONG),
        amongStrangers(
            "a stranger has the name of a worker",
            new PodBuilder()
                .withMetadata(called("train-worker-0"))
                .withNewSpec()
                .addNewContainer()
                .withName("mine")
                .endContainer()
                .endSpec()
                .build(),
            pod("train-worker-0")),
        amongStrangers(
            "a stranger has the name of a service",
            new ServiceBuilder()
                .withMetadata(called("train-worker-0"))
                .withNewSpec()
                .endSpec()
                .build(),
            service("train-worker-0")));
  }

  /// The stranger is there first, and stays for five minutes.
  private static Story amongStrangers(String name, HasMetadata stranger, Key key) {
    return new Story(
        name,
        2,
        List.of(),
        succeeds(),
        USUAL,
        List.of(
            at(0, "a stranger comes", world -> world.api().create(stranger)),
            at(
                1,
                "the job is submitted",
                world -> world.submit(job("cleanPodPolicy: Running", "ExitCode", 1))),
            at(300, "the stranger goes", world -> delete(world, key))),
        LONG);
  }

  private static ObjectMeta called(String name) {
    return new ObjectMetaBuilder().withNamespace("default").withName(name).build();
  }

  private KubeflowNames() {}
}
