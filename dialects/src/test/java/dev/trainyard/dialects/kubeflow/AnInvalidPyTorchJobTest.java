package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings.Place;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AnInvalidPyTorchJobTest {

  private static final PyTorchJobDialect DIALECT = new PyTorchJobDialect();
  private static final JobMaker GOOD = job("demo").master().workers(2);
  private static final String WORKER = "spec.pytorchReplicaSpecs[Worker]";
  private static final String CONTAINERS = WORKER + ".template.spec.containers";

  record Row(String name, JobMaker job, List<String> problems) {
    static Row of(String name, JobMaker job, String... problems) {
      return new Row(name, job, List.of(problems));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rules() {
    return Stream.of(nameRules(), replicaRules(), portRules(), policyRules(), elasticRules())
        .flatMap(rows -> rows);
  }

  private static Stream<Row> nameRules() {
    var shape =
        "must consist of lower case letters, digits and '-', start with a letter and end with a"
            + " letter or digit ([a-z]([-a-z0-9]*[a-z0-9])?)";
    var sixty = "a".repeat(60);
    var seventy = "A".repeat(70);
    return Stream.of(
        Row.of(
            "a name that starts with a digit",
            GOOD.with("/metadata/name", "'0demo'"),
            "metadata.name: Invalid value: \"0demo\": should match: " + shape),
        Row.of(
            "a name wrong in two ways",
            GOOD.with("/metadata/name", seventy),
            "metadata.name: Invalid value: \"%s\": should match: must be no more than 63 characters,%s"
                .formatted(seventy, shape)),
        Row.of(
            "no name",
            GOOD.without("/metadata/name"),
            "metadata.name: Invalid value: \"\": should match: " + shape),
        Row.of(
            "a name too long for its pods",
            GOOD.with("/metadata/name", sixty),
            "metadata.name: Invalid value: \"%s\": makes the pod name %s-master-0 of 69 characters,"
                    .formatted(sixty, sixty)
                + " and 63 is the limit; shorten it by 6"),
        Row.of(
            "a name too long for the workers that may come",
            job("a".repeat(54)).workers(1).elastic("{maxReplicas: 11}"),
            "metadata.name: Invalid value: \"%s\": makes the pod name %s-worker-10 of 64 characters,"
                    .formatted("a".repeat(54), "a".repeat(54))
                + " and 63 is the limit; shorten it by 1"),
        Row.of(
            "an unknown scope of restarts",
            GOOD.annotated("trainyard.dev/restart-scope", "Gang"),
            "metadata.annotations[trainyard.dev/restart-scope]: Unsupported value: \"Gang\":"
                + " supported values: \"replica\", \"role\", \"gang\"; did you mean gang?"),
        Row.of(
            "an unknown wait for the master",
            GOOD.annotated("trainyard.dev/master-wait", "never"),
            "metadata.annotations[trainyard.dev/master-wait]: Unsupported value: \"never\":"
                + " supported values: \"on\", \"off\""));
  }

  private static Stream<Row> replicaRules() {
    return Stream.of(
        Row.of(
            "no replicas at all",
            job("demo").with("/spec", "{}"),
            "spec.pytorchReplicaSpecs: Required value: must be required"),
        Row.of(
            "an empty map of replicas",
            job("demo").with("/spec/pytorchReplicaSpecs", "{}"),
            "spec.pytorchReplicaSpecs: Required value: must be required"),
        Row.of(
            "an unknown type",
            GOOD.with(
                "/spec/pytorchReplicaSpecs/Launcher",
                "{template: {spec: {containers: [{name: pytorch, image: a}]}}}"),
            "spec.pytorchReplicaSpecs[Launcher]: Unsupported value: \"Launcher\": supported values:"
                + " \"Master\", \"Worker\""),
        Row.of(
            "a misspelt type",
            job("demo")
                .with(
                    "/spec/pytorchReplicaSpecs/Wroker",
                    "{template: {spec: {containers: [{name: pytorch, image: a}]}}}"),
            "spec.pytorchReplicaSpecs[Wroker]: Unsupported value: \"Wroker\": supported values:"
                + " \"Master\", \"Worker\"; did you mean Worker?"),
        Row.of(
            "two spellings of one type",
            GOOD.with(
                "/spec/pytorchReplicaSpecs/worker",
                "{template: {spec: {containers: [{name: pytorch, image: a}]}}}"),
            "spec.pytorchReplicaSpecs[worker]: Duplicate value: \"worker\": means Worker, which is"
                + " there already"),
        Row.of(
            "no containers",
            GOOD.workersWith("/template/spec/containers", "[]"),
            CONTAINERS + ": Required value: must be specified",
            CONTAINERS + ": Required value: must have at least one container with name pytorch"),
        Row.of(
            "no template",
            GOOD.without("/spec/pytorchReplicaSpecs/Worker/template"),
            CONTAINERS + ": Required value: must be specified",
            CONTAINERS + ": Required value: must have at least one container with name pytorch"),
        Row.of(
            "no image",
            GOOD.workersWith(
                "/template/spec/containers", "[{name: pytorch, image: a}, {name: b, image: ''}]"),
            CONTAINERS + "[1].image: Required value: must be required"),
        Row.of(
            "no main container",
            GOOD.workersWith("/template/spec/containers/0/name", "main"),
            CONTAINERS + ": Required value: must have at least one container with name pytorch"),
        Row.of(
            "two masters",
            GOOD.masterWith("/replicas", "2"),
            "spec.pytorchReplicaSpecs[Master].replicas: Forbidden: must be 1"),
        Row.of(
            "no master pod",
            GOOD.masterWith("/replicas", "0"),
            "spec.pytorchReplicaSpecs[Master].replicas: Forbidden: must be 1"),
        Row.of(
            "no workers",
            GOOD.workersWith("/replicas", "0"),
            WORKER + ".replicas: Forbidden: must be at least 1"),
        Row.of(
            "far too many workers",
            GOOD.workersWith("/replicas", "2000000000"),
            WORKER + ".replicas: Invalid value: 2000000000: must be no more than 10000"),
        Row.of(
            "a misspelt restart policy",
            GOOD.workersWith("/restartPolicy", "OnFailur"),
            WORKER
                + ".restartPolicy: Unsupported value: \"OnFailur\": supported values: \"Always\","
                + " \"ExitCode\", \"Never\", \"OnFailure\"; did you mean OnFailure?"));
  }

  private static Stream<Row> portRules() {
    return Stream.of(
        Row.of(
            "one port twice",
            ports("[{name: a, containerPort: 80}, {name: b, containerPort: 80, protocol: TCP}]"),
            CONTAINERS
                + "[0].ports[1]: Duplicate value: \"80/TCP\": list each port of a protocol once"),
        Row.of(
            "the rendezvous port under another name",
            ports("[{name: a, containerPort: 23456}]"),
            CONTAINERS
                + "[0].ports[1]: Duplicate value: \"23456/TCP\": list it once, under the name"
                + " pytorchjob-port"),
        Row.of(
            "two ports without a name",
            ports("[{containerPort: 80}, {containerPort: 81}]"),
            CONTAINERS + "[0].ports[1].name: Required value: only one port may go without a name"),
        Row.of(
            "two ports of one name",
            ports("[{name: a, containerPort: 80}, {name: a, containerPort: 81}]"),
            CONTAINERS
                + "[0].ports[1].name: Duplicate value: \"a\": give each port a name of its own"),
        Row.of(
            "a port without a number",
            ports("[{name: pytorchjob-port}]"),
            CONTAINERS
                + "[0].ports[0].containerPort: Invalid value: 0: must be between 1 and 65535"));
  }

  private static JobMaker ports(String yaml) {
    return GOOD.workersWith("/template/spec/containers/0/ports", yaml);
  }

  private static Stream<Row> policyRules() {
    return Stream.of(
        Row.of(
            "an unknown manager",
            GOOD.with("/spec/runPolicy/managedBy", "''"),
            "spec.runPolicy.managedBy: Unsupported value: \"\": supported values:"
                + " \"kueue.x-k8s.io/multikueue\", \"kubeflow.org/training-operator\""),
        Row.of(
            "a misspelt clean-up",
            GOOD.with("/spec/runPolicy/cleanPodPolicy", "Runing"),
            "spec.runPolicy.cleanPodPolicy: Unsupported value: \"Runing\": supported values:"
                + " \"All\", \"Running\", \"None\", \"\"; did you mean Running?"),
        Row.of(
            "negative limits",
            GOOD.with(
                "/spec/runPolicy",
                "{ttlSecondsAfterFinished: -1, activeDeadlineSeconds: -2, backoffLimit: -3}"),
            "spec.runPolicy.ttlSecondsAfterFinished: Invalid value: -1: must not be negative",
            "spec.runPolicy.activeDeadlineSeconds: Invalid value: -2: must not be negative",
            "spec.runPolicy.backoffLimit: Invalid value: -3: must not be negative"),
        Row.of(
            "no processes",
            GOOD.with("/spec/nprocPerNode", "'0'"),
            "spec.nprocPerNode: Invalid value: \"0\": must be at least 1"));
  }

  private static Stream<Row> elasticRules() {
    var flex = job("flex").workers(3);
    return Stream.of(
        Row.of(
            "elastic without workers",
            job("flex").master().elastic("{}"),
            WORKER + ": Required value: must be configured if elastic policy is used"),
        Row.of(
            "no workers, and bounds that nobody wrote",
            job("flex").master().workers(0).elastic("{}"),
            WORKER + ".replicas: Forbidden: must be at least 1"),
        Row.of(
            "processes said twice",
            flex.elastic("{nProcPerNode: 2}").with("/spec/nprocPerNode", "'2'"),
            "spec.elasticPolicy.nProcPerNode: Forbidden: must not be used with spec.nprocPerNode"),
        Row.of(
            "bounds the wrong way round",
            flex.elastic("{minReplicas: 4, maxReplicas: 2}"),
            "spec.elasticPolicy.minReplicas: Invalid value: 4: must not be greater than maxReplicas"
                + " 2"),
        Row.of(
            "bounds below one",
            flex.elastic("{minReplicas: 0, maxReplicas: 0}"),
            "spec.elasticPolicy.minReplicas: Invalid value: 0: must be at least 1",
            "spec.elasticPolicy.maxReplicas: Invalid value: 0: must be at least 1"),
        Row.of(
            "a bound out of reach",
            flex.elastic("{minReplicas: 1, maxReplicas: 10001}"),
            "spec.elasticPolicy.maxReplicas: Invalid value: 10001: must be no more than 10000"),
        Row.of(
            "a port that is none",
            flex.elastic("{rdzvPort: 65536}"),
            "spec.elasticPolicy.rdzvPort: Invalid value: 65536: must be between 1 and 65535"),
        Row.of(
            "negative restarts",
            flex.elastic("{maxRestarts: -1}"),
            "spec.elasticPolicy.maxRestarts: Invalid value: -1: must not be negative"));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void is_refused_with_the_documented_words(Row row) {
    assertThat(errors(row.job())).isEqualTo(row.problems());
  }

  @ParameterizedTest
  @MethodSource("rules")
  void is_never_read(Row row) {
    // A job of another manager is not ours, which comes before being wrong.
    assertThat(DIALECT.read(row.job().build(), JobMaker.lookup(Place.CLUSTER)))
        .isInstanceOfAny(Reading.Refused.class, Reading.NotOurs.class);
  }

  @Test
  void is_told_everything_at_once_in_the_order_of_its_fields() {
    var job =
        GOOD.with("/metadata/name", "Demo")
            .workersWith("/restartPolicy", "Sometimes")
            .workersWith("/replicas", "0")
            .with("/spec/runPolicy/backoffLimit", "-1")
            .with("/spec/nprocPerNode", "'-1'");

    assertThat(errors(job).stream().map(problem -> problem.substring(0, problem.indexOf(':'))))
        .containsExactly(
            "metadata.name",
            "spec.pytorchReplicaSpecs[Worker].replicas",
            "spec.pytorchReplicaSpecs[Worker].restartPolicy",
            "spec.runPolicy.backoffLimit",
            "spec.nprocPerNode");
  }

  @Test
  void is_one_whose_manager_or_queue_was_changed() {
    var before =
        GOOD.with(
            "/spec/runPolicy",
            "{managedBy: kueue.x-k8s.io/multikueue, schedulingPolicy: {queue: a}}");
    var after =
        GOOD.with(
            "/spec/runPolicy",
            "{managedBy: kubeflow.org/training-operator, schedulingPolicy: {queue: b}}");

    assertThat(changes(before, after))
        .containsExactly(
            "spec.runPolicy.schedulingPolicy.queue: Invalid value: \"b\":"
                + " spec.runPolicy.schedulingPolicy.queue is immutable",
            "spec.runPolicy.managedBy: Invalid value: \"kubeflow.org/training-operator\": field is"
                + " immutable");
    assertThat(changes(before, GOOD))
        .containsExactly("spec.runPolicy.managedBy: Invalid value: \"\": field is immutable");
    assertThat(changes(GOOD, GOOD.with("/spec/runPolicy/schedulingPolicy/queue", "a"))).isEmpty();
  }

  @Test
  void is_not_one_that_leaves_counts_and_spelling_to_us() {
    var job =
        GOOD.without("/spec/pytorchReplicaSpecs/Master/replicas")
            .with("/spec/pytorchReplicaSpecs/worker", "{}");
    assertThat(errors(job.without("/spec/pytorchReplicaSpecs/worker"))).isEmpty();

    var lower =
        job("demo")
            .with(
                "/spec/pytorchReplicaSpecs/worker",
                "{template: {spec: {containers: [{name: pytorch, image: a}]}}}");
    assertThat(errors(lower)).isEmpty();
  }

  private static List<String> errors(JobMaker job) {
    return DIALECT.validate(job.build(), Optional.empty(), JobMaker.lookup(Place.CLUSTER)).stream()
        .filter(Problem::fatal)
        .map(Problem::toString)
        .toList();
  }

  private static List<String> changes(JobMaker before, JobMaker after) {
    return DIALECT
        .validate(after.build(), Optional.of(before.build()), JobMaker.lookup(Place.CLUSTER))
        .stream()
        .filter(Problem::fatal)
        .map(Problem::toString)
        .toList();
  }
}
