package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.EventText.warning;
import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static dev.trainyard.dialects.tensorstack.JobMaker.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings.Place;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnUnwiseTrainingJobTest {

  @Test
  void is_told_that_its_bounds_have_no_effect() {
    var job = job().type("node", 2).elastic("{minReplicas: 1, maxReplicas: 4}");

    assertThat(job.errors()).isEmpty();
    assertThat(job.warnings())
        .containsExactly("spec.elastic: elastic is effective only in torchrun mode");
    assertThat(events(job))
        .containsExactly(warning("ElasticIgnored", "elastic is effective only in torchrun mode"));
    assertThat(job.torchrun().warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"wroker, worker", "mater, master", "nodes, node"})
  void is_asked_about_a_type_that_is_nearly_another(String type, String meant) {
    var job = job().type(type, 1);

    assertThat(job.errors()).isEmpty();
    assertThat(job.warnings())
        .containsExactly(
            "spec.replicaSpecs[0].type: \"%s\" is a type of its own; did you mean \"%s\"?"
                .formatted(type, meant));
  }

  @ParameterizedTest
  @CsvSource({"master", "worker", "node", "ps", "chief", "evaluator"})
  void is_not_one_whose_types_are_clear(String type) {
    assertThat(job().type(type, 1).warnings()).isEmpty();
  }

  @Test
  void is_told_where_its_restarts_are_no_longer_counted() {
    var job = deepSpeed(1).with("/spec/runPolicy/backoffLimit", "32768");

    assertThat(job.errors()).isEmpty();
    assertThat(job.warnings())
        .containsExactly(
            "spec.runPolicy.backoffLimit: status.tasks[].restartCount counts no further than"
                + " 32767");
    assertThat(events(job)).extracting(EventText::reason).containsExactly("Unwise");
    assertThat(deepSpeed(1).with("/spec/runPolicy/backoffLimit", "32767").warnings()).isEmpty();
  }

  @Test
  void is_told_of_variables_none_of_which_can_be_handed_on() {
    var env = "/spec/worker/template/spec/containers/0/env";
    var node = "{name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}";
    var job = deepSpeed(1).with(env, "[%s]".formatted(node));

    assertThat(events(job))
        .containsExactly(
            warning(
                "EnvNotPropagated",
                "The training processes go without NODE: only literal values of one line, and keys"
                    + " of ConfigMaps and Secrets, can be handed on."));
    assertThat(job.withoutSsh().warnings()).isEmpty();
    assertThat(job.with("/spec/disableCustomEnv", "true").warnings()).isEmpty();
    assertThat(deepSpeed(1).with(env, "[%s, {name: A, value: b}]".formatted(node)).warnings())
        .as("whoever makes the file tells of them")
        .isEmpty();
  }

  @Test
  void is_told_that_a_restart_is_asked_for_by_number() {
    assertThat(job().type("node", 1).annotated("trainyard.dev/restart", "now").warnings())
        .containsExactly(
            "metadata.annotations[trainyard.dev/restart]: \"now\" is not a number from 1 to 999999"
                + " and asks for no restart");
  }

  private static <R> List<EventText> events(JobMaker<R> job) {
    var problems =
        job.dialect().validate(job.build(), Optional.empty(), lookup(Place.CLUSTER)).stream()
            .filter(problem -> problem.severity() == Problem.Severity.WARNING)
            .toList();
    return job.dialect().tell(job.build(), problems);
  }
}
