package dev.trainyard.dialects.appwrapper;

import static dev.trainyard.dialects.appwrapper.Wrappers.PODS;
import static dev.trainyard.dialects.appwrapper.Wrappers.around;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.codeflare.AppWrapper.PodSet;
import dev.trainyard.dialects.appwrapper.KnownKind.Inferred;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ThePodSetsOfAComponentTest {

  private static final String PREFIX = "workload.codeflare.dev.appwrapper/";
  private static final Map<String, String> JOB_INDEX =
      Map.of(PREFIX + "tas-pod-index-label", "batch.kubernetes.io/job-completion-index");
  private static final Map<String, String> KUBEFLOW_INDEX =
      Map.of(PREFIX + "tas-pod-index-label", "training.kubeflow.org/replica-index");

  record Row(String name, String kind, String spec, List<PodSet> sets) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rows() {
    var template = "template.spec.template";
    return Stream.of(
        new Row(
            "a deployment",
            "apps/v1 Deployment",
            "{replicas: 4, %s}",
            List.of(set(template, 4, Map.of()))),
        new Row(
            "a deployment that does not say how many",
            "apps/v1 Deployment",
            "{replicas: null, %s}",
            List.of(set(template, 1, Map.of()))),
        new Row(
            "a stateful set", "apps/v1 StatefulSet", "{%s}", List.of(set(template, 1, Map.of()))),
        new Row("a job", "batch/v1 Job", "{%s}", List.of(set(template, 1, JOB_INDEX))),
        new Row(
            "a parallel job",
            "batch/v1 Job",
            "{parallelism: 4, %s}",
            List.of(set(template, 4, JOB_INDEX))),
        new Row(
            "a job with fewer to complete than run at once",
            "batch/v1 Job",
            "{parallelism: 4, completions: 2, %s}",
            List.of(set(template, 2, JOB_INDEX))),
        new Row(
            "a job with more to complete than run at once",
            "batch/v1 Job",
            "{parallelism: 2, completions: 6, %s}",
            List.of(set(template, 2, JOB_INDEX))),
        new Row(
            "a job set",
            "jobset.x-k8s.io/v1alpha2 JobSet",
            "{replicatedJobs: [{name: a}, {replicas: 2, template: {spec: {parallelism: 3, %1$s}}},"
                + " {template: {spec: {%1$s}}}]}",
            List.of(
                set(
                    "template.spec.replicatedJobs[1].template.spec.template",
                    6,
                    Map.of(
                        PREFIX + "tas-pod-index-label",
                        "batch.kubernetes.io/job-completion-index",
                        PREFIX + "tas-sub-group-index-label",
                        "jobset.sigs.k8s.io/job-index",
                        PREFIX + "tas-sub-group-count",
                        "2")),
                set(
                    "template.spec.replicatedJobs[2].template.spec.template",
                    1,
                    Map.of(
                        PREFIX + "tas-pod-index-label",
                        "batch.kubernetes.io/job-completion-index",
                        PREFIX + "tas-sub-group-index-label",
                        "jobset.sigs.k8s.io/job-index",
                        PREFIX + "tas-sub-group-count",
                        "1")))),
        new Row(
            "a PyTorchJob",
            "kubeflow.org/v1 PyTorchJob",
            "{elasticPolicy: {maxReplicas: 9}, pytorchReplicaSpecs: {Worker: {replicas: 3, %1$s},"
                + " Master: {%1$s}}}",
            List.of(
                set("template.spec.pytorchReplicaSpecs.Master.template", 1, KUBEFLOW_INDEX),
                set("template.spec.pytorchReplicaSpecs.Worker.template", 3, KUBEFLOW_INDEX))),
        new Row(
            "a PyTorchJob of a master alone",
            "kubeflow.org/v1 PyTorchJob",
            "{pytorchReplicaSpecs: {Master: {replicas: 1, %s}}}",
            List.of(set("template.spec.pytorchReplicaSpecs.Master.template", 1, KUBEFLOW_INDEX))),
        new Row(
            "an MPIJob",
            "kubeflow.org/v2beta1 MPIJob",
            "{mpiReplicaSpecs: {Launcher: {replicas: 1, %1$s}, Worker: {replicas: 2, %1$s}}}",
            List.of(
                set("template.spec.mpiReplicaSpecs.Launcher.template", 1, KUBEFLOW_INDEX),
                set("template.spec.mpiReplicaSpecs.Worker.template", 2, KUBEFLOW_INDEX))),
        new Row(
            "an MPIJob of the training operator",
            "kubeflow.org/v1 MPIJob",
            "{slotsPerWorker: 2, mpiReplicaSpecs: {Worker: {replicas: 2, %1$s}, Launcher: {%1$s}}}",
            List.of(
                set("template.spec.mpiReplicaSpecs.Launcher.template", 1, KUBEFLOW_INDEX),
                set("template.spec.mpiReplicaSpecs.Worker.template", 2, KUBEFLOW_INDEX))),
        new Row(
            "an MPIJob of a launcher alone",
            "kubeflow.org/v2beta1 MPIJob",
            "{mpiReplicaSpecs: {Launcher: {%s}}}",
            List.of(set("template.spec.mpiReplicaSpecs.Launcher.template", 1, KUBEFLOW_INDEX))),
        new Row(
            "a cluster of Ray",
            "ray.io/v1 RayCluster",
            "{headGroupSpec: {%1$s}, workerGroupSpecs: [{groupName: a, replicas: 2, numOfHosts: 4,"
                + " %1$s}, {groupName: b}]}",
            List.of(
                set("template.spec.headGroupSpec.template", 1, Map.of()),
                set("template.spec.workerGroupSpecs[0].template", 2, Map.of()))),
        new Row(
            "a job of Ray",
            "ray.io/v1 RayJob",
            "{rayClusterSpec: {headGroupSpec: {%1$s}, workerGroupSpecs: [{%1$s}]}}",
            List.of(
                set("template.spec.rayClusterSpec.headGroupSpec.template", 1, Map.of()),
                set("template.spec.rayClusterSpec.workerGroupSpecs[0].template", 1, Map.of()))),
        new Row(
            "an older cluster of Ray",
            "ray.io/v1alpha1 RayCluster",
            "{headGroupSpec: {%s}}",
            List.of()),
        new Row(
            "a PyTorchTrainingJob",
            "batch.tensorstack.dev/v1beta1 PyTorchTrainingJob",
            "{replicaSpecs: [{type: master, %1$s}, {type: worker, replicas: 4, %1$s}]}",
            List.of(
                set("template.spec.replicaSpecs[0].template", 1, Map.of()),
                set("template.spec.replicaSpecs[1].template", 4, Map.of()))),
        new Row(
            "a DeepSpeedJob",
            "batch.tensorstack.dev/v1beta1 DeepSpeedJob",
            "{worker: {replicas: 2, %s}}",
            List.of(set("template.spec.worker.template", 2, Map.of()))),
        new Row("a TrainingWorkload", "run.ai/v2alpha1 TrainingWorkload", "{}", List.of()),
        new Row("a service", "v1 Service", "{ports: []}", List.of()));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void are_found_where_its_kind_has_them(Row row) {
    var spec = row.spec().formatted(PODS);

    assertThat(inferred(row.kind(), spec)).isEqualTo(new Inferred.Sets(row.sets()));
  }

  @Test
  void of_a_pod_are_itself() {
    assertThat(inferred("v1 Pod", "{containers: [{name: main}]}"))
        .isEqualTo(new Inferred.Sets(List.of(set("template", 1, Map.of()))));
  }

  @Test
  void cannot_be_told_where_their_number_is_none() {
    assertThat(inferred("apps/v1 Deployment", "{replicas: many, %s}".formatted(PODS)))
        .isEqualTo(
            new Inferred.Unclear(
                "at path position 'template.spec.replicas' non-int value \"many\""));
  }

  @Test
  void cannot_be_told_where_a_template_is_missing() {
    assertThat(inferred("ray.io/v1 RayCluster", "{}"))
        .isEqualTo(
            new Inferred.Unclear(
                "template.spec.headGroupSpec.template does not refer to a v1.PodSpecTemplate: at"
                    + " path position 'template.spec.' missing field 'headGroupSpec'"));
  }

  @Test
  void are_those_it_declares_where_it_does() {
    var resource =
        around(
            """
            - template: {apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet,
                metadata: {name: a}, spec: {leader: {spec: {containers: []}}}}
              podSets: [{path: template.spec.leader, replicas: 2}]
            """);

    assertThat(Wrappers.read(resource).expectedPods()).isEqualTo(2);
    assertThat(Wrappers.problems(resource)).isEmpty();
  }

  private static PodSet set(String path, int replicas, Map<String, String> annotations) {
    return new PodSet(path, replicas, annotations);
  }

  private static Inferred inferred(String kind, String spec) {
    var words = kind.split(" ", 2);
    return PodSets.inferred(
        around(
                "- template: {apiVersion: %s, kind: %s, metadata: {name: a}, spec: %s}"
                    .formatted(words[0], words[1], spec))
            .spec()
            .components()
            .getFirst());
  }
}
