package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.Plan;
import io.fabric8.kubernetes.api.model.Container;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TheEnvironmentOfATrainingJobTest {

  private static final String LEAD = "/spec/replicaSpecs/0/template/spec/containers/0/env";
  private static final String WORKER = "/spec/replicaSpecs/1/template/spec/containers/0/env";
  private static final JobMaker<PyTorchTrainingJob> DEMO = job().type("ps", 1).type("worker", 4);

  @ParameterizedTest
  @CsvSource({"ps, 0, 0", "worker, 0, 1", "worker, 2, 3", "worker, 3, 4"})
  void tells_everyone_where_the_first_is_and_who_they_are(String type, int index, int rank) {
    assertThat(env(DEMO, type, index))
        .isEqualTo(
            "MASTER_ADDR=j-abcde-ps-0 MASTER_PORT=29500 WORLD_SIZE=5 RANK=%d".formatted(rank));
  }

  @Test
  void leaves_the_rest_to_torchrun() {
    assertThat(env(DEMO.torchrun(), "worker", 2))
        .isEqualTo("MASTER_ADDR=j-abcde-ps-0 MASTER_PORT=29500");
  }

  @Test
  void has_the_type_master_for_its_first_wherever_it_is_written() {
    assertThat(env(job().type("worker", 2).type("master", 1), "worker", 1))
        .isEqualTo("MASTER_ADDR=j-abcde-master-0 MASTER_PORT=29500 WORLD_SIZE=3 RANK=2");
  }

  @Test
  void goes_before_what_the_user_sets_so_that_it_can_be_referred_to() {
    var job = DEMO.with(WORKER, "[{name: URL, value: 'tcp://$(MASTER_ADDR):$(MASTER_PORT)'}]");

    assertThat(env(job, "worker", 0))
        .isEqualTo(
            "MASTER_ADDR=j-abcde-ps-0 MASTER_PORT=29500 WORLD_SIZE=5 RANK=1"
                + " URL=tcp://$(MASTER_ADDR):$(MASTER_PORT)");
  }

  @Test
  void gives_way_to_what_the_user_sets() {
    var job = DEMO.with(WORKER, "[{name: A, value: b}, {name: RANK, value: '7'}]");

    assertThat(env(job, "worker", 0))
        .isEqualTo("MASTER_ADDR=j-abcde-ps-0 MASTER_PORT=29500 WORLD_SIZE=5 A=b RANK=7");
  }

  @Test
  void reaches_every_container_but_no_init_container() {
    var pod =
        DEMO.with(
                "/spec/replicaSpecs/1/template/spec",
                """
                initContainers: [{name: fetch, image: a}]
                containers: [{name: proxy, image: a}, {name: python, image: b}]
                """)
            .pod("worker", 0)
            .getSpec();

    assertThat(pod.getContainers())
        .extracting(TheEnvironmentOfATrainingJobTest::env)
        .containsOnly("MASTER_ADDR=j-abcde-ps-0 MASTER_PORT=29500 WORLD_SIZE=5 RANK=1");
    assertThat(pod.getInitContainers().getFirst().getEnv()).isEmpty();
  }

  @Test
  void has_the_port_that_the_first_listens_on_for_everyone() {
    var job = DEMO.with(LEAD, "[{name: MASTER_PORT, value: '23456'}]");

    assertThat(env(job, "worker", 0)).contains("MASTER_PORT=23456");
    assertThat(env(job, "ps", 0))
        .isEqualTo("MASTER_ADDR=j-abcde-ps-0 WORLD_SIZE=5 RANK=0 MASTER_PORT=23456");
    assertThat(job.torchrun().pod("worker", 0).getSpec().getContainers().getFirst().getArgs())
        .contains("j-abcde-ps-0:23456");
    assertThat(Plan.service(job.read(), new ReplicaId("worker", 1)).getSpec().getPorts())
        .extracting(port -> port.getPort())
        .containsExactly(23456);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{name: MASTER_PORT, valueFrom: {configMapKeyRef: {name: a, key: b}}}",
        "{name: MASTER_PORT, value: '$(PORT)'}",
        "{name: MASTER_PORT}"
      })
  void does_not_guess_a_port_that_nobody_can_read(String variable) {
    assertThat(env(DEMO.with(LEAD, "[%s]".formatted(variable)), "worker", 0))
        .contains("MASTER_PORT=29500");
  }

  @Test
  void does_not_take_the_port_of_anyone_but_the_first() {
    var job = DEMO.with(WORKER, "[{name: MASTER_PORT, value: '23456'}]");

    assertThat(env(job, "ps", 0)).contains("MASTER_PORT=29500");
    assertThat(env(job, "worker", 0)).contains("MASTER_PORT=23456");
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void is_the_same_in_every_mode(Mode mode) {
    assertThat(env(DEMO.container("worker", 0, mode)))
        .isEqualTo("MASTER_ADDR=j-abcde-ps-0 MASTER_PORT=29500 WORLD_SIZE=5 RANK=1");
  }

  @Test
  void of_a_deepspeed_job_is_what_the_user_sets_and_nothing_else() {
    var env = "/spec/worker/template/spec/containers/0/env";

    assertThat(deepSpeed(2).container("worker", 0, Mode.NORMAL).getEnv()).isEmpty();
    assertThat(env(deepSpeed(2).with(env, "[{name: A, value: b}]"), "worker", 1)).isEqualTo("A=b");
  }

  private static String env(JobMaker<?> job, String type, int index) {
    return env(job.container(type, index, Mode.NORMAL));
  }

  private static String env(Container container) {
    return container.getEnv().stream()
        .map(variable -> variable.getName() + "=" + variable.getValue())
        .collect(joining(" "));
  }
}
