package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static dev.trainyard.dialects.tensorstack.JobMaker.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Hash5;
import dev.trainyard.dialects.Settings.Place;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnInvalidTrainingJobTest {

  private static final String SPEC = "/spec/replicaSpecs/1";
  private static final String AT = "spec.replicaSpecs[1]";
  private static final JobMaker<PyTorchTrainingJob> GOOD =
      job().type("master", 1).type("worker", 2);

  record Row(String name, JobMaker<PyTorchTrainingJob> job, List<String> problems) {
    static Row of(String name, JobMaker<PyTorchTrainingJob> job, String... problems) {
      return new Row(name, job, List.of(problems));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rules() {
    return Stream.of(
            nameRules(),
            typeRules(),
            modeRules(),
            policyRules(),
            schedulerRules(),
            elasticRules(),
            torchrunRules())
        .flatMap(rows -> rows);
  }

  private static Stream<Row> nameRules() {
    var tooLong = "a".repeat(48);
    var problem =
        "metadata.name: Invalid value: \"%s\": makes the pod name %s-%s-worker-10 of 64 characters,"
                .formatted(tooLong, tooLong, Hash5.of(tooLong, "uid-249550"))
            + " and 63 is the limit; shorten it by 1";
    return Stream.of(
        Row.of(
            "a name too long for its Services",
            job().type("worker", 11).with("/metadata/name", tooLong),
            problem),
        Row.of(
            "a name too long for the replicas that may come",
            job()
                .type("worker", 1)
                .torchrun()
                .elastic("{maxReplicas: 11}")
                .with("/metadata/name", tooLong),
            problem),
        Row.of(
            "a name in capitals",
            GOOD.with("/metadata/name", "J"),
            "metadata.name: Invalid value: \"J\": should match: must consist of lower case letters,"
                + " digits and '-', start with a letter and end with a letter or digit"
                + " ([a-z]([-a-z0-9]*[a-z0-9])?)"),
        Row.of(
            "an unknown scope of restarts",
            GOOD.annotated("trainyard.dev/restart-scope", "Gang"),
            "metadata.annotations[trainyard.dev/restart-scope]: Unsupported value: \"Gang\":"
                + " supported values: \"replica\", \"role\", \"gang\"; did you mean gang?"));
  }

  private static Stream<Row> typeRules() {
    var shape =
        "must be no more than 20 characters, lower case letters, digits and '-', start with a"
            + " letter and end with a letter or digit";
    return Stream.of(
        Row.of("no spec", job(), "spec.replicaSpecs: Required value: must have at least one entry"),
        Row.of(
            "no replicas",
            job().with("/spec/replicaSpecs", "[]"),
            "spec.replicaSpecs: Required value: must have at least one entry"),
        Row.of(
            "no type",
            GOOD.without(SPEC + "/type"),
            AT + ".type: Required value: must name the type, such as master or worker"),
        Row.of(
            "a type in capitals",
            GOOD.with(SPEC + "/type", "Worker"),
            AT + ".type: Invalid value: \"Worker\": " + shape),
        Row.of(
            "a type that ends with a dash",
            GOOD.with(SPEC + "/type", "worker-"),
            AT + ".type: Invalid value: \"worker-\": " + shape),
        Row.of(
            "a long type",
            GOOD.with(SPEC + "/type", "worker-of-twenty-one-x"),
            AT + ".type: Invalid value: \"worker-of-twenty-one-x\": " + shape),
        Row.of(
            "one type twice",
            GOOD.type("worker", 1),
            "spec.replicaSpecs[2].type: Duplicate value: \"worker\": give the replicas of a type"
                + " one entry"),
        Row.of(
            "two masters",
            GOOD.with("/spec/replicaSpecs/0/replicas", "2"),
            "spec.replicaSpecs[0].replicas: Invalid value: 2: must be 1, for a job has exactly one"
                + " master"),
        Row.of(
            "two entries of masters",
            GOOD.type("master", 1),
            "spec.replicaSpecs[2].type: Duplicate value: \"master\": give the replicas of a type"
                + " one entry"),
        Row.of(
            "no master pod",
            GOOD.with("/spec/replicaSpecs/0/replicas", "0"),
            "spec.replicaSpecs[0].replicas: Invalid value: 0: must be 1, for a job has exactly one"
                + " master"),
        Row.of(
            "nobody to lead",
            job().type("ps", 0).type("worker", 2),
            "spec.replicaSpecs[0].replicas: Invalid value: 0: must be at least 1"),
        Row.of(
            "fewer than none",
            GOOD.with(SPEC + "/replicas", "-1"),
            AT + ".replicas: Invalid value: -1: must be at least 0"),
        Row.of(
            "far too many",
            GOOD.with(SPEC + "/replicas", "2000000000"),
            AT + ".replicas: Invalid value: 2000000000: must be no more than 10000"),
        Row.of(
            "no template",
            GOOD.without(SPEC + "/template"),
            AT + ".template.spec.containers: Required value: must have at least one container"),
        Row.of(
            "no containers",
            GOOD.with(SPEC + "/template/spec/containers", "[]"),
            AT + ".template.spec.containers: Required value: must have at least one container"),
        Row.of(
            "no image",
            GOOD.without(SPEC + "/template/spec/containers/0/image"),
            AT + ".template.spec.containers[0].image: Required value: must name an image"),
        Row.of(
            "a misspelt restart policy",
            GOOD.with(SPEC + "/restartPolicy", "OnFailur"),
            AT
                + ".restartPolicy: Unsupported value: \"OnFailur\": supported values: \"Always\","
                + " \"OnFailure\", \"Never\", \"ExitCode\"; did you mean OnFailure?"),
        Row.of(
            "a negative weight",
            GOOD.with(SPEC + "/scalingWeight", "-1"),
            AT + ".scalingWeight: Invalid value: -1: must be at least 0"),
        Row.of(
            "a master with a weight",
            GOOD.with("/spec/replicaSpecs/0/scalingWeight", "1"),
            "spec.replicaSpecs[0].scalingWeight: Invalid value: 1: must be 0, for a job has exactly"
                + " one master"));
  }

  private static Stream<Row> modeRules() {
    return Stream.of(
        Row.of(
            "two words for debugging",
            GOOD.with("/spec/runMode/debug", "{enable: true, enabled: false}"),
            "spec.runMode.debug: \"enable\" and \"enabled\" conflict"),
        Row.of(
            "two words for a pause",
            GOOD.with("/spec/runMode/pause", "{enable: false, enabled: true}"),
            "spec.runMode.pause: \"enable\" and \"enabled\" conflict"),
        Row.of(
            "a debug entry for nobody",
            GOOD.with("/spec/runMode/debug/replicaSpecs", "[{type: wroker}]"),
            "spec.runMode.debug.replicaSpecs[0].type: Invalid value: \"wroker\": must be a type of"
                + " the job, which are \"master\", \"worker\"; did you mean worker?"),
        Row.of(
            "a debug entry without a type",
            GOOD.with("/spec/runMode/debug/replicaSpecs", "[{command: [a]}]"),
            "spec.runMode.debug.replicaSpecs[0].type: Required value: must name a type of the job"),
        Row.of(
            "two debug entries for one type",
            GOOD.with("/spec/runMode/debug/replicaSpecs", "[{type: worker}, {type: worker}]"),
            "spec.runMode.debug.replicaSpecs[1].type: Duplicate value: \"worker\": give each type"
                + " one entry"),
        Row.of(
            "a resume entry for nobody",
            GOOD.with("/spec/runMode/pause/resumeSpecs", "[{type: worker}, {type: ps}]"),
            "spec.runMode.pause.resumeSpecs[1].type: Invalid value: \"ps\": must be a type of the"
                + " job, which are \"master\", \"worker\""),
        Row.of(
            "two resume entries for one type",
            GOOD.with("/spec/runMode/pause/resumeSpecs", "[{type: worker}, {type: worker}]"),
            "spec.runMode.pause.resumeSpecs[1].type: Duplicate value: \"worker\": give each type"
                + " one entry"));
  }

  private static Stream<Row> policyRules() {
    return Stream.of(
        Row.of(
            "no time",
            GOOD.with("/spec/runPolicy/activeDeadlineSeconds", "0"),
            "spec.runPolicy.activeDeadlineSeconds: Invalid value: 0: must be at least 1"),
        Row.of(
            "fewer restarts than none",
            GOOD.with("/spec/runPolicy/backoffLimit", "-1"),
            "spec.runPolicy.backoffLimit: Invalid value: -1: must be at least 0"),
        Row.of(
            "a misspelt clean-up",
            GOOD.with("/spec/runPolicy/cleanUpPolicy", "Unfinishd"),
            "spec.runPolicy.cleanUpPolicy: Unsupported value: \"Unfinishd\": supported values:"
                + " \"All\", \"Unfinished\", \"None\"; did you mean Unfinished?"));
  }

  private static Stream<Row> schedulerRules() {
    var at = "/spec/scheduler/t9kScheduler";
    return Stream.of(
        Row.of(
            "no queue",
            GOOD.with(at, "{priority: 5}"),
            "spec.scheduler.t9kScheduler.queue: Required value: must name a queue"),
        Row.of(
            "a queue without a name",
            GOOD.with(at, "{queue: ''}"),
            "spec.scheduler.t9kScheduler.queue: Required value: must name a queue"),
        Row.of(
            "two queues",
            GOOD.with(at, "{queue: a, Queue: b}"),
            "spec.scheduler.t9kScheduler: \"Queue\" and \"queue\" conflict"),
        Row.of(
            "too low a priority",
            GOOD.with(at, "{queue: a, priority: -1}"),
            "spec.scheduler.t9kScheduler.priority: Invalid value: -1: must be between 0 and 100"),
        Row.of(
            "too high a priority",
            GOOD.with(at, "{queue: a, priority: 101}"),
            "spec.scheduler.t9kScheduler.priority: Invalid value: 101: must be between 0 and 100"));
  }

  private static Stream<Row> elasticRules() {
    var flex = job().type("master", 1).type("worker", 2).torchrun();
    return Stream.of(
        Row.of(
            "two words for elastic",
            flex.with("/spec/elastic", "{enable: true, enabled: false, minReplicas: 2}"),
            "spec.elastic: \"enable\" and \"enabled\" conflict"),
        Row.of(
            "a least of none",
            flex.elastic("{minReplicas: 0}"),
            "spec.elastic.minReplicas: Invalid value: 0: must be at least 1"),
        Row.of(
            "a least above the most",
            flex.elastic("{minReplicas: 4, maxReplicas: 3}"),
            "spec.elastic.maxReplicas: Invalid value: 3: must be at least minReplicas, which is 4"),
        Row.of(
            "a least above the most, although it has no effect",
            GOOD.with("/spec/elastic", "{minReplicas: 4, maxReplicas: 3}"),
            "spec.elastic.maxReplicas: Invalid value: 3: must be at least minReplicas, which is 4"),
        Row.of(
            "more than anybody has",
            flex.elastic("{minReplicas: 2, maxReplicas: 2000000000}"),
            "spec.elastic.maxReplicas: Invalid value: 2000000000: must be no more than 10000"),
        Row.of(
            "too few expected",
            flex.elastic("{minReplicas: 2, maxReplicas: 4, expectedReplicas: 1}"),
            "spec.elastic.expectedReplicas: Invalid value: 1: must be between minReplicas and"
                + " maxReplicas, which are 2 and 4"),
        Row.of(
            "too many expected",
            flex.elastic("{minReplicas: 2, maxReplicas: 4, expectedReplicas: 5}"),
            "spec.elastic.expectedReplicas: Invalid value: 5: must be between minReplicas and"
                + " maxReplicas, which are 2 and 4"),
        Row.of(
            "too few for every type",
            flex.elastic("{maxReplicas: 4}"),
            "spec.elastic.minReplicas: Invalid value: 1: must be at least 2, for the types need"
                + " that many replicas"),
        Row.of(
            "too few beside those that are fixed",
            job()
                .type("ps", 3)
                .type("worker", 1)
                .torchrun()
                .with("/spec/replicaSpecs/1/scalingWeight", "1")
                .elastic("{minReplicas: 3, maxReplicas: 9}"),
            "spec.elastic.minReplicas: Invalid value: 3: must be at least 4, for the types need"
                + " that many replicas"));
  }

  private static Stream<Row> torchrunRules() {
    var config = "/spec/torchrunConfig";
    return Stream.of(
        Row.of(
            "two words for torchrun",
            GOOD.with(config, "{enable: true, enabled: false}"),
            "spec.torchrunConfig: \"enable\" and \"enabled\" conflict"),
        Row.of(
            "fewer restarts than none, by torchrun",
            GOOD.with(config + "/maxRestarts", "-1"),
            "spec.torchrunConfig.maxRestarts: Invalid value: -1: must be at least 0"),
        Row.of(
            "no processes",
            GOOD.with(config + "/procPerNode", "0"),
            "spec.torchrunConfig.procPerNode: Invalid value: \"0\": must be a whole number from 1"
                + " on, gpu, cpu or auto"),
        Row.of(
            "processes of another world",
            GOOD.with(config + "/procPerNode", "tpu"),
            "spec.torchrunConfig.procPerNode: Invalid value: \"tpu\": must be a whole number from 1"
                + " on, gpu, cpu or auto"),
        Row.of(
            "an unknown store",
            GOOD.with(config + "/rdzvBackend", "etcd2"),
            "spec.torchrunConfig.rdzvBackend: Unsupported value: \"etcd2\": supported values:"
                + " \"c10d\", \"etcd\", \"etcd-v2\"; did you mean etcd?"),
        Row.of(
            "a store that is nowhere",
            GOOD.torchrun().with(config + "/rdzvBackend", "etcd-v2"),
            "spec.torchrunConfig.extraOptions: Required value: must have --rdzv_endpoint, for"
                + " nobody but you knows where etcd-v2 runs"),
        Row.of(
            "no script",
            GOOD.torchrun()
                .without(SPEC + "/template/spec/containers/0/args")
                .with(SPEC + "/template/spec/containers/0/command", "[python, train.py]"),
            AT
                + ".template.spec.containers[0].args: Required value: must name the script for"
                + " torchrun to start, and its arguments; the command is not used"),
        Row.of(
            "no script in the container that trains",
            GOOD.torchrun()
                .with(
                    SPEC + "/template/spec/containers",
                    "[{name: proxy, image: a, args: [x]}, {name: python, image: b}]"),
            AT
                + ".template.spec.containers[1].args: Required value: must name the script for"
                + " torchrun to start, and its arguments; the command is not used"));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void is_refused_with_the_rule_it_breaks(Row row) {
    assertThat(row.job().errors()).isEqualTo(row.problems());
  }

  @ParameterizedTest
  @MethodSource("rules")
  void is_never_read(Row row) {
    assertThat(row.job().dialect().read(row.job().build(), lookup(Place.CLUSTER)))
        .isInstanceOf(Reading.Refused.class);
  }

  @Test
  void is_told_everything_at_once_in_the_order_of_its_fields() {
    var job =
        GOOD.with("/metadata/name", "J")
            .with("/spec/replicaSpecs/0/replicas", "2")
            .without("/spec/replicaSpecs/0/template/spec/containers/0/args")
            .with(SPEC + "/type", "Worker")
            .with(SPEC + "/replicas", "-1")
            .without(SPEC + "/template/spec/containers/0/image")
            .with(SPEC + "/restartPolicy", "Sometimes")
            .with(SPEC + "/scalingWeight", "-1")
            .with("/spec/runMode/debug/replicaSpecs", "[{type: ps}]")
            .with("/spec/runMode/pause/resumeSpecs", "[{type: ps}]")
            .with(
                "/spec/runPolicy", "{cleanUpPolicy: a, backoffLimit: -1, activeDeadlineSeconds: 0}")
            .with("/spec/scheduler/t9kScheduler", "{priority: 200}")
            .with("/spec/elastic", "{minReplicas: 0, expectedReplicas: 9}")
            .torchrun()
            .with("/spec/torchrunConfig/procPerNode", "'-1'")
            .with("/spec/torchrunConfig/rdzvBackend", "etcd");

    assertThat(job.errors().stream().map(problem -> problem.substring(0, problem.indexOf(": "))))
        .containsExactly(
            "metadata.name",
            "spec.replicaSpecs[0].replicas",
            "spec.replicaSpecs[0].template.spec.containers[0].args",
            "spec.replicaSpecs[1].type",
            "spec.replicaSpecs[1].replicas",
            "spec.replicaSpecs[1].template.spec.containers[0].image",
            "spec.replicaSpecs[1].restartPolicy",
            "spec.replicaSpecs[1].scalingWeight",
            "spec.runMode.debug.replicaSpecs[0].type",
            "spec.runMode.pause.resumeSpecs[0].type",
            "spec.runPolicy.activeDeadlineSeconds",
            "spec.runPolicy.backoffLimit",
            "spec.runPolicy.cleanUpPolicy",
            "spec.scheduler.t9kScheduler.queue",
            "spec.scheduler.t9kScheduler.priority",
            "spec.elastic.minReplicas",
            "spec.elastic.expectedReplicas",
            "spec.torchrunConfig.procPerNode",
            "spec.torchrunConfig.extraOptions");
  }

  static Stream<Row> oddities() {
    return Stream.of(
        Row.of("nobody of a type that does not lead", job().type("ps", 1).type("worker", 0)),
        Row.of(
            "a name that just fits",
            job().type("worker", 10).with("/metadata/name", "a".repeat(48))),
        Row.of("debugging and a pause together", GOOD.debugged().paused()),
        Row.of("an empty run mode", GOOD.with("/spec/runMode", "{}")),
        Row.of("empty modes", GOOD.with("/spec/runMode", "{debug: {}, pause: {}}")),
        Row.of("an empty run policy", GOOD.with("/spec/runPolicy", "{}")),
        Row.of("an empty scheduler", GOOD.with("/spec/scheduler", "{}")),
        Row.of("processes as a number", GOOD.with("/spec/torchrunConfig/procPerNode", "2")),
        Row.of("processes by the CPU", GOOD.with("/spec/torchrunConfig/procPerNode", "cpu")),
        Row.of("processes left open", GOOD.with("/spec/torchrunConfig/procPerNode", "auto")),
        Row.of(
            "both spellings alike",
            GOOD.with("/spec/runMode/debug", "{enable: true, enabled: true}")
                .with("/spec/scheduler/t9kScheduler", "{queue: a, Queue: a}")),
        Row.of("a type of its own", job().type("evaluator", 1).type("chief", 2)),
        Row.of("a type with a dash and a digit", job().type("worker-2b", 1)),
        Row.of(
            "torchrun in a debugged job without a script",
            GOOD.torchrun().debugged().without(SPEC + "/template/spec/containers/0/args")),
        Row.of(
            "a store of the user's in the newer spelling",
            GOOD.torchrun()
                .with("/spec/torchrunConfig/rdzvBackend", "etcd")
                .with("/spec/torchrunConfig/extraOptions", "['--rdzv-endpoint=etcd:2379']")),
        Row.of(
            "a store that torchrun does not need while it is off",
            GOOD.with("/spec/torchrunConfig/rdzvBackend", "etcd")),
        Row.of("an old field", GOOD.with("/spec/torchrunConfig/minNodes", "2")),
        Row.of("no restarts", GOOD.with("/spec/runPolicy/backoffLimit", "0")),
        Row.of(
            "the bounds of a priority",
            GOOD.with("/spec/scheduler/t9kScheduler", "{queue: a, priority: 100}")));
  }

  @ParameterizedTest
  @MethodSource("oddities")
  void is_not_one_that_is_only_odd(Row row) {
    assertThat(row.job().errors()).isEmpty();
    assertThat(row.job().read()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483647", "-2147483648", "1000000000"})
  void is_refused_at_once_however_large_its_numbers_are(String number) {
    var job =
        job()
            .type("ps", 1)
            .type("worker", 1)
            .torchrun()
            .with("/spec/replicaSpecs/0/replicas", number)
            .with("/spec/replicaSpecs/1/replicas", number)
            .with("/spec/replicaSpecs/1/scalingWeight", number)
            .elastic(
                "{minReplicas: %s, maxReplicas: %s, expectedReplicas: %s}"
                    .formatted(number, number, number));

    assertThat(job.errors()).isNotEmpty();
  }
}
