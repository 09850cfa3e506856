package dev.trainyard.dialects.mpi;

import static dev.trainyard.dialects.mpi.JobMaker.DIALECT;
import static dev.trainyard.dialects.mpi.JobMaker.LAUNCHER;
import static dev.trainyard.dialects.mpi.JobMaker.WORKER;
import static dev.trainyard.dialects.mpi.JobMaker.at;
import static dev.trainyard.dialects.mpi.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Problem;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AnInvalidMPIJobTest {

  private static final JobMaker GOOD = job("pi", 2);
  private static final String SPECS = "spec.mpiReplicaSpecs";

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
    return Stream.of(ofTheJob(), ofReplicas(), ofTemplates()).flatMap(rows -> rows);
  }

  private static Stream<Row> ofTheJob() {
    var fifty = "a".repeat(55);
    return Stream.of(
        Row.of(
            "a name that starts with a digit",
            GOOD.with("/metadata/name", "'0pi'"),
            "metadata.name: Invalid value: \"0pi\": should match: must consist of lower case"
                + " letters, digits and '-', start with a letter and end with a letter or digit"
                + " ([a-z]([-a-z0-9]*[a-z0-9])?)"),
        Row.of(
            "a name too long for its last worker",
            job(fifty, 11),
            "metadata.name: Invalid value: \"%1$s\": makes the pod name %1$s-worker-10 of 65 characters, and 63 is the limit; shorten it by 2"
                .formatted(fifty)),
        Row.of(
            "a name too long for the launcher",
            job(fifty, 0),
            "metadata.name: Invalid value: \"%1$s\": makes the pod name %1$s-launcher of 64 characters, and 63 is the limit; shorten it by 1"
                .formatted(fifty)),
        Row.of(
            "fewer slots than none",
            GOOD.with("/spec/slotsPerWorker", "-1"),
            "spec.slotsPerWorker: Invalid value: -1: must not be negative"),
        Row.of(
            "a misspelt clean-up",
            GOOD.with("/spec/runPolicy/cleanPodPolicy", "Runing"),
            "spec.runPolicy.cleanPodPolicy: Unsupported value: \"Runing\": supported values:"
                + " \"None\", \"Running\", \"All\"; did you mean Running?"),
        Row.of(
            "negative limits",
            GOOD.with(
                "/spec/runPolicy",
                "{ttlSecondsAfterFinished: -1, activeDeadlineSeconds: -2, backoffLimit: -3}"),
            "spec.runPolicy.ttlSecondsAfterFinished: Invalid value: -1: must not be negative",
            "spec.runPolicy.activeDeadlineSeconds: Invalid value: -2: must not be negative",
            "spec.runPolicy.backoffLimit: Invalid value: -3: must not be negative"),
        Row.of(
            "a folder without a name for the keys",
            GOOD.with("/spec/sshAuthMountPath", "''"),
            "spec.sshAuthMountPath: Required value: must have a mount path for SSH credentials, or"
                + " be left out"),
        Row.of(
            "a misspelt moment to start the launcher",
            GOOD.with("/spec/launcherCreationPolicy", "WaitForWorkerReady"),
            "spec.launcherCreationPolicy: Unsupported value: \"WaitForWorkerReady\": supported"
                + " values: \"AtStartup\", \"WaitForWorkersReady\"; did you mean"
                + " WaitForWorkersReady?"),
        Row.of(
            "an unknown implementation",
            GOOD.with("/spec/mpiImplementation", "openmpi"),
            "spec.mpiImplementation: Unsupported value: \"openmpi\": supported values: \"OpenMPI\","
                + " \"Intel\", \"MPICH\"; did you mean OpenMPI?"),
        Row.of(
            "wrong in many ways at once, in the order of the fields",
            GOOD.with("/spec/slotsPerWorker", "-1")
                .with("/spec/mpiImplementation", "''")
                .with(WORKER + "/replicas", "0"),
            "spec.slotsPerWorker: Invalid value: -1: must not be negative",
            SPECS + "[Worker].replicas: Invalid value: 0: must be at least 1",
            "spec.mpiImplementation: Unsupported value: \"\": supported values: \"OpenMPI\","
                + " \"Intel\", \"MPICH\""));
  }

  private static Stream<Row> ofReplicas() {
    var some = "{replicas: 1, template: {spec: {containers: [{name: a, image: a}]}}}";
    return Stream.of(
        Row.of(
            "nothing at all",
            GOOD.with("/spec", "{}"),
            SPECS + ": Required value: must have replica specs"),
        Row.of(
            "workers alone",
            GOOD.without(LAUNCHER),
            SPECS + "[Launcher]: Required value: must have Launcher replica spec"),
        Row.of(
            "a misspelt type",
            GOOD.with("/spec/mpiReplicaSpecs/worker", some),
            SPECS
                + "[worker]: Unsupported value: \"worker\": supported values: \"Launcher\","
                + " \"Worker\"; did you mean Worker?"),
        Row.of(
            "two launchers",
            GOOD.with(LAUNCHER + "/replicas", "2"),
            SPECS + "[Launcher].replicas: Invalid value: 2: must be 1"),
        Row.of(
            "workers of which there are none, as is the default",
            GOOD.without(WORKER + "/replicas"),
            SPECS + "[Worker].replicas: Invalid value: 0: must be at least 1"),
        Row.of(
            "far too many workers",
            GOOD.with(WORKER + "/replicas", "20000"),
            SPECS + "[Worker].replicas: Invalid value: 20000: must be no more than 10000"),
        Row.of(
            "restarts that depend on the exit code",
            GOOD.with(WORKER + "/restartPolicy", "ExitCode"),
            SPECS
                + "[Worker].restartPolicy: Unsupported value: \"ExitCode\": supported values:"
                + " \"Never\", \"OnFailure\""),
        Row.of(
            "endless restarts of the launcher",
            GOOD.with(LAUNCHER + "/restartPolicy", "Always"),
            SPECS
                + "[Launcher].restartPolicy: Unsupported value: \"Always\": supported values:"
                + " \"Never\", \"OnFailure\""));
  }

  private static Stream<Row> ofTemplates() {
    var worker = SPECS + "[Worker].template.spec";
    return Stream.of(
        Row.of(
            "no container",
            GOOD.without(WORKER + "/template"),
            worker + ".containers: Required value: must define at least one container"),
        Row.of(
            "no image",
            GOOD.with(WORKER + "/template/spec/containers", "[{name: a}]"),
            worker + ".containers[0].image: Required value: must be required"),
        Row.of(
            "a pod that no API server would have",
            GOOD.with(
                WORKER + "/template/spec/containers",
                "[{name: a, image: a, imagePullPolicy: Allways}]"),
            worker
                + ".containers[0].imagePullPolicy: Unsupported value: \"Allways\": supported"
                + " values: \"Always\", \"IfNotPresent\", \"Never\"; did you mean Always?"),
        Row.of(
            "a volume of the job's",
            GOOD.with(WORKER + "/template/spec/volumes", "[{name: ssh-auth, emptyDir: {}}]"),
            worker
                + ".volumes[0].name: Duplicate value: \"ssh-auth\": the job adds a volume of that"
                + " name; give this one another"),
        Row.of(
            "a mount in the way of the hosts",
            GOOD.with(
                    LAUNCHER + "/template/spec/containers",
                    "[{name: a, image: a, volumeMounts: [{name: b, mountPath: /etc/mpi}]}]")
                .with(LAUNCHER + "/template/spec/volumes", "[{name: b, emptyDir: {}}]"),
            SPECS
                + "[Launcher].template.spec.containers[0].volumeMounts[0].mountPath: Invalid value:"
                + " \"/etc/mpi\": is where the job mounts its mpi-job-config; mount this"
                + " elsewhere"));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void is_told_every_problem_with_its_field_and_not_started(Row row) {
    assertThat(row.job().problems())
        .isEqualTo(row.problems().stream().map("ERROR "::concat).toList());
    assertThat(row.job().reading())
        .isInstanceOfSatisfying(
            Reading.Refused.class,
            refused -> assertThat(refused.problems()).hasSameSizeAs(row.problems()));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void has_only_an_event_to_tell_of_it(Row row) {
    var job = row.job().build();
    var problems = row.problems().stream().map(one -> Problem.error("", one)).toList();

    assertThat(DIALECT.refused(job, problems, at(0))).isSameAs(job);
    assertThat(DIALECT.tell(job, problems))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.type()).isEqualTo(EventText.Type.WARNING);
              assertThat(event.reason()).isEqualTo("ValidationError");
              assertThat(event.message()).startsWith("Found validation errors: ");
            });
  }

  @Test
  void is_told_no_more_than_an_event_holds() {
    var many =
        IntStream.range(0, 100).mapToObj(i -> Problem.error("spec.field" + i, "is bad")).toList();

    assertThat(DIALECT.tell(GOOD.build(), many))
        .singleElement()
        .satisfies(event -> assertThat(event.message()).hasSize(1024).endsWith("..."));
  }

  @Test
  void may_be_wrong_only_in_its_change() {
    var ours = GOOD.with("/spec/runPolicy/managedBy", "kubeflow.org/mpi-operator");
    var theirs = GOOD.with("/spec/runPolicy/managedBy", "kueue.x-k8s.io/multikueue");
    var at = "ERROR spec.runPolicy.managedBy: Invalid value: ";

    assertThat(theirs.problems()).isEmpty();
    assertThat(theirs.problemsAfter(ours))
        .containsExactly(at + "\"kueue.x-k8s.io/multikueue\": field is immutable");
    assertThat(GOOD.problemsAfter(ours)).containsExactly(at + "\"\": field is immutable");
    assertThat(ours.problemsAfter(ours)).isEmpty();
    assertThat(
            GOOD.with("/spec/runPolicy/schedulingPolicy/queue", "red")
                .problemsAfter(GOOD.with("/spec/runPolicy/schedulingPolicy/queue", "blue")))
        .containsExactly(
            "ERROR spec.runPolicy.schedulingPolicy.queue: Invalid value: \"red\":"
                + " spec.runPolicy.schedulingPolicy.queue is immutable");
    assertThat(GOOD.with("/spec/runPolicy/managedBy", "me").problems())
        .containsExactly(
            "ERROR spec.runPolicy.managedBy: Unsupported value: \"me\": supported values:"
                + " \"kubeflow.org/mpi-operator\", \"kueue.x-k8s.io/multikueue\"");
  }

  @Test
  void is_left_alone_where_somebody_else_manages_it() {
    assertThat(GOOD.with("/spec/runPolicy/managedBy", "kueue.x-k8s.io/multikueue").reading())
        .isEqualTo(
            new Reading.NotOurs(
                "spec.runPolicy.managedBy gives it to \"kueue.x-k8s.io/multikueue\""));
    assertThat(GOOD.with("/spec/runPolicy/managedBy", "kubeflow.org/mpi-operator").reading())
        .isInstanceOf(Reading.Job.class);
  }

  @Test
  void is_unwise_where_its_template_says_how_to_restart() {
    var unwise = GOOD.with(LAUNCHER + "/template/spec/restartPolicy", "Always");

    assertThat(unwise.problems())
        .containsExactly(
            "WARNING spec.mpiReplicaSpecs[Launcher].template.spec.restartPolicy: Restart policy in"
                + " pod template overridden by restart policy in replica spec");
    assertThat(told(unwise)).containsExactly("SetPodTemplateRestartPolicy");
    assertThat(unwise.reading()).isInstanceOf(Reading.Job.class);
  }

  @Test
  void is_unwise_where_finished_workers_would_keep_their_gpus() {
    var unwise =
        GOOD.with(
            WORKER + "/template/spec/containers",
            "[{name: a, image: a, resources: {limits: {nvidia.com/gpu: 1}}}]");

    assertThat(unwise.problems())
        .containsExactly(
            "WARNING spec.runPolicy.cleanPodPolicy: None leaves the workers running when the"
                + " launcher has ended, and they keep their GPUs; set it to Running");
    assertThat(told(unwise)).containsExactly("MPIJobUnwise");
    assertThat(unwise.with("/spec/runPolicy/cleanPodPolicy", "Running").problems()).isEmpty();
  }

  private static List<String> told(JobMaker job) {
    var problems = DIALECT.validate(job.build(), Optional.empty(), JobMaker.lookup());
    return DIALECT.tell(job.build(), problems).stream().map(EventText::reason).toList();
  }
}
