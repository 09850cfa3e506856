package dev.trainyard.dialects.batch;

import static dev.trainyard.dialects.batch.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Settings.Place;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnInvalidJobTest {

  @Test
  void is_not_one_that_says_no_more_than_it_must() {
    assertThat(job("pi").problems(Place.YARD)).isEmpty();
    assertThat(job("pi").indexed(3, 2).problems(Place.YARD)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/spec/parallelism | -1 | spec.parallelism: Invalid value: -1: must be at least 0",
        "/spec/completions | 10001 | spec.completions: Invalid value: 10001: must be no more than"
            + " 10000",
        "/spec/completionMode | Indexd | spec.completionMode: Unsupported value: \"Indexd\":"
            + " supported values: \"NonIndexed\", \"Indexed\"; did you mean Indexed?",
        "/spec/completionMode | Indexed | spec.completions: Required value: when completion mode is"
            + " Indexed",
        "/spec/backoffLimit | -1 | spec.backoffLimit: Invalid value: -1: must be greater than or"
            + " equal to 0",
        "/spec/activeDeadlineSeconds | -5 | spec.activeDeadlineSeconds: Invalid value: -5: must be"
            + " greater than or equal to 0",
        "/spec/ttlSecondsAfterFinished | -1 | spec.ttlSecondsAfterFinished: Invalid value: -1: must"
            + " be greater than or equal to 0",
        "/spec/podReplacementPolicy | Soon | spec.podReplacementPolicy: Unsupported value:"
            + " \"Soon\": supported values: \"TerminatingOrFailed\", \"Failed\"",
        "/spec/template/spec/restartPolicy | Always | spec.template.spec.restartPolicy: Unsupported"
            + " value: \"Always\": supported values: \"OnFailure\", \"Never\"",
        "/spec/template/spec/containers | [] | spec.template.spec.containers: Required value: a pod"
            + " has at least one",
        "/spec/template/spec/containers | [{name: main}] | spec.template.spec.containers[0].image:"
            + " Required value: name an image",
        "/spec/manualSelector | true | spec.selector: Required value: spec.manualSelector asks for"
            + " one",
      })
  void is_told_where_and_why(String pointer, String yaml, String problem) {
    assertThat(job("pi").with(pointer, yaml).problems(Place.YARD))
        .containsExactly("ERROR " + problem);
  }

  @Test
  void chooses_no_restart_policy() {
    assertThat(job("pi").without("/spec/template/spec/restartPolicy").problems(Place.YARD))
        .containsExactly(
            "ERROR spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\","
                + " \"Never\"");
  }

  @Test
  void selects_the_pods_of_another() {
    var pi = job("pi").with("/spec/selector", "{matchLabels: {controller-uid: other}}");

    assertThat(pi.problems(Place.YARD))
        .singleElement()
        .asString()
        .contains("it is made for each Job; leave it out");
    assertThat(
            job("pi")
                .with(
                    "/spec/selector", "{matchLabels: {batch.kubernetes.io/controller-uid: uid-1}}")
                .problems(Place.YARD))
        .isEmpty();
  }

  @Test
  void has_a_name_that_no_host_can_have() {
    var longest = "a".repeat(63);

    assertThat(job(longest).problems(Place.YARD)).isEmpty();
    assertThat(job(longest).indexed(1, 1).problems(Place.YARD)).hasSize(1);
    assertThat(job("no_name").problems(Place.YARD)).hasSize(1);
  }

  /// On a cluster its own controller has all of it.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/spec/podFailurePolicy | {rules: []} | spec.podFailurePolicy",
        "/spec/successPolicy | {rules: []} | spec.successPolicy",
        "/spec/backoffLimitPerIndex | 1 | spec.backoffLimitPerIndex",
        "/spec/maxFailedIndexes | 1 | spec.maxFailedIndexes",
      })
  void asks_for_what_the_yard_does_not_have(String pointer, String yaml, String path) {
    var job = job("pi").indexed(2, 2).with(pointer, yaml);

    assertThat(job.problems(Place.YARD))
        .singleElement()
        .asString()
        .startsWith("ERROR %s: Forbidden: nobody here does it".formatted(path));
    assertThat(job.reading()).isInstanceOf(Reading.Refused.class);
    assertThat(job.problems(Place.CLUSTER)).isEmpty();
  }

  @Test
  void is_only_warned_of_a_pod_that_comes_later_than_it_asks() {
    var job = job("pi").with("/spec/podReplacementPolicy", "TerminatingOrFailed");

    assertThat(job.problems(Place.YARD))
        .singleElement()
        .asString()
        .startsWith("WARNING spec.podReplacementPolicy");
    assertThat(job.problems(Place.CLUSTER)).isEmpty();
  }

  @Test
  void is_none_of_ours_where_somebody_else_manages_it() {
    assertThat(job("pi").with("/spec/managedBy", "example.com/other").reading())
        .isEqualTo(new Reading.NotOurs("spec.managedBy gives it to \"example.com/other\""));
    assertThat(job("pi").with("/spec/managedBy", "kubernetes.io/job-controller").reading())
        .isInstanceOf(Reading.Job.class);
  }

  @Test
  void says_so_in_its_status_until_it_is_corrected() {
    var wrong = job("pi").with("/spec/backoffLimit", "-1");
    var problems =
        JobMaker.DIALECT.validate(wrong.build(), Optional.empty(), JobMaker.lookup(Place.YARD));

    var refused = JobMaker.DIALECT.refused(wrong.build(), problems, JobMaker.at(0));
    assertThat(refused.getStatus().getConditions())
        .singleElement()
        .returns("Refused", one -> one.getType())
        .returns("InvalidSpec", one -> one.getReason());
    assertThat(JobMaker.DIALECT.refused(refused, problems, JobMaker.at(9))).isEqualTo(refused);

    var state = JobMaker.DIALECT.recall(refused);
    assertThat(state.remember().ending()).isEqualTo(Optional.empty());
    assertThat(
            JobMaker.DIALECT.withStatus(refused, state, JobMaker.at(1)).getStatus().getConditions())
        .isEmpty();
  }
}
