package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.DeepSpeedJob;
import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.engine.model.Role.Mode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TheModesOfATrainingJobTest {

  private static final String DEBUG = "/spec/runMode/debug/replicaSpecs";
  private static final String RESUME = "/spec/runMode/pause/resumeSpecs";
  private static final JobMaker<PyTorchTrainingJob> TORCH =
      written(job().type("master", 1).type("worker", 2), 2);
  private static final JobMaker<DeepSpeedJob> DEEP =
      deepSpeed(2).with("/spec/worker/template/spec/initContainers", "[{name: fetch, image: a}]");

  private static final String DEBUGGED =
      "[/bin/sh, -c, mkdir -p /run/sshd && exec /usr/sbin/sshd -D] []";

  private static JobMaker<PyTorchTrainingJob> written(JobMaker<PyTorchTrainingJob> job, int types) {
    for (int i = 0; i < types; i++) {
      var at = "/spec/replicaSpecs/%d/template/spec".formatted(i);
      job =
          job.with(at + "/initContainers", "[{name: fetch, image: a}]")
              .with(at + "/containers/0/command", "[python]")
              .with(at + "/containers/0/args", "[train.py, -x]");
    }
    return job;
  }

  /// What the training containers of the lead and of worker 1 run.
  private static String runs(JobMaker<?> job, String type, int index, Mode mode) {
    var container = job.container(type, index, mode);
    return "%s %s".formatted(container.getCommand(), container.getArgs());
  }

  private static boolean prepares(JobMaker<?> job, String type, int index, Mode mode) {
    return !job.pod(type, index, mode).getSpec().getInitContainers().isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "{}, NORMAL",
    "{debug: {enable: true}}, DEBUG",
    "{debug: {enabled: true}}, DEBUG",
    "{debug: {enable: false}}, NORMAL"
  })
  void are_as_the_job_says(String runMode, Mode mode) {
    assertThat(TORCH.with("/spec/runMode", runMode).read().mode()).isEqualTo(mode);
    assertThat(DEEP.with("/spec/runMode", runMode).read().mode()).isEqualTo(mode);
  }

  @Test
  void include_a_pause_that_holds_the_job_whatever_else_is_on() {
    var both = TORCH.debugged().paused().read();

    assertThat(both.hold().held()).isTrue();
    assertThat(both.hold().resumeClearsBudget()).isFalse();
    assertThat(both.mode()).isEqualTo(Mode.DEBUG);
    assertThat(TORCH.with("/spec/runMode/pause", "{enabled: true}").read().hold().held()).isTrue();
    assertThat(TORCH.with("/spec/runMode/pause", "{resumeSpecs: []}").read().hold().held())
        .isFalse();
  }

  @Nested
  class While_it_is_debugged {

    @Test
    void nothing_trains() {
      assertThat(runs(TORCH, "worker", 0, Mode.DEBUG)).isEqualTo("[sleep, inf] []");
      assertThat(runs(TORCH.torchrun(), "master", 0, Mode.DEBUG)).isEqualTo("[sleep, inf] []");
      assertThat(prepares(TORCH, "worker", 0, Mode.DEBUG)).isTrue();
    }

    @Test
    void a_type_may_run_something_of_its_own_without_preparation() {
      var job =
          TORCH.with(DEBUG, "[{type: worker, command: [jupyter, lab], skipInitContainer: true}]");

      assertThat(runs(job, "worker", 1, Mode.DEBUG)).isEqualTo("[jupyter, lab] []");
      assertThat(prepares(job, "worker", 1, Mode.DEBUG)).isFalse();
      assertThat(runs(job, "master", 0, Mode.DEBUG)).isEqualTo("[sleep, inf] []");
      assertThat(prepares(job, "master", 0, Mode.DEBUG)).isTrue();
      assertThat(prepares(job, "worker", 1, Mode.NORMAL)).isTrue();
    }

    @Test
    void a_command_without_a_word_is_none() {
      assertThat(runs(TORCH.with(DEBUG, "[{type: worker, command: []}]"), "worker", 0, Mode.DEBUG))
          .isEqualTo("[sleep, inf] []");
    }

    @Test
    void sidecars_go_on_as_they_are() {
      var job =
          TORCH.with(
              "/spec/replicaSpecs/1/template/spec/containers/1",
              "{name: proxy, image: a, command: [serve], args: [-p, '80']}");

      assertThat(job.pod("worker", 0, Mode.DEBUG).getSpec().getContainers().getLast())
          .satisfies(
              proxy -> {
                assertThat(proxy.getCommand()).containsExactly("serve");
                assertThat(proxy.getArgs()).containsExactly("-p", "80");
              });
    }

    @Test
    void workers_of_deepspeed_can_be_logged_in_to() {
      for (int index : List.of(0, 1)) {
        assertThat(runs(DEEP, "worker", index, Mode.DEBUG)).isEqualTo(DEBUGGED);
        assertThat(runs(DEEP.withoutSsh(), "worker", index, Mode.DEBUG))
            .isEqualTo("[sleep, inf] []");
      }
    }

    @Test
    void the_master_of_deepspeed_is_worker_0_alone() {
      var job =
          DEEP.with(
              DEBUG,
              "[{type: worker, command: [a], skipInitContainer: true}, {type: master, command:"
                  + " [b]}]");

      assertThat(runs(job, "worker", 0, Mode.DEBUG)).isEqualTo("[b] []");
      assertThat(prepares(job, "worker", 0, Mode.DEBUG)).isTrue();
      assertThat(runs(job, "worker", 1, Mode.DEBUG)).isEqualTo("[a] []");
      assertThat(prepares(job, "worker", 1, Mode.DEBUG)).isFalse();
    }

    @Test
    void the_entry_of_the_workers_is_worker_0s_too_where_it_has_none_of_its_own() {
      var job = DEEP.with(DEBUG, "[{type: worker, command: [a], skipInitContainer: true}]");

      assertThat(runs(job, "worker", 0, Mode.DEBUG)).isEqualTo("[a] []");
      assertThat(prepares(job, "worker", 0, Mode.DEBUG)).isFalse();

      var lead = DEEP.with(DEBUG, "[{type: master, command: [b]}]");
      assertThat(runs(lead, "worker", 0, Mode.DEBUG)).isEqualTo("[b] []");
      assertThat(runs(lead, "worker", 1, Mode.DEBUG)).isEqualTo(DEBUGGED);
    }
  }

  record Row(String name, String entry, String plain, String torchrun) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> resumed() {
    var torchrun =
        "[torchrun] [--nnodes, 3, --nproc_per_node, 1, --rdzv_backend, c10d, --rdzv_endpoint,"
            + " j-abcde-master-0:29500, --rdzv_id, j-abcde, --role, worker%s]";
    return Stream.of(
        new Row("no entry", "[]", "[python] [train.py, -x]", torchrun.formatted(", train.py, -x")),
        new Row(
            "an entry that says nothing",
            "[{type: worker}]",
            "[python] [train.py, -x]",
            torchrun.formatted(", train.py, -x")),
        new Row(
            "other args",
            "[{type: worker, args: [train.py, --resume]}]",
            "[python] [train.py, --resume]",
            torchrun.formatted(", train.py, --resume")),
        new Row("no args", "[{type: worker, args: []}]", "[python] []", torchrun.formatted("")),
        new Row(
            "another command",
            "[{type: worker, command: [bash]}]",
            "[bash] [train.py, -x]",
            "[bash] [train.py, -x]"),
        new Row(
            "no command",
            "[{type: worker, command: []}]",
            "[] [train.py, -x]",
            "[] [train.py, -x]"),
        new Row(
            "both",
            "[{type: worker, command: [bash], args: [-c, a]}]",
            "[bash] [-c, a]",
            "[bash] [-c, a]"),
        new Row(
            "the entry of another type",
            "[{type: master, command: [bash], args: []}]",
            "[python] [train.py, -x]",
            torchrun.formatted(", train.py, -x")));
  }

  @ParameterizedTest
  @MethodSource("resumed")
  void bring_back_what_is_left_out_from_the_template(Row row) {
    var job = TORCH.with(RESUME, row.entry());

    assertThat(runs(job, "worker", 1, Mode.RESUME)).isEqualTo(row.plain());
    assertThat(runs(job.torchrun(), "worker", 1, Mode.RESUME)).isEqualTo(row.torchrun());
  }

  @Test
  void leave_preparation_out_after_a_pause_where_the_type_says_so() {
    var job = TORCH.with(RESUME, "[{type: worker, skipInitContainer: true}, {type: master}]");

    assertThat(prepares(job, "worker", 0, Mode.RESUME)).isFalse();
    assertThat(prepares(job, "master", 0, Mode.RESUME)).isTrue();
    assertThat(prepares(job, "worker", 0, Mode.NORMAL)).isTrue();
    assertThat(prepares(job.debugged(), "worker", 0, Mode.DEBUG))
        .as("the debug entry counts, not that of the resume")
        .isTrue();
  }

  @Nested
  class After_a_pause_of_deepspeed {

    private static final String DEEPSPEED =
        "deepspeed, --hostfile=/t9k/hostfile, --master_addr=j-abcde-worker-0,"
            + " --master_port=29500, ";

    @Test
    void everything_is_as_before_where_nothing_is_said() {
      for (int index : List.of(0, 1)) {
        assertThat(runs(DEEP, "worker", index, Mode.RESUME))
            .isEqualTo(runs(DEEP, "worker", index, Mode.NORMAL));
      }
    }

    @Test
    void args_take_the_place_of_the_program() {
      var job = DEEP.with(RESUME, "[{type: worker, args: [train.py, --resume]}]");

      assertThat(runs(job, "worker", 0, Mode.RESUME))
          .endsWith(DEEPSPEED + "train.py, --resume] []");
      assertThat(runs(job, "worker", 1, Mode.RESUME)).contains("exec /usr/sbin/sshd");
      assertThat(runs(job.withoutSsh(), "worker", 1, Mode.RESUME))
          .isEqualTo(
              "[deepspeed] [--hostfile=/t9k/hostfile, --no_ssh, --node_rank=1,"
                  + " --master_addr=j-abcde-worker-0, --master_port=29500, train.py, --resume]");
    }

    @Test
    void a_command_is_all_there_is_on_every_worker_it_addresses() {
      var job = DEEP.with(RESUME, "[{type: worker, command: [bash]}]");

      assertThat(runs(job, "worker", 0, Mode.RESUME)).isEqualTo("[bash] []");
      assertThat(runs(job, "worker", 1, Mode.RESUME)).isEqualTo("[bash] []");
    }

    @Test
    void the_master_is_worker_0_alone_and_its_entry_the_stronger() {
      var job =
          DEEP.with(
              RESUME,
              "[{type: worker, command: [a], args: [b]}, {type: master, args: [other.py],"
                  + " skipInitContainer: true}]");

      assertThat(runs(job, "worker", 0, Mode.RESUME)).endsWith(DEEPSPEED + "other.py] []");
      assertThat(prepares(job, "worker", 0, Mode.RESUME)).isFalse();
      assertThat(runs(job, "worker", 1, Mode.RESUME)).isEqualTo("[a] [b]");
      assertThat(prepares(job, "worker", 1, Mode.RESUME)).isTrue();
    }
  }
}
