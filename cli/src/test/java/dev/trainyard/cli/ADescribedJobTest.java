package dev.trainyard.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.JobKind;
import dev.trainyard.cli.cluster.Replica;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.LiveLookup;
import dev.trainyard.dialects.Settings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ADescribedJobTest {

  private static final String HEAD =
      """
      apiVersion: kubeflow.org/v1
      kind: PyTorchJob
      metadata: {name: demo, namespace: default, uid: u}
      """;
  private static final String REPLICAS =
      """
        pytorchReplicaSpecs:
          Master: {template: {spec: {containers: [{name: pytorch, image: none}]}}}
          Worker:
            replicas: 2
            template: {spec: {containers: [{name: pytorch, image: none}]}}
      """;

  private static final LiveLookup.Source NOTHING =
      new LiveLookup.Source() {
        @Override
        public Optional<GenericKubernetesResource> find(
            Attached.Kind kind, String namespace, String name) {
          return Optional.empty();
        }

        @Override
        public List<GenericKubernetesResource> list(Attached.Kind kind, String namespace) {
          return List.of();
        }
      };

  private static Job job(String rest) throws Exception {
    var json = (ObjectNode) new YAMLMapper().readTree(HEAD + rest);
    return JobKind.of("kubeflow.org/v1", "PyTorchJob")
        .orElseThrow()
        .read(json, Settings.Place.CLUSTER, NOTHING);
  }

  private static String page(Job job, Replica... replicas) {
    var nowhere = new PrintStream(OutputStream.nullOutputStream());
    var console = new Console(nowhere, nowhere, false, false);
    return String.join(
        "\n",
        new JobPage(job, List.of(replicas), List.of(), List.of(), Optional.empty(), console)
            .lines());
  }

  @Test
  void says_how_many_processes_train_together() throws Exception {
    assertThat(page(job("spec:\n  nprocPerNode: '4'\n" + REPLICAS)))
        .contains("World size: 12 (3 replicas × 4 processes)");
    assertThat(page(job("spec:\n" + REPLICAS))).contains("World size: 3 replicas × auto processes");
    assertThat(
            page(
                job(
                    """
                    spec:
                      nprocPerNode: "2"
                      elasticPolicy: {minReplicas: 1, maxReplicas: 3}
                      pytorchReplicaSpecs:
                        Worker:
                          replicas: 2
                          template: {spec: {containers: [{name: pytorch, image: none}]}}
                    """)))
        .contains("World size: 2 to 6 (1 to 3 replicas × 2 processes)");
  }

  @Test
  void says_what_is_legal_and_unwise_about_it() throws Exception {
    assertThat(page(job("spec:\n  elasticPolicy: {}\n" + REPLICAS)))
        .contains("Warning:    spec.pytorchReplicaSpecs[Master]: is of little use");
    assertThat(page(job("spec:\n" + REPLICAS))).doesNotContain("Warning");
  }

  @Test
  void says_that_it_goes_whatever_else_is_wrong_with_it() throws Exception {
    var workload =
        JobKind.of("run.ai/v2alpha1", "TrainingWorkload")
            .orElseThrow()
            .read(
                (ObjectNode)
                    new YAMLMapper()
                        .readTree(
                            """
                            metadata:
                              name: w
                              uid: u
                              deletionTimestamp: "2026-01-01T00:00:00Z"
                              finalizers: [foregroundDeletion]
                            spec: {gpu: {value: 1.5}}
                            status: {phase: Running}
                            """),
                Settings.Place.CLUSTER,
                NOTHING);

    assertThat(page(workload)).contains("Phase:      Terminating");
  }

  @Test
  void says_what_it_waits_for() throws Exception {
    var waiting =
        job(
            """
            status: {lastReconcileTime: "2026-01-01T00:00:00Z"}
            spec:
              runPolicy: {schedulingPolicy: {queue: research}}
            """
                + REPLICAS);

    assertThat(page(waiting))
        .contains("the job: until its PodGroup is admitted to queue research, for ");
    assertThat(page(job("spec:\n" + REPLICAS))).doesNotContain("Waiting:");
  }

  @Test
  void hints_at_a_sidecar_that_stands_in_the_way() throws Exception {
    var job = job("spec:\n" + REPLICAS);
    var pod =
        new PodBuilder()
            .withNewMetadata()
            .withName("demo-worker-1")
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("pytorch")
            .endContainer()
            .addNewContainer()
            .withName("istio-proxy")
            .endContainer()
            .endSpec()
            .withNewStatus()
            .endStatus()
            .build();

    assertThat(page(job, new Replica("worker-1", "worker", 1, 2, pod)))
        .contains("worker-1: a container istio-proxy", "sidecar.istio.io/inject: \"false\"");
  }
}
