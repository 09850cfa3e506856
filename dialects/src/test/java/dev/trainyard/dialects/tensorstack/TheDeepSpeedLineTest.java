package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.DeepSpeedJob;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.engine.model.Decision.Step.CreatePod;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.PodPlan;
import io.fabric8.kubernetes.api.model.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TheDeepSpeedLineTest {

  private static final String WAIT =
      "mkdir -p /run/sshd && /usr/sbin/sshd -o StrictModes=no && while read -r h s; do until ssh -n"
          + " -o BatchMode=yes -o ConnectTimeout=2 \"$h\" true 2>/dev/null; do sleep 1; done; done"
          + " < /t9k/hostfile && exec \"$@\"";

  private static final String MASTER = "--master_addr=j-abcde-worker-0 --master_port=29500";
  private static final String RUN = "/spec/config/run";
  private static final JobMaker<DeepSpeedJob> DEMO = deepSpeed(2);

  /// What follows the options that every job has.
  record Row(String name, JobMaker<DeepSpeedJob> job, String rest) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rows() {
    return Stream.of(
        new Row("a script", DEMO, "train.py --deepspeed"),
        new Row("a module", DEMO.with(RUN, "{module: [pkg.train, -x]}"), "--module pkg.train -x"),
        new Row("a module, capital", DEMO.with(RUN, "{Module: [pkg.train]}"), "--module pkg.train"),
        new Row("a program", DEMO.with(RUN, "{exec: [./run, -x]}"), "--no_python ./run -x"),
        new Row("a program, capital", DEMO.with(RUN, "{Exec: [./run]}"), "--no_python ./run"),
        new Row(
            "both spellings alike",
            DEMO.with(RUN, "{exec: [./run], Exec: [./run], module: []}"),
            "--no_python ./run"),
        new Row(
            "no local rank",
            DEMO.with("/spec/config/localRank", "false"),
            "--no_local_rank train.py --deepspeed"),
        new Row(
            "a local rank, in so many words",
            DEMO.with("/spec/config/localRank", "true"),
            "train.py --deepspeed"),
        new Row(
            "no tuning, in so many words",
            DEMO.with("/spec/config/autotune", "none"),
            "train.py --deepspeed"),
        new Row(
            "options of the user's",
            DEMO.with("/spec/config/otherArgs", "[--include, 'a@b', --launcher=pdsh]"),
            "--include a@b --launcher=pdsh train.py --deepspeed"),
        new Row(
            "everything at once",
            DEMO.with(
                "/spec/config",
                "{run: {exec: [./run]}, localRank: false, otherArgs: [--force_multi]}"),
            "--no_local_rank --no_python --force_multi ./run"),
        new Row(
            "bounds",
            DEMO.elastic("{minReplicas: 1, maxReplicas: 4}"),
            "--elastic_training --min_elastic_nodes=1 --max_elastic_nodes=4 train.py --deepspeed"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void is_what_worker_0_becomes_once_every_host_answers(Row row) {
    var lead = row.job().container("worker", 0, Mode.NORMAL);

    var expected = new ArrayList<>(List.of("/bin/sh", "-c", WAIT, "deepspeed-launcher"));
    expected.addAll(
        words("deepspeed --hostfile=/t9k/hostfile %s %s".formatted(MASTER, row.rest())));
    assertThat(lead.getCommand()).isEqualTo(expected);
    assertThat(lead.getArgs()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void leaves_nothing_to_the_others_but_to_listen(Row row) {
    var worker = row.job().container("worker", 1, Mode.NORMAL);

    assertThat(worker.getCommand())
        .containsExactly(
            "/bin/sh", "-c", "mkdir -p /run/sshd && exec /usr/sbin/sshd -D -e -o StrictModes=no");
    assertThat(worker.getArgs()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void is_everybodys_own_without_ssh(Row row) {
    for (int index : List.of(0, 1)) {
      var worker = row.job().withoutSsh().container("worker", index, Mode.NORMAL);

      assertThat(worker.getCommand()).containsExactly("deepspeed");
      assertThat(worker.getArgs())
          .isEqualTo(
              words(
                  "--hostfile=/t9k/hostfile --no_ssh --node_rank=%d %s %s"
                      .formatted(index, MASTER, row.rest())));
    }
  }

  @ParameterizedTest
  @CsvSource({"tune", "run"})
  void tunes_before_it_trains(String word) {
    var tuned = DEMO.with("/spec/config/autotune", word);

    assertThat(tuned.container("worker", 0, Mode.NORMAL).getCommand())
        .endsWith("--autotuning=" + word, "train.py", "--deepspeed");
    assertThat(
            tuned
                .with("/spec/worker/replicas", "1")
                .withoutSsh()
                .container("worker", 0, Mode.NORMAL)
                .getArgs())
        .contains("--autotuning=" + word);
  }

  @Test
  void gives_way_to_a_command_of_the_users() {
    var custom =
        DEMO.with(
            "/spec/config", "{customCommand: 'deepspeed a.py && echo done', localRank: true}");

    assertThat(custom.container("worker", 0, Mode.NORMAL).getCommand())
        .containsExactly(
            "/bin/sh",
            "-c",
            WAIT,
            "deepspeed-launcher",
            "/bin/sh",
            "-c",
            "deepspeed a.py && echo done");
    assertThat(custom.container("worker", 1, Mode.NORMAL).getCommand())
        .last()
        .asString()
        .contains("exec /usr/sbin/sshd");
  }

  @Test
  void gives_way_to_a_command_of_the_users_on_worker_0_alone_without_ssh() {
    var custom = DEMO.with("/spec/config", "{customCommand: echo hello}").withoutSsh();

    assertThat(custom.container("worker", 0, Mode.NORMAL).getCommand())
        .containsExactly("/bin/sh", "-c", "echo hello");
    assertThat(custom.container("worker", 1, Mode.NORMAL).getCommand())
        .containsExactly("sleep", "inf");
  }

  @Test
  void needs_no_ssh_on_one_machine_unless_somebody_asks_for_it() {
    assertThat(inTheYard(DEMO).getCommand()).containsExactly("deepspeed");
    assertThat(inTheYard(DEMO.annotated("trainyard.dev/deepspeed-transport", "ssh")).getCommand())
        .startsWith("/bin/sh");
  }

  @Test
  void ignores_what_the_template_would_run() {
    var job = DEMO.with("/spec/worker/template/spec/containers/0/command", "[bash]");

    assertThat(job.container("worker", 0, Mode.NORMAL).getCommand()).doesNotContain("bash");
    assertThat(job.container("worker", 1, Mode.NORMAL).getArgs()).isEmpty();
  }

  private static Container inTheYard(JobMaker<DeepSpeedJob> job) {
    return PodPlan.pod(
            job.read(lookup(Place.YARD)),
            new CreatePod(new ReplicaId("worker", 0), Mode.NORMAL, 1, 0, 0))
        .getSpec()
        .getContainers()
        .getFirst();
  }

  private static List<String> words(String line) {
    return List.of(line.split(" "));
  }
}
