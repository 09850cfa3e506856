package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.trainyard.api.kubeflow.ElasticPolicy;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.api.kubeflow.ReplicaSpec;
import io.fabric8.kubernetes.api.model.ContainerPort;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheDefaultsOfAPyTorchJobTest {

  @Test
  void fill_in_what_every_job_has() {
    var given = job("demo").workers(1).without("/spec/pytorchReplicaSpecs/Worker/replicas");

    var job = Defaults.applied(given.build());

    assertThat(Objects.requireNonNull(job.spec().runPolicy()).cleanPodPolicy()).isEqualTo("None");
    assertThat(worker(job).replicas()).isEqualTo(1);
    assertThat(worker(job).restartPolicy()).isEqualTo("OnFailure");
    assertThat(job.spec().nprocPerNode()).isEqualTo("auto");
    assertThat(job.spec().elasticPolicy()).isNull();
  }

  @Test
  void keep_what_was_written() {
    var given =
        job("demo")
            .workers(3)
            .workersWith("/restartPolicy", "Never")
            .with("/spec/runPolicy", "{cleanPodPolicy: '', backoffLimit: 2, suspend: true}")
            .with("/spec/nprocPerNode", "'4'")
            .build();

    var job = Defaults.applied(given);

    assertThat(job.spec().runPolicy()).isEqualTo(given.spec().runPolicy());
    assertThat(worker(job).restartPolicy()).isEqualTo("Never");
    assertThat(job.spec().nprocPerNode()).isEqualTo("4");
  }

  @Test
  void spell_the_types_as_documented() {
    var job =
        Defaults.applied(
            job("demo")
                .with("/spec/pytorchReplicaSpecs", "{worker: {replicas: 2}, MASTER: {replicas: 1}}")
                .build());

    assertThat(job.spec().pytorchReplicaSpecs().keySet()).containsExactly("Worker", "Master");
  }

  @Test
  void leave_two_spellings_of_one_type_for_validation_to_find() {
    var job =
        Defaults.applied(
            job("demo").with("/spec/pytorchReplicaSpecs", "{worker: {}, Worker: {}}").build());

    assertThat(job.spec().pytorchReplicaSpecs().keySet()).containsExactly("worker", "Worker");
  }

  @Test
  void give_the_main_container_its_port() {
    var given =
        job("demo")
            .workers(1)
            .workersWith(
                "/template/spec/containers",
                "[{name: sidecar, image: a}, {name: pytorch, image: b, ports: [{name: http,"
                    + " containerPort: 23456}]}]")
            .build();

    var containers = Layout.containers(worker(Defaults.applied(given)));

    assertThat(containers.get(0).getPorts()).isEmpty();
    assertThat(containers.get(1).getPorts())
        .extracting(ContainerPort::getName, ContainerPort::getContainerPort)
        .containsExactly(tuple("http", 23456), tuple("pytorchjob-port", 23456));
  }

  @Test
  void give_it_to_the_first_container_where_none_is_named_for_it() {
    var given = job("demo").workers(1).workersWith("/template/spec/containers/0/name", "main");

    assertThat(Layout.containers(worker(Defaults.applied(given.build()))).getFirst().getPorts())
        .hasSize(1);
  }

  @Test
  void keep_a_port_of_that_name() {
    var given =
        job("demo")
            .workers(1)
            .workersWith(
                "/template/spec/containers/0/ports",
                "[{name: pytorchjob-port, containerPort: 24000}]");

    assertThat(new Layout(Defaults.applied(given.build())).port("Worker")).contains(24000);
  }

  @Test
  void never_touch_the_job_they_are_given() {
    var given = job("demo").master().workers(2).elastic("{}").build();
    var copy = job("demo").master().workers(2).elastic("{}").build();

    assertThat(Defaults.applied(given)).isNotEqualTo(copy);

    assertThat(given).isEqualTo(copy);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"2, 6, 2, 6", "-, 6, 6, 6", "2, -, 2, 2", "-, -, 3, 3"})
  void bound_an_elastic_job(
      @Nullable Integer min, @Nullable Integer max, Integer least, Integer most) {
    var given =
        job("flex").workers(3).elastic("{minReplicas: %s, maxReplicas: %s}".formatted(min, max));

    var policy = elastic(Defaults.applied(given.build()));

    assertThat(policy.minReplicas()).isEqualTo(least);
    assertThat(policy.maxReplicas()).isEqualTo(most);
  }

  @Test
  void leave_an_elastic_job_without_workers_unbounded() {
    var policy = elastic(Defaults.applied(job("flex").master().elastic("{}").build()));

    assertThat(policy.minReplicas()).isNull();
    assertThat(policy.maxReplicas()).isNull();
  }

  @Test
  void say_nothing_of_processes_where_the_elastic_policy_does() {
    var given = job("flex").workers(3).elastic("{nProcPerNode: 2}");

    assertThat(Defaults.applied(given.build()).spec().nprocPerNode()).isNull();
  }

  @Test
  void do_not_stumble_over_a_job_without_containers() {
    var given =
        Stream.of("{Worker: }", "{Worker: {template: {spec: {containers: []}}}}", "{}")
            .map(specs -> job("demo").with("/spec/pytorchReplicaSpecs", specs).build());

    assertThat(given.map(Defaults::applied).map(job -> job.spec().nprocPerNode()))
        .isEqualTo(List.of("auto", "auto", "auto"));
  }

  private static ReplicaSpec worker(PyTorchJob job) {
    return Objects.requireNonNull(job.spec().pytorchReplicaSpecs().get("Worker"));
  }

  private static ElasticPolicy elastic(PyTorchJob job) {
    return Objects.requireNonNull(job.spec().elasticPolicy());
  }
}
