package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.DeepSpeedJob;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Settings.Place;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnInvalidDeepSpeedJobTest {

  private static final String CONFIG = "/spec/config";
  private static final String CONTAINER = "/spec/worker/template/spec/containers/0";
  private static final JobMaker<DeepSpeedJob> GOOD = deepSpeed(2);

  record Row(String name, JobMaker<DeepSpeedJob> job, List<String> problems) {
    static Row of(String name, JobMaker<DeepSpeedJob> job, String... problems) {
      return new Row(name, job, List.of(problems));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rules() {
    return Stream.of(workerRules(), configRules(), otherRules()).flatMap(rows -> rows);
  }

  private static Stream<Row> workerRules() {
    return Stream.of(
        Row.of(
            "an unknown transport",
            GOOD.annotated("trainyard.dev/deepspeed-transport", "nossh"),
            "metadata.annotations[trainyard.dev/deepspeed-transport]: Unsupported value: \"nossh\":"
                + " supported values: \"ssh\", \"no-ssh\"; did you mean no-ssh?"),
        Row.of(
            "no workers",
            GOOD.with("/spec/worker/replicas", "0"),
            "spec.worker.replicas: Invalid value: 0: must be at least 1"),
        Row.of(
            "a misspelt restart policy",
            GOOD.with("/spec/worker/restartPolicy", "onfailure"),
            "spec.worker.restartPolicy: Unsupported value: \"onfailure\": supported values:"
                + " \"Always\", \"OnFailure\", \"Never\", \"ExitCode\"; did you mean OnFailure?"),
        Row.of(
            "no worker",
            GOOD.without("/spec/worker"),
            "spec.worker.template.spec.containers: Required value: must have at least one"
                + " container"),
        Row.of(
            "no template",
            GOOD.without("/spec/worker/template"),
            "spec.worker.template.spec.containers: Required value: must have at least one"
                + " container"));
  }

  private static Stream<Row> configRules() {
    return Stream.of(
        Row.of(
            "nothing to run",
            GOOD.without(CONFIG),
            "spec.config: Required value: must say what to run, unless the job is debugged"),
        Row.of(
            "an empty config",
            GOOD.with(CONFIG, "{}"),
            "spec.config.run: Required value: must have one of python, module and exec"),
        Row.of(
            "an empty program",
            GOOD.with(CONFIG + "/run", "{python: [], exec: []}"),
            "spec.config.run: Required value: must have one of python, module and exec"),
        Row.of(
            "two programs",
            GOOD.with(CONFIG + "/run", "{python: [a], exec: [b]}"),
            "spec.config.run: Forbidden: must have only one of python, module and exec"),
        Row.of(
            "two programs in different spellings",
            GOOD.with(CONFIG + "/run", "{Module: [a], exec: [b]}"),
            "spec.config.run: Forbidden: must have only one of python, module and exec"),
        Row.of(
            "two programs of a job that is debugged",
            GOOD.with(CONFIG + "/run", "{python: [a], exec: [b]}").debugged(),
            "spec.config.run: Forbidden: must have only one of python, module and exec"),
        Row.of(
            "two modules",
            GOOD.with(CONFIG + "/run", "{module: [a], Module: [b]}"),
            "spec.config.run: \"Module\" and \"module\" conflict"),
        Row.of(
            "two executables",
            GOOD.with(CONFIG + "/run", "{exec: [a], Exec: [b]}"),
            "spec.config.run: \"Exec\" and \"exec\" conflict"),
        Row.of(
            "no slots",
            GOOD.with(CONFIG + "/slotsPerWorker", "0"),
            "spec.config.slotsPerWorker: Invalid value: 0: must be at least 1"),
        Row.of(
            "an unknown way to tune",
            GOOD.with(CONFIG + "/autotune", "tun"),
            "spec.config.autotune: Unsupported value: \"tun\": supported values: \"tune\", \"run\","
                + " \"none\"; did you mean tune?"),
        Row.of(
            "another launcher",
            GOOD.with(CONFIG + "/otherArgs", "[--launcher, openmpi]"),
            "spec.config.otherArgs[0]: Invalid value: \"--launcher\": must be pdsh"),
        Row.of(
            "another launcher in one word",
            GOOD.with(CONFIG + "/otherArgs", "[--launcher=slurm]"),
            "spec.config.otherArgs[0]: Invalid value: \"--launcher=slurm\": must be pdsh"),
        Row.of(
            "an elastic job without local ranks",
            GOOD.with(CONFIG + "/localRank", "false").elastic("{}"),
            "spec.config.localRank: Forbidden: must not be false in an elastic job"),
        Row.of(
            "an elastic job that tunes",
            GOOD.with(CONFIG + "/autotune", "run").elastic("{}"),
            "spec.config.autotune: Forbidden: must be none in an elastic job"),
        Row.of(
            "several workers that tune without ssh",
            GOOD.with(CONFIG + "/autotune", "tune").withoutSsh(),
            "spec.config.autotune: Invalid value: \"tune\": needs ssh to start more than one"
                + " worker; set trainyard.dev/deepspeed-transport: ssh, or worker.replicas to 1"));
  }

  private static Stream<Row> otherRules() {
    return Stream.of(
        Row.of(
            "too many expected",
            GOOD.elastic("{minReplicas: 1, maxReplicas: 2, expectedReplicas: 3}"),
            "spec.elastic.expectedReplicas: Invalid value: 3: must be between minReplicas and"
                + " maxReplicas, which are 1 and 2"),
        Row.of(
            "no queue",
            GOOD.with("/spec/scheduler/t9kScheduler", "{}"),
            "spec.scheduler.t9kScheduler.queue: Required value: must name a queue"),
        Row.of(
            "a debug entry for nobody",
            GOOD.with("/spec/runMode/debug/replicaSpecs", "[{type: node}]"),
            "spec.runMode.debug.replicaSpecs[0].type: Invalid value: \"node\": must be a type of"
                + " the job, which are \"master\", \"worker\""),
        Row.of(
            "no time",
            GOOD.with("/spec/runPolicy/activeDeadlineSeconds", "0"),
            "spec.runPolicy.activeDeadlineSeconds: Invalid value: 0: must be at least 1"));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void is_refused_with_the_rule_it_breaks(Row row) {
    assertThat(row.job().errors()).isEqualTo(row.problems());
    assertThat(row.job().dialect().read(row.job().build(), lookup(Place.CLUSTER)))
        .isInstanceOf(Reading.Refused.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--no_local_rank",
        "--autotuning",
        "--autotuning=run",
        "--module",
        "--no_python",
        "--hostfile=/a",
        "-H",
        "--master_addr=a",
        "--master_port",
        "--elastic_training",
        "--min_elastic_nodes=1",
        "--max_elastic_nodes",
        "--no_ssh",
        "--node_rank=1"
      })
  void is_one_with_an_option_that_is_the_jobs_own(String option) {
    assertThat(GOOD.with(CONFIG + "/otherArgs", "[--force_multi, '%s']".formatted(option)).errors())
        .containsExactly(
            "spec.config.otherArgs[1]: Invalid value: \"%s\": is set by the job itself; use its own"
                    .formatted(option)
                + " field where it has one");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/root/.ssh",
        "/root/.ssh/id_rsa",
        "/root/.ssh/",
        "/t9k/hostfile",
        "/root/.deepspeed_env"
      })
  void is_one_that_mounts_something_where_deepspeed_looks(String path) {
    var job =
        GOOD.with("/spec/worker/template/spec/volumes", "[{name: a, emptyDir: {}}]")
            .with(
                CONTAINER + "/volumeMounts",
                "[{name: a, mountPath: /data}, {name: a, mountPath: '%s'}]".formatted(path));

    assertThat(job.errors())
        .containsExactly(
            "spec.worker.template.spec.containers[0].volumeMounts[1].mountPath: Invalid value:"
                + " \"%s\": is reserved for what deepspeed needs there; mount it elsewhere"
                    .formatted(path));
  }

  @Test
  void is_told_everything_at_once_in_the_order_of_its_fields() {
    var job =
        GOOD.with("/spec/worker/replicas", "0")
            .with("/spec/worker/restartPolicy", "a")
            .without(CONTAINER + "/image")
            .with(
                CONFIG,
                "{run: {}, slotsPerWorker: 0, localRank: false, autotune: a, otherArgs: [-H]}")
            .elastic("{minReplicas: 0}")
            .with("/spec/scheduler/t9kScheduler", "{}")
            .with("/spec/runMode/debug/replicaSpecs", "[{type: a}]")
            .with("/spec/runPolicy/backoffLimit", "-1");

    assertThat(job.errors().stream().map(problem -> problem.substring(0, problem.indexOf(": "))))
        .containsExactly(
            "spec.worker.replicas",
            "spec.worker.restartPolicy",
            "spec.worker.template.spec.containers[0].image",
            "spec.config.run",
            "spec.config.slotsPerWorker",
            "spec.config.localRank",
            "spec.config.autotune",
            "spec.config.otherArgs[0]",
            "spec.elastic.minReplicas",
            "spec.scheduler.t9kScheduler.queue",
            "spec.runMode.debug.replicaSpecs[0].type",
            "spec.runPolicy.backoffLimit");
  }

  static Stream<Row> oddities() {
    return Stream.of(
        Row.of("a debugged job that says nothing", GOOD.without(CONFIG).debugged()),
        Row.of("a debugged job without a program", GOOD.with(CONFIG, "{}").debugged()),
        Row.of("a command of the user's", GOOD.with(CONFIG, "{customCommand: a}")),
        Row.of(
            "a command of the user's beside what then counts for nothing",
            GOOD.with(
                    CONFIG, "{customCommand: a, otherArgs: [-H], localRank: false, autotune: run}")
                .elastic("{}")),
        Row.of("a launcher of pdsh", GOOD.with(CONFIG + "/otherArgs", "[--launcher, pdsh]")),
        Row.of("a launcher of PDSH", GOOD.with(CONFIG + "/otherArgs", "[--launcher=PDSH]")),
        Row.of(
            "one worker that tunes without ssh",
            deepSpeed(1).with(CONFIG + "/autotune", "tune").withoutSsh()),
        Row.of(
            "entries for the master and the workers",
            GOOD.with("/spec/runMode/debug/replicaSpecs", "[{type: master}, {type: worker}]")
                .with("/spec/runMode/pause/resumeSpecs", "[{type: worker}, {type: master}]")),
        Row.of(
            "a mount next to a reserved one",
            GOOD.with("/spec/worker/template/spec/volumes", "[{name: a, emptyDir: {}}]")
                .with(
                    CONTAINER + "/volumeMounts",
                    "[{name: a, mountPath: /root/.sshd}, {name: a, mountPath: /t9k}]")));
  }

  @ParameterizedTest
  @MethodSource("oddities")
  void is_not_one_that_is_only_odd(Row row) {
    assertThat(row.job().errors()).isEmpty();
    assertThat(row.job().read()).isNotNull();
  }
}
