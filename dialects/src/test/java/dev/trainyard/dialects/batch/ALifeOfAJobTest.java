package dev.trainyard.dialects.batch;

import static dev.trainyard.dialects.batch.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.SmallCluster;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import org.junit.jupiter.api.Test;

class ALifeOfAJobTest {

  @Test
  void is_that_of_one_pod_where_it_does_not_say() {
    var cluster = job("pi").start();
    assertThat(cluster.pods()).containsExactly("pi-0-0");
    assertThat(counts(cluster)).isEqualTo("active 1, ready 0, succeeded 0, failed 0");

    cluster.everyPodRuns();
    assertThat(counts(cluster)).isEqualTo("active 1, ready 1, succeeded 0, failed 0");

    cluster.podEnds("pi-0-0", 0);
    assertThat(counts(cluster)).isEqualTo("active 0, ready 0, succeeded 1, failed 0");
    assertThat(cluster.conditions()).isEqualTo("SuccessCriteriaMet=True Complete=True");
    assertThat(cluster.events()).containsExactly("SuccessfulCreate", "Completed");
    assertThat(cluster.job().getStatus().getStartTime()).isEqualTo("2026-01-02T03:04:00Z");
    assertThat(cluster.job().getStatus().getCompletionTime()).isEqualTo("2026-01-02T03:04:02Z");
    assertThat(cluster.writes()).isLessThanOrEqualTo(4);
  }

  @Test
  void takes_the_lowest_indexes_first_and_no_more_at_once_than_it_may() {
    var cluster = job("sweep").indexed(4, 2).start();
    assertThat(cluster.pods()).containsExactly("sweep-0-0", "sweep-1-0");

    cluster.everyPodRuns().podEnds("sweep-1-0", 0);
    assertThat(cluster.pods()).containsExactly("sweep-0-0", "sweep-1-0", "sweep-2-0");
    assertThat(cluster.job().getStatus().getCompletedIndexes()).isEqualTo("1");

    cluster.everyPodRuns().podEnds("sweep-0-0", 0).everyPodRuns().podEnds("sweep-2-0", 0);
    assertThat(cluster.job().getStatus().getCompletedIndexes()).isEqualTo("0-2");

    cluster.everyPodRuns().podEnds("sweep-3-0", 0);
    assertThat(cluster.conditions()).endsWith("Complete=True");
    assertThat(counts(cluster)).isEqualTo("active 0, ready 0, succeeded 4, failed 0");
  }

  @Test
  void does_what_is_done_only_once_though_its_pods_are_cleared_away() {
    var cluster = job("sweep").indexed(2, 1).start().everyPodRuns().podEnds("sweep-0-0", 0);

    cluster.podVanishes("sweep-0-0").everyPodRuns().podEnds("sweep-1-0", 0);

    assertThat(cluster.pods()).containsExactly("sweep-1-0");
    assertThat(cluster.conditions()).endsWith("Complete=True");
  }

  @Test
  void remembers_what_is_done_also_where_indexes_mean_nothing() {
    var cluster =
        job("three").with("/spec/completions", "3").start().everyPodRuns().podEnds("three-0-0", 0);
    assertThat(cluster.job().getStatus().getCompletedIndexes()).isNull();

    cluster.podVanishes("three-0-0");

    assertThat(cluster.pods()).containsExactly("three-1-0");
    assertThat(counts(cluster)).isEqualTo("active 1, ready 0, succeeded 1, failed 0");
  }

  @Test
  void waits_longer_after_every_failure_in_a_row() {
    var cluster = job("flaky").start().everyPodRuns().podEnds("flaky-0-0", 1);
    assertThat(counts(cluster)).isEqualTo("active 0, ready 0, succeeded 0, failed 1");
    assertThat(cluster.after(8).pods()).containsExactly("flaky-0-0");
    assertThat(cluster.after(1).pods()).containsExactly("flaky-0-0", "flaky-0-1");

    cluster.everyPodRuns().podEnds("flaky-0-1", 1);
    assertThat(cluster.after(18).pods()).hasSize(2);
    assertThat(cluster.after(1).pods()).hasSize(3);

    cluster.everyPodRuns().podEnds("flaky-0-2", 0);
    assertThat(cluster.conditions()).endsWith("Complete=True");
    assertThat(counts(cluster)).isEqualTo("active 0, ready 0, succeeded 1, failed 2");
  }

  @Test
  void fails_once_more_pods_failed_than_its_limit_allows() {
    var cluster = job("hopeless").with("/spec/backoffLimit", "1").start().everyPodRuns();
    cluster.podEnds("hopeless-0-0", 1).after(10).everyPodRuns();
    assertThat(cluster.conditions()).isEmpty();

    cluster.podEnds("hopeless-0-1", 1).after(3600);

    assertThat(cluster.conditions()).isEqualTo("FailureTarget=True Failed=True");
    assertThat(reasons(cluster)).containsOnly("BackoffLimitExceeded");
    assertThat(cluster.pods()).as("kept for its logs").hasSize(2);
    assertThat(cluster.events()).endsWith("BackoffLimitExceeded");
    assertThat(cluster.job().getStatus().getCompletionTime()).isNull();
  }

  @Test
  void is_not_called_failed_before_its_last_pod_is_gone() {
    var cluster = job("sweep").indexed(2, 2).with("/spec/backoffLimit", "0").start().everyPodRuns();

    cluster.letPodsLinger().podEnds("sweep-0-0", 1);
    assertThat(cluster.conditions()).isEqualTo("FailureTarget=True");
    assertThat(cluster.job().getStatus().getTerminating()).isOne();

    cluster.lastPodsGo();
    assertThat(cluster.conditions()).isEqualTo("FailureTarget=True Failed=True");
    assertThat(cluster.job().getStatus().getTerminating()).isZero();
    assertThat(cluster.pods()).containsExactly("sweep-0-0");
  }

  @Test
  void ends_at_its_deadline() {
    var cluster = job("slow").with("/spec/activeDeadlineSeconds", "60").start().everyPodRuns();

    cluster.after(60);

    assertThat(cluster.conditions()).isEqualTo("FailureTarget=True Failed=True");
    assertThat(reasons(cluster)).containsOnly("DeadlineExceeded");
    assertThat(cluster.pods()).isEmpty();
  }

  @Test
  void counts_no_pod_that_others_took_away() {
    var cluster = job("calm").with("/spec/backoffLimit", "0").start().everyPodRuns();

    cluster.podVanishes("calm-0-0").everyPodRuns();

    assertThat(cluster.conditions()).isEmpty();
    assertThat(cluster.pods()).containsExactly("calm-0-0");
    assertThat(cluster.podIsEvicted("calm-0-0").conditions()).endsWith("Failed=True");
  }

  @Test
  void gives_its_pods_back_when_suspended_and_goes_on_when_resumed() {
    var sweep = job("sweep").indexed(3, 2);
    var cluster = sweep.start().everyPodRuns().podEnds("sweep-0-0", 0).everyPodRuns();
    var start = cluster.job().getStatus().getStartTime();

    cluster.edit(sweep.with("/spec/suspend", "true").tree());
    assertThat(cluster.conditions()).isEqualTo("Suspended=True");
    assertThat(cluster.pods()).as("what has succeeded").containsExactly("sweep-0-0");
    assertThat(counts(cluster)).isEqualTo("active 0, ready 0, succeeded 1, failed 0");

    cluster.edit(sweep.tree()).everyPodRuns();
    assertThat(cluster.conditions()).isEqualTo("Suspended=False");
    assertThat(reasons(cluster)).containsExactly("JobResumed");
    assertThat(cluster.pods()).containsExactly("sweep-0-0", "sweep-1-1", "sweep-2-1");
    assertThat(cluster.job().getStatus().getStartTime()).isGreaterThan(start);
    assertThat(cluster.events()).contains("Suspended", "Resumed");
  }

  @Test
  void has_not_started_where_it_is_suspended_at_birth() {
    var later = job("later").with("/spec/suspend", "true");
    var cluster = later.start();
    assertThat(cluster.pods()).isEmpty();
    assertThat(cluster.conditions()).isEqualTo("Suspended=True");
    assertThat(reasons(cluster)).containsExactly("JobSuspended");
    assertThat(cluster.job().getStatus().getStartTime()).isNull();

    cluster.after(30).edit(later.with("/spec/suspend", "false").tree());
    assertThat(cluster.pods()).containsExactly("later-0-0");
    assertThat(cluster.job().getStatus().getStartTime()).isEqualTo("2026-01-02T03:04:31Z");
  }

  @Test
  void is_over_at_once_where_nothing_is_asked_for() {
    assertThat(job("none").with("/spec/completions", "0").start().conditions())
        .endsWith("Complete=True");
  }

  @Test
  void rests_while_nothing_may_run_at_once() {
    var cluster = job("rests").with("/spec/parallelism", "0").start().after(3600);

    assertThat(cluster.pods()).isEmpty();
    assertThat(cluster.conditions()).isEmpty();
  }

  @Test
  void starts_over_what_is_not_done_when_that_is_asked_for() {
    var cluster = job("sweep").indexed(2, 2).start().everyPodRuns().podEnds("sweep-0-0", 0);

    cluster.annotate(Annotations.RESTART, "2").everyPodRuns();

    assertThat(cluster.pods()).containsExactly("sweep-0-0", "sweep-1-1");
    assertThat(cluster.job().getStatus().getFailed()).isNull();
  }

  private static String counts(SmallCluster<Job> cluster) {
    var status = cluster.tree().path("status");
    return "active %d, ready %d, succeeded %d, failed %d"
        .formatted(
            status.path("active").asInt(),
            status.path("ready").asInt(),
            status.path("succeeded").asInt(),
            status.path("failed").asInt());
  }

  private static List<String> reasons(SmallCluster<Job> cluster) {
    return cluster.job().getStatus().getConditions().stream().map(one -> one.getReason()).toList();
  }
}
