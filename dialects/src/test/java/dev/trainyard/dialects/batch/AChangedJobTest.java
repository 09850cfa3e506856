package dev.trainyard.dialects.batch;

import static dev.trainyard.dialects.batch.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AChangedJobTest {

  private static final JobMaker SWEEP = job("sweep").indexed(4, 2);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/spec/parallelism | 3",
        "/spec/backoffLimit | 9",
        "/spec/activeDeadlineSeconds | 60",
        "/spec/ttlSecondsAfterFinished | 60",
        "/spec/suspend | true",
      })
  void may_have_other_limits(String pointer, String yaml) {
    assertThat(SWEEP.with(pointer, yaml).problemsAfter(SWEEP)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/spec/completions | 5 | spec.completions",
        "/spec/completionMode | NonIndexed | spec.completionMode",
        "/spec/managedBy | kubernetes.io/job-controller | spec.managedBy",
        "/spec/template/spec/containers | [{name: main, image: other}] | spec.template",
        "/spec/template/spec/nodeSelector | {zone: a} | spec.template",
      })
  void stays_what_it_is(String pointer, String yaml, String path) {
    assertThat(SWEEP.with(pointer, yaml).problemsAfter(SWEEP))
        .containsExactly("ERROR %s: Invalid value: field is immutable".formatted(path));
  }

  @Test
  void grows_and_shrinks_whole() {
    assertThat(job("sweep").indexed(6, 6).problemsAfter(job("sweep").indexed(4, 4))).isEmpty();
  }

  @Test
  void may_be_sent_elsewhere_before_it_starts() {
    var waiting = SWEEP.with("/spec/suspend", "true");
    var sent = SWEEP.with("/spec/template/spec/nodeSelector", "{zone: a}");

    assertThat(sent.problemsAfter(waiting)).isEmpty();
    assertThat(sent.problemsAfter(waiting.with("/status/startTime", "'2026-01-02T03:04:00Z'")))
        .hasSize(1);
    assertThat(
            SWEEP
                .with("/spec/template/spec/containers", "[{name: main, image: other}]")
                .problemsAfter(waiting))
        .hasSize(1);
  }
}
