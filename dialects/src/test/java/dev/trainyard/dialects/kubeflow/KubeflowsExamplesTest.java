package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.plan.PodPlan;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The shapes of the jobs that Kubeflow's training operator shows to its users.
class KubeflowsExamplesTest {

  private static final String TORCHRUN = "[torchrun, /workspace/train.py]";

  record Example(String name, JobMaker job, List<String> pods, Map<String, String> lastOne) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Example> examples() {
    return Stream.of(
        new Example(
            "elastic echo",
            job("elastic-example-echo")
                .workers(2)
                .elastic("{rdzvBackend: c10d, minReplicas: 1, maxReplicas: 2, maxRestarts: 100}")
                .workersWith("/restartPolicy", "OnFailure"),
            List.of("elastic-example-echo-worker-0", "elastic-example-echo-worker-1"),
            Map.of("PET_NNODES", "1:2", "PET_MAX_RESTARTS", "100", "PET_RDZV_BACKEND", "c10d")),
        new Example(
            "elastic imagenet",
            job("elastic-example-imagenet")
                .workers(2)
                .elastic(
                    "{rdzvBackend: c10d, minReplicas: 1, maxReplicas: 2, maxRestarts: 100,"
                        + " metrics: [{type: Resource, resource: {name: cpu, target: {type:"
                        + " Utilization, averageUtilization: 80}}}]}")
                .with("/spec/nprocPerNode", "'1'")
                .workersWith("/template/spec/containers/0/command", TORCHRUN),
            List.of("elastic-example-imagenet-worker-0", "elastic-example-imagenet-worker-1"),
            Map.of("PET_NNODES", "1:2", "PET_NPROC_PER_NODE", "1")),
        new Example(
            "torchrun with two processes",
            job("torchrun-cpu")
                .master()
                .workers(1)
                .with("/spec/nprocPerNode", "'2'")
                .masterWith("/template/spec/containers/0/command", TORCHRUN)
                .workersWith("/template/spec/containers/0/command", TORCHRUN),
            List.of("torchrun-cpu-master-0", "torchrun-cpu-worker-0"),
            Map.of("PET_NPROC_PER_NODE", "2", "WORLD_SIZE", "4", "PET_NODE_RANK", "1")),
        new Example(
            "mnist",
            job("pytorch-dist-mnist-gloo").master().workers(1),
            List.of("pytorch-dist-mnist-gloo-master-0", "pytorch-dist-mnist-gloo-worker-0"),
            Map.of("WORLD_SIZE", "2", "RANK", "1")),
        new Example(
            "send and receive",
            job("pytorch-tcp-dist-sendrecv").master().workers(3),
            List.of(
                "pytorch-tcp-dist-sendrecv-master-0",
                "pytorch-tcp-dist-sendrecv-worker-0",
                "pytorch-tcp-dist-sendrecv-worker-1",
                "pytorch-tcp-dist-sendrecv-worker-2"),
            Map.of("WORLD_SIZE", "4", "RANK", "3")));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void run_unchanged(Example example) {
    var lookup = JobMaker.lookup(Place.CLUSTER);
    assertThat(
            new PyTorchJobDialect()
                .validate(example.job().build(), Optional.empty(), lookup).stream()
                    .filter(Problem::fatal))
        .isEmpty();

    var job = example.job().read(lookup);
    var pods =
        job.replicas().stream()
            .map(replica -> PodPlan.pod(job, new Step.CreatePod(replica, Mode.NORMAL, 1, 0, 0)))
            .toList();

    assertThat(pods.stream().map(pod -> pod.getMetadata().getName()))
        .containsExactlyElementsOf(example.pods());
    assertThat(
            pods.getLast().getSpec().getContainers().getFirst().getEnv().stream()
                .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue)))
        .containsAllEntriesOf(example.lastOne());
  }
}
