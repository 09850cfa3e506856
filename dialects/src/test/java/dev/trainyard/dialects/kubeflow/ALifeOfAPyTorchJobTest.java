package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Annotations;
import org.junit.jupiter.api.Test;

class ALifeOfAPyTorchJobTest {

  private static final JobMaker DEMO = job("demo").master().workers(3);

  @Test
  void goes_from_created_to_succeeded_in_four_writes() {
    var cluster = DEMO.start();
    assertThat(cluster.conditions()).isEqualTo("Created=True");
    assertThat(cluster.pods())
        .containsExactly("demo-master-0", "demo-worker-0", "demo-worker-1", "demo-worker-2");

    cluster.everyPodRuns();
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=True");

    cluster.podEnds("demo-master-0", 0);
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=False Succeeded=True");
    assertThat(requireNonNull(cluster.job().status()).replicaStatuses().values())
        .extracting(counts -> counts.active() + "/" + counts.succeeded())
        .containsExactly("0/1", "0/3");
    assertThat(cluster.events()).endsWith("PyTorchJobSucceeded", "PodsStillRunning");
    assertThat(cluster.writes()).isLessThanOrEqualTo(4);
    assertThat(cluster.job().metadata().getAnnotations()).isNullOrEmpty();
  }

  @Test
  void counts_a_failed_worker_once_and_goes_on() {
    var cluster = DEMO.with("/spec/runPolicy/backoffLimit", "2").start().everyPodRuns();

    cluster.podEnds("demo-worker-1", 1);
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=True");
    assertThat(cluster.events()).contains("PyTorchJobRestarting", "SuccessfulDeletePod");
    assertThat(cluster.job().metadata().getAnnotations().get(Annotations.MEMORY))
        .contains("\"restarts\":{\"Worker\":1}");

    cluster.everyPodRuns();
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=True");

    cluster.podEnds("demo-worker-0", 1);
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=False Failed=True");
    assertThat(cluster.pods()).containsExactly("demo-worker-0");
  }

  @Test
  void ends_where_a_failure_is_final() {
    var cluster = DEMO.workersWith("/restartPolicy", "Never").start().everyPodRuns();

    cluster.podEnds("demo-worker-2", 1);

    assertThat(cluster.conditions()).isEqualTo("Created=True Running=False Failed=True");
    assertThat(requireNonNull(cluster.job().status()).conditions().getLast().message())
        .isEqualTo("PyTorchJob demo is failed because 1 Worker replica(s) failed.");
    assertThat(cluster.pods()).hasSize(4);
  }

  @Test
  void starts_over_once_when_that_is_asked_for() {
    var cluster = DEMO.with("/spec/runPolicy/backoffLimit", "1").start().everyPodRuns();

    cluster.annotate(Annotations.RESTART, "2");
    assertThat(cluster.conditions()).isEqualTo("Created=True Restarting=True");
    assertThat(requireNonNull(cluster.job().status()).conditions().getLast().message())
        .isEqualTo("PyTorchJob demo is restarting because attempt 2 was asked for.");
    assertThat(cluster.job().metadata().getAnnotations().get(Annotations.MEMORY))
        .contains("\"attempt\":2")
        .doesNotContain("restarts");

    cluster.everyPodRuns().after(60);
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=True");
    assertThat(cluster.events().stream().filter("SuccessfulCreatePod"::equals)).hasSize(8);

    cluster.podEnds("demo-master-0", 0);
    cluster.annotate(Annotations.RESTART, "3");
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=False Succeeded=True");
  }

  @Test
  void pauses_when_suspended_and_starts_anew_when_resumed() {
    var cluster = DEMO.start().everyPodRuns();
    var start = requireNonNull(cluster.job().status()).startTime();

    cluster.edit(DEMO.with("/spec/runPolicy/suspend", "true").tree());
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=False Suspended=True");
    assertThat(cluster.pods()).isEmpty();
    assertThat(requireNonNull(cluster.job().status()).startTime()).isEqualTo(start);

    cluster.edit(DEMO.tree()).everyPodRuns();
    assertThat(cluster.conditions()).isEqualTo("Created=True Suspended=False Running=True");
    assertThat(requireNonNull(cluster.job().status()).startTime()).isNotEqualTo(start);
    assertThat(cluster.events()).contains("PyTorchJobSuspended", "PyTorchJobResumed");
  }

  @Test
  void waits_when_suspended_at_birth() {
    var cluster = DEMO.with("/spec/runPolicy/suspend", "true").start();

    assertThat(cluster.conditions()).isEqualTo("Created=True Suspended=True");
    assertThat(cluster.pods()).isEmpty();
    assertThat(requireNonNull(cluster.job().status()).startTime()).isNull();
  }

  @Test
  void ends_at_its_deadline() {
    var cluster = DEMO.with("/spec/runPolicy/activeDeadlineSeconds", "60").start().everyPodRuns();

    cluster.after(60);

    assertThat(requireNonNull(cluster.job().status()).conditions().getLast().message())
        .isEqualTo("Job demo has failed because it was active longer than specified deadline");
    assertThat(cluster.pods()).isEmpty();
  }

  @Test
  void restarts_as_a_whole_where_it_says_so() {
    var cluster = DEMO.annotated(Annotations.RESTART_SCOPE, "gang").start().everyPodRuns();

    cluster.podEnds("demo-worker-1", 1).everyPodRuns();

    assertThat(cluster.conditions()).isEqualTo("Created=True Running=True");
    assertThat(cluster.job().metadata().getAnnotations().get(Annotations.MEMORY))
        .startsWith("{\"v\":1,\"attempt\":2,\"restarts\":{\"Worker\":1},\"lastAt\":")
        .contains("\"filled\":{\"Master\":1,\"Worker\":3}");
    assertThat(cluster.pods()).hasSize(4);
  }

  @Test
  void of_elastic_workers_succeeds_with_the_first_of_them() {
    var cluster = job("flex").workers(3).elastic("{minReplicas: 2}").start();

    cluster.everyPodRuns().podEnds("flex-worker-2", 0);

    assertThat(cluster.conditions()).isEqualTo("Created=True Running=False Succeeded=True");
  }
}
