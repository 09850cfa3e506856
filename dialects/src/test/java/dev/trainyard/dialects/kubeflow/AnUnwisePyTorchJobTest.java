package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.GangScheduler;
import dev.trainyard.dialects.Settings.Habits;
import dev.trainyard.dialects.Settings.Place;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AnUnwisePyTorchJobTest {

  private static final PyTorchJobDialect DIALECT = new PyTorchJobDialect();
  private static final JobMaker WISE = job("demo").master().workers(2);

  record Row(String name, JobMaker job, String warning) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rows() {
    return Stream.of(
        new Row(
            "a deprecated field",
            job("flex").workers(2).elastic("{nProcPerNode: 2}"),
            "spec.elasticPolicy.nProcPerNode is deprecated, use spec.nprocPerNode instead"),
        new Row(
            "more workers than the bounds allow",
            job("flex").workers(7).elastic("{minReplicas: 2, maxReplicas: 6}"),
            "spec.pytorchReplicaSpecs[Worker].replicas: 7 is outside of spec.elasticPolicy, which"
                + " asks for 2 to 6"),
        new Row(
            "a restart that is asked for in words",
            WISE.annotated("trainyard.dev/restart", "now"),
            "metadata.annotations[trainyard.dev/restart]: \"now\" is not a number from 1 to 999999"
                + " and asks for no restart"),
        new Row(
            "a master beside elastic workers",
            WISE.elastic("{}"),
            "spec.pytorchReplicaSpecs[Master]: is of little use with spec.elasticPolicy: the bounds"
                + " count workers only, so the master is no member of the elastic group"),
        new Row(
            "workers that cannot find each other",
            job("demo").workers(2),
            "spec.pytorchReplicaSpecs: workers alone are given no address, rank or world size; add"
                + " a Master or spec.elasticPolicy unless the program finds its peers itself"),
        new Row(
            "a word for the processes that only torchrun may know",
            WISE.with("/spec/nprocPerNode", "xpu"),
            "spec.nprocPerNode: \"xpu\" is neither auto, cpu, gpu nor an integer; it is handed to"
                + " torchrun as it is"),
        new Row(
            "the default port on the host's network",
            WISE.workersWith("/template/spec/hostNetwork", "true"),
            "spec.pytorchReplicaSpecs[Worker].template.spec.hostNetwork: takes port 23456 of the"
                + " node, so that no two such pods fit on one; give the port named pytorchjob-port"
                + " another number"),
        new Row(
            "a restart policy in the template",
            WISE.masterWith("/template/spec/restartPolicy", "Never"),
            "spec.pytorchReplicaSpecs[Master].template.spec.restartPolicy: Restart policy in pod"
                + " template will be overwritten by restart policy in replica spec"),
        new Row(
            "variables the job sets itself",
            WISE.workersWith(
                "/template/spec/containers/0/env",
                "[{name: RANK, value: a}, {name: MASTER_ADDR, value: b}, {name: LR, value: c},"
                    + " {name: PYTHONUNBUFFERED, value: '0'}]"),
            "spec.pytorchReplicaSpecs: the job itself sets MASTER_ADDR, RANK; the values in the pod"
                + " templates are not used"),
        new Row(
            "a process for every core",
            WISE.workersWith("/template/spec/containers/0/command", "[torchrun, train.py]"),
            "spec.nprocPerNode: auto without a GPU makes torchrun start one process for every core"
                + " of the node, whatever the pod may use; name a number"),
        new Row(
            "a process for every core, asked for by name",
            WISE.with("/spec/nprocPerNode", "auto"),
            "spec.nprocPerNode: auto without a GPU makes torchrun start one process for every core"
                + " of the node, whatever the pod may use; name a number"),
        new Row(
            "GPUs that are held for nothing",
            WISE.workersWith(
                "/template/spec/containers/0/resources", "{limits: {nvidia.com/gpu: 1}}"),
            "spec.runPolicy.cleanPodPolicy: None leaves pods that still run when the job ends, and"
                + " they keep their GPUs; set it to Running"),
        new Row(
            "standalone workers",
            job("flex").workers(2).elastic("{standalone: true}"),
            "spec.elasticPolicy.standalone: is handed to torchrun as an empty PET_STANDALONE, which"
                + " torchrun cannot read; use its flag --standalone instead"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void is_read_with_a_warning(Row row) {
    assertThat(warnings(row.job())).containsExactly(row.warning());
    assertThat(DIALECT.read(row.job().build(), JobMaker.lookup(Place.CLUSTER)))
        .isInstanceOf(Reading.Job.class);
  }

  @Test
  void is_not_one_that_does_as_the_examples_do() {
    assertThat(warnings(WISE)).isEmpty();
    assertThat(
            warnings(
                job("flex")
                    .workers(2)
                    .elastic("{minReplicas: 1, maxReplicas: 2, maxRestarts: 100}")))
        .isEmpty();
    assertThat(
            warnings(
                WISE.workersWith("/template/spec/hostNetwork", "true")
                    .workersWith(
                        "/template/spec/containers/0/ports",
                        "[{name: pytorchjob-port, containerPort: 24000}]")))
        .isEmpty();
  }

  @Test
  void is_not_one_where_the_administrator_has_seen_to_it() {
    var careful = Settings.defaults(Place.CLUSTER).with(new Habits("Running", "1", true));

    assertThat(
            Stream.concat(
                WISE.workersWith("/template/spec/containers/0/command", "[torchrun, train.py]")
                    .warnings(careful),
                job("flex").workers(2).elastic("{standalone: true}").warnings(careful)))
        .isEmpty();
  }

  @Test
  void is_one_that_names_a_scheduler_beside_the_gang_scheduler() {
    var gangs = Settings.defaults(Place.CLUSTER).with(Optional.of(GangScheduler.named("volcano")));

    assertThat(WISE.workersWith("/template/spec/schedulerName", "mine").warnings(gangs))
        .containsExactly(
            "spec.pytorchReplicaSpecs: Another scheduler is specified when gang-scheduling is"
                + " enabled and it will not be overwritten");
    assertThat(WISE.workersWith("/template/spec/schedulerName", "volcano").warnings(gangs))
        .isEmpty();
  }

  private static List<String> warnings(JobMaker job) {
    return DIALECT.validate(job.build(), Optional.empty(), JobMaker.lookup(Place.CLUSTER)).stream()
        .peek(problem -> assertThat(problem.fatal()).as(problem.toString()).isFalse())
        .map(Problem::toString)
        .toList();
  }
}
