package dev.trainyard.api.kubeflow;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class APyTorchJobTest {

  private static final YAMLMapper YAML = new YAMLMapper();

  private static final String MASTER_AND_WORKERS =
      """
      apiVersion: kubeflow.org/v1
      kind: PyTorchJob
      metadata:
        name: demo
        namespace: team-a
      spec:
        pytorchReplicaSpecs:
          Worker:
            replicas: 2
            restartPolicy: ExitCode
            template:
              metadata:
                labels:
                  step: train
              spec:
                containers:
                - name: pytorch
                  image: example/train:1
                  command: [torchrun, train.py]
                  ports:
                  - name: pytorchjob-port
                    containerPort: 24000
                    protocol: TCP
                  resources:
                    limits:
                      nvidia.com/gpu: "1"
          Master:
            replicas: 1
            template:
              spec:
                containers:
                - name: pytorch
                  image: example/train:1
        runPolicy:
          cleanPodPolicy: ""
          ttlSecondsAfterFinished: 10
          activeDeadlineSeconds: 4294967296
          backoffLimit: 0
          schedulingPolicy:
            minAvailable: 3
            queue: default
            minResources:
              cpu: "4"
              memory: 2Gi
            priorityClass: high
            scheduleTimeoutSeconds: 60
          suspend: false
          managedBy: kubeflow.org/training-operator
        nprocPerNode: "3"
      status:
        conditions:
        - type: Created
          status: "True"
          reason: PyTorchJobCreated
          message: PyTorchJob demo is created.
          lastUpdateTime: "2026-01-02T03:04:05Z"
          lastTransitionTime: "2026-01-02T03:04:05Z"
        replicaStatuses:
          Worker:
            active: 1
            failed: 1
            selector: training.kubeflow.org/job-name=demo
          Master: {}
        startTime: "2026-01-02T03:04:06Z"
        completionTime: "2026-01-02T03:05:00Z"
        lastReconcileTime: "2026-01-02T03:04:07Z"
      """;

  private static final String ELASTIC =
      """
      apiVersion: kubeflow.org/v1
      kind: PyTorchJob
      metadata:
        name: flex
      spec:
        pytorchReplicaSpecs:
          Worker:
            replicas: 3
            restartPolicy: OnFailure
            template:
              spec:
                containers:
                - name: pytorch
                  image: example/train:1
        elasticPolicy:
          minReplicas: 2
          maxReplicas: 6
          rdzvBackend: c10d
          rdzvPort: 29400
          rdzvHost: flex-worker-0
          rdzvId: ""
          rdzvConf:
          - key: timeout
            value: "30"
          - key: read_timeout
            value: ""
          standalone: false
          nProcPerNode: 2
          maxRestarts: 0
          metrics:
          - type: Resource
            resource:
              name: cpu
              target:
                type: Utilization
                averageUtilization: 80
      """;

  @ParameterizedTest
  @ValueSource(strings = {MASTER_AND_WORKERS, ELASTIC})
  void keeps_every_field_through_a_round_trip(String yaml) throws JsonProcessingException {
    JsonNode written = YAML.valueToTree(read(yaml));

    assertThat(written).isEqualTo(YAML.readTree(yaml));
    assertThat(YAML.treeToValue(written, PyTorchJob.class)).isEqualTo(read(yaml));
  }

  @ParameterizedTest
  @ValueSource(strings = {MASTER_AND_WORKERS, ELASTIC})
  void is_the_same_under_the_mapper_of_the_client(String yaml) throws JsonProcessingException {
    var serialization = new KubernetesSerialization(new ObjectMapper(), true);

    var job = serialization.unmarshal(YAML.readTree(yaml).toString(), PyTorchJob.class);

    assertThat(job).isEqualTo(read(yaml));
    assertThat(YAML.readTree(serialization.asJson(job))).isEqualTo(YAML.readTree(yaml));
  }

  @Test
  void keeps_its_replica_types_in_the_order_they_were_written() throws JsonProcessingException {
    var job = read(MASTER_AND_WORKERS);

    assertThat(job.spec().pytorchReplicaSpecs().keySet()).containsExactly("Worker", "Master");
  }

  @Test
  void gives_typed_access_to_what_it_holds() throws JsonProcessingException {
    var job = read(MASTER_AND_WORKERS);

    var worker = requireNonNull(job.spec().pytorchReplicaSpecs().get(Training.WORKER));
    assertThat(worker.replicas()).isEqualTo(2);
    assertThat(worker.template().getSpec().getContainers())
        .extracting(Container::getName)
        .containsExactly(Training.CONTAINER_NAME);
    var policy = requireNonNull(job.spec().runPolicy());
    assertThat(policy.activeDeadlineSeconds()).isEqualTo(4_294_967_296L);
    assertThat(requireNonNull(policy.schedulingPolicy()).minResources())
        .isEqualTo(Map.of("cpu", new Quantity("4"), "memory", new Quantity("2Gi")));
  }

  @Test
  void reads_past_fields_it_does_not_know() throws JsonProcessingException {
    var job =
        read(
            """
            spec:
              futureField: 1
              pytorchReplicaSpecs: {}
              runPolicy: {futurePolicy: x}
            """);

    assertThat(job.spec().runPolicy())
        .isEqualTo(new RunPolicy(null, null, null, null, null, null, null));
  }

  @Test
  void without_anything_is_an_empty_job_and_not_a_failure() throws JsonProcessingException {
    var job = read("{}");

    assertThat(job.metadata().getName()).isNull();
    assertThat(job.spec().pytorchReplicaSpecs()).isEmpty();
    assertThat(job.spec().runPolicy()).isNull();
    assertThat(job.status()).isNull();
  }

  @Test
  void reads_a_replica_type_without_a_value_as_an_empty_replica_spec()
      throws JsonProcessingException {
    var job = read("spec: {pytorchReplicaSpecs: {Worker: }}");

    var worker = requireNonNull(job.spec().pytorchReplicaSpecs().get("Worker"));
    assertThat(worker.replicas()).isNull();
    assertThat(worker.template().getSpec()).isNull();
  }

  @Test
  void tells_an_empty_elastic_policy_from_none() throws JsonProcessingException {
    assertThat(read("spec: {elasticPolicy: {}}").spec().elasticPolicy()).isNotNull();
    assertThat(read("spec: {}").spec().elasticPolicy()).isNull();
    assertThat(YAML.<JsonNode>valueToTree(read("spec: {elasticPolicy: {}}")).at("/spec"))
        .isEqualTo(YAML.readTree("{pytorchReplicaSpecs: {}, elasticPolicy: {}}"));
  }

  @Test
  void tells_empty_lists_and_words_of_the_elastic_policy_from_absent_ones()
      throws JsonProcessingException {
    var empty = elastic("{rdzvConf: [], metrics: [], rdzvId: ''}");
    assertThat(empty.rdzvConf()).isNotNull().isEmpty();
    assertThat(empty.metrics()).isNotNull().isEmpty();
    assertThat(empty.rdzvId()).isEmpty();
    assertThat(YAML.<JsonNode>valueToTree(empty))
        .isEqualTo(YAML.readTree("{rdzvId: '', rdzvConf: [], metrics: []}"));

    var absent = elastic("{}");
    assertThat(absent.rdzvConf()).isNull();
    assertThat(absent.metrics()).isNull();
    assertThat(absent.rdzvId()).isNull();
  }

  @Test
  void tells_an_empty_list_of_minimum_resources_from_none() throws JsonProcessingException {
    assertThat(scheduling("{minResources: {}}").minResources()).isNotNull().isEmpty();
    assertThat(scheduling("{}").minResources()).isNull();
  }

  @Test
  void names_the_hole_in_a_list() {
    assertThatThrownBy(() -> elastic("{rdzvConf: [{key: a, value: b}, null]}"))
        .hasMessageContaining("rdzvConf[1] is null; give it a value or remove it");
  }

  @Test
  void says_where_a_value_has_the_wrong_type() {
    assertThatThrownBy(() -> read("spec: {pytorchReplicaSpecs: {Worker: {replicas: many}}}"))
        .isInstanceOfSatisfying(
            JsonMappingException.class,
            e ->
                assertThat(e.getPath())
                    .extracting(JsonMappingException.Reference::getFieldName)
                    .containsExactly("spec", "pytorchReplicaSpecs", "Worker", "replicas"));
  }

  private static ElasticPolicy elastic(String yaml) throws JsonProcessingException {
    return requireNonNull(read("spec: {elasticPolicy: %s}".formatted(yaml)).spec().elasticPolicy());
  }

  private static SchedulingPolicy scheduling(String yaml) throws JsonProcessingException {
    var job = read("spec: {runPolicy: {schedulingPolicy: %s}}".formatted(yaml));
    return requireNonNull(requireNonNull(job.spec().runPolicy()).schedulingPolicy());
  }

  private static PyTorchJob read(String yaml) throws JsonProcessingException {
    return YAML.readValue(yaml, PyTorchJob.class);
  }
}
