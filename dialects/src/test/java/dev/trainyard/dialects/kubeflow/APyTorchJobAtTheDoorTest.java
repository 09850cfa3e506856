package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Admission;
import dev.trainyard.dialects.Admission.Operation;
import dev.trainyard.dialects.Admission.Question;
import dev.trainyard.dialects.Admission.Verdict;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Settings.Place;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class APyTorchJobAtTheDoorTest {

  private static final JobMaker GOOD = job("demo").master().workers(2);
  private static final JobMaker BAD = GOOD.workersWith("/replicas", "0");
  private static final JobMaker WORSE = BAD.with("/spec/runPolicy/backoffLimit", "-1");
  private static final String NO_WORKERS =
      "spec.pytorchReplicaSpecs[Worker].replicas: Forbidden: must be at least 1";

  @ParameterizedTest
  @MethodSource("dev.trainyard.dialects.kubeflow.AnInvalidPyTorchJobTest#rules")
  void is_refused_for_every_rule_it_breaks(AnInvalidPyTorchJobTest.Row row) {
    var message =
        row.problems().size() == 1
            ? row.problems().getFirst()
            : row.problems().stream().collect(joining(", ", "[", "]"));

    assertThat(create(row.job()))
        .isInstanceOfSatisfying(
            Verdict.Refused.class, refused -> assertThat(refused.message()).isEqualTo(message));
  }

  @ParameterizedTest
  @MethodSource("dev.trainyard.dialects.kubeflow.AnUnwisePyTorchJobTest#rows")
  void is_let_in_with_a_warning_where_it_is_unwise(AnUnwisePyTorchJobTest.Row row) {
    assertThat(create(row.job())).isEqualTo(new Verdict.Allowed(List.of(row.warning())));
  }

  @Test
  void is_let_in_without_a_word_where_nothing_is_wrong() {
    assertThat(create(GOOD)).isEqualTo(allowed());
    assertThat(update(GOOD, GOOD.workersWith("/replicas", "3"))).isEqualTo(allowed());
  }

  @Test
  void is_told_everything_at_once_and_warned_even_where_it_is_refused() {
    assertThat(create(WORSE.with("/spec/nprocPerNode", "xpu")))
        .isEqualTo(
            new Verdict.Refused(
                "[%s, spec.runPolicy.backoffLimit: Invalid value: -1: must not be negative]"
                    .formatted(NO_WORKERS),
                List.of(
                    "spec.nprocPerNode: \"xpu\" is neither auto, cpu, gpu nor an integer; it is"
                        + " handed to torchrun as it is")));
  }

  @Test
  void is_refused_where_it_cannot_be_read() {
    assertThat(create(GOOD.workersWith("/replicas", "many")))
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused ->
                assertThat(refused.message())
                    .startsWith("spec.pytorchReplicaSpecs.Worker.replicas: ")
                    .contains("\"many\""));
    assertThat(judge(Operation.CREATE, JobMaker.parsed("[]"), Optional.empty()))
        .isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void keeps_its_manager() {
    var theirs = GOOD.with("/spec/runPolicy/managedBy", "kueue.x-k8s.io/multikueue");

    assertThat(create(theirs)).isEqualTo(allowed());
    assertThat(update(theirs, GOOD))
        .isEqualTo(refused("spec.runPolicy.managedBy: Invalid value: \"\": field is immutable"));
    assertThat(update(GOOD, theirs))
        .isEqualTo(
            refused(
                "spec.runPolicy.managedBy: Invalid value: \"kueue.x-k8s.io/multikueue\": field is"
                    + " immutable"));
  }

  @Test
  void is_judged_although_somebody_else_manages_it() {
    assertThat(create(BAD.with("/spec/runPolicy/managedBy", "kueue.x-k8s.io/multikueue")))
        .isEqualTo(refused(NO_WORKERS));
  }

  @Test
  void is_not_held_up_by_old_mistakes_while_its_spec_stays_as_it_is() {
    assertThat(update(BAD, BAD.annotated("note", "seen"))).isEqualTo(allowed());
    assertThat(update(BAD, BAD.with("/status", "{startTime: '2026-01-01T00:00:00Z'}")))
        .isEqualTo(allowed());
    var unreadable = GOOD.workersWith("/replicas", "many");
    assertThat(update(unreadable, unreadable.annotated("note", "seen"))).isEqualTo(allowed());

    assertThat(update(BAD, WORSE)).isInstanceOf(Verdict.Refused.class);
    assertThat(update(BAD, BAD.with("/spec/nprocPerNode", "'2'"))).isEqualTo(refused(NO_WORKERS));
    assertThat(update(unreadable, GOOD)).isEqualTo(allowed());
  }

  @Test
  void is_refused_for_a_new_mistake_in_its_annotations() {
    var scope = "trainyard.dev/restart-scope";
    var mistaken = GOOD.annotated(scope, "Gang");

    assertThat(update(GOOD, mistaken)).isInstanceOf(Verdict.Refused.class);
    assertThat(update(mistaken, mistaken.annotated("note", "seen"))).isEqualTo(allowed());
  }

  @Test
  void may_always_leave() {
    var leaving = BAD.with("/metadata/deletionTimestamp", "'2026-01-01T00:00:00Z'");

    assertThat(judge(Operation.DELETE, JobMaker.parsed("null"), Optional.of(BAD.tree())))
        .isEqualTo(allowed());
    assertThat(update(leaving.with("/metadata/finalizers", "[mine]"), leaving))
        .isEqualTo(allowed());
    assertThat(update(leaving, leaving.with("/spec", "{}"))).isEqualTo(allowed());
  }

  @Test
  void is_met_where_kubeflow_has_its_door() {
    var dialect = Dialects.PYTORCH_JOB.dialect();

    assertThat(Admission.path(dialect.kind())).isEqualTo("/validate-kubeflow-org-v1-pytorchjob");
    assertThat(dialect.validator())
        .isEqualTo("validator.pytorchjob.training-operator.kubeflow.org");
  }

  private static Verdict allowed() {
    return new Verdict.Allowed(List.of());
  }

  private static Verdict refused(String message) {
    return new Verdict.Refused(message, List.of());
  }

  private static Verdict create(JobMaker job) {
    return judge(Operation.CREATE, job.tree(), Optional.empty());
  }

  private static Verdict update(JobMaker before, JobMaker after) {
    return judge(Operation.UPDATE, after.tree(), Optional.of(before.tree()));
  }

  private static Verdict judge(Operation operation, JsonNode object, Optional<JsonNode> before) {
    return Admission.judge(
        Dialects.PYTORCH_JOB,
        new Question(operation, object, before),
        JobMaker.lookup(Place.CLUSTER));
  }
}
