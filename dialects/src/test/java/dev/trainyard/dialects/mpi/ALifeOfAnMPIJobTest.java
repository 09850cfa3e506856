package dev.trainyard.dialects.mpi;

import static dev.trainyard.dialects.mpi.JobMaker.WORKER;
import static dev.trainyard.dialects.mpi.JobMaker.job;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.kubeflow.JobCondition;
import dev.trainyard.api.kubeflow.JobStatus;
import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.SmallCluster;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ALifeOfAnMPIJobTest {

  private static final String ROLE = "Launcher";
  private static final String POD = "pi-launcher-x7k2p";

  @Test
  void begins_with_launcher_and_workers_at_once() {
    var cluster = job("pi", 2).start();

    assertThat(cluster.pods()).containsExactly("pi-worker-0", "pi-worker-1");
    assertThat(cluster.children()).containsExactly(ROLE);
    assertThat(cluster.services()).containsExactly("pi");
    assertThat(cluster.objects()).containsExactly("ConfigMap/pi-config", "Secret/pi-ssh");
    assertThat(cluster.conditions()).isEqualTo("Created=True");
    assertThat(status(cluster).startTime()).isEqualTo("2026-01-02T03:04:00Z");
  }

  @Test
  void runs_once_the_launcher_and_all_workers_do() {
    var cluster = job("pi", 2).start().childRuns(ROLE, POD).podRuns("pi-worker-0");
    assertThat(cluster.conditions()).isEqualTo("Created=True");

    cluster.podRuns("pi-worker-1").after(2);

    assertThat(cluster.conditions()).isEqualTo("Created=True Running=True");
    assertThat(counts(cluster)).isEqualTo("Launcher 1/0/0 Worker 2/0/0");
    assertThat(cluster.events()).containsExactly("MPIJobCreated", "MPIJobRunning");
  }

  @Test
  void is_that_of_its_launcher() {
    var cluster = running(job("pi", 2)).podEnds(POD, 0);
    assertThat(cluster.conditions()).as("its Job has yet to say so").doesNotContain("Succeeded");

    cluster.childEnds(ROLE, true, "", "");

    assertThat(cluster.conditions()).isEqualTo("Created=True Running=False Succeeded=True");
    assertThat(last(cluster).message()).isEqualTo("MPIJob team-a/pi successfully completed.");
    assertThat(status(cluster).completionTime()).isEqualTo("2026-01-02T03:04:04Z");
    assertThat(cluster.pods()).contains("pi-worker-0", "pi-worker-1");
    assertThat(counts(cluster)).isEqualTo("Launcher 0/1/0 Worker 2/0/0");
    assertThat(cluster.events()).endsWith("MPIJobSucceeded");
    assertThat(cluster.writes()).isLessThanOrEqualTo(5);
  }

  @Test
  void lets_its_launcher_expire_once_its_end_is_written_down() {
    var cluster = running(job("pi", 2).with("/spec/runPolicy/ttlSecondsAfterFinished", "0"));
    assertThat(cluster.child(ROLE).<Object>get("spec", "ttlSecondsAfterFinished")).isNull();

    cluster.childEnds(ROLE, true, "", "");
    assertThat(cluster.child(ROLE).<Object>get("spec", "ttlSecondsAfterFinished")).isEqualTo(0);

    cluster.childGoes(ROLE);
    assertThat(cluster.children()).isEmpty();
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=False Succeeded=True");
  }

  @ParameterizedTest
  @CsvSource({"None, 3, 2/0/1", "Running, 1, 0/0/0", "All, 0, 0/0/0"})
  void leaves_of_its_workers_what_the_policy_keeps(String policy, int kept, String counts) {
    var cluster =
        running(job("pi", 3).with("/spec/runPolicy/cleanPodPolicy", policy))
            .podEnds("pi-worker-2", 1)
            .podVanishes(POD);
    cluster.childEnds(ROLE, true, "", "");

    assertThat(cluster.pods()).hasSize(kept);
    assertThat(cluster.children()).as("the launcher's Job stays").containsExactly(ROLE);
    assertThat(cluster.services()).containsExactly("pi");
    assertThat(counts(cluster)).endsWith("Worker " + counts);
    var told = status(cluster);
    assertThat(status(cluster.childGoes(ROLE).after(60))).as("frozen").isEqualTo(told);
  }

  @Test
  void waits_with_the_launcher_until_every_worker_is_ready() {
    var cluster = job("pi", 2).waiting().start().podRuns("pi-worker-0");
    assertThat(cluster.children()).isEmpty();

    cluster.podRuns("pi-worker-1");

    assertThat(cluster.children()).containsExactly(ROLE);
  }

  @Test
  void waits_for_nobody_where_the_launcher_is_alone() {
    var cluster = job("pi", 0).waiting().start();
    assertThat(cluster.children()).containsExactly(ROLE);

    cluster.childRuns(ROLE, POD);

    assertThat(cluster.conditions()).isEqualTo("Created=True Running=True");
    assertThat(counts(cluster)).isEqualTo("Launcher 1/0/0");
  }

  @ParameterizedTest
  @CsvSource({"0", "1"})
  void tells_of_a_worker_that_ended_and_keeps_its_launcher_waiting(int code) {
    var cluster = job("pi", 2).waiting().start().podRuns("pi-worker-0");

    cluster.podEnds("pi-worker-1", code).after(60);

    assertThat(cluster.pods()).containsExactly("pi-worker-0", "pi-worker-1");
    assertThat(cluster.children()).isEmpty();
    assertThat(cluster.conditions())
        .as("the last one is what lists show")
        .isEqualTo("Running=False Created=True");
    assertThat(condition(cluster, "Running").reason()).isEqualTo("MPIJobWorkersEnded");
    assertThat(condition(cluster, "Running").message()).contains("delete their pods");
    assertThat(cluster.told().getLast().message()).contains("pi-worker-1").contains("delete");

    cluster.podVanishes("pi-worker-1");
    assertThat(cluster.conditions()).isEqualTo("Created=True");
    cluster.podRuns("pi-worker-1").childRuns(ROLE, POD);
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=True");
  }

  @Test
  void tells_of_such_a_worker_after_a_resume_as_well() {
    var pi = job("pi", 2).waiting();
    var cluster = running(pi).edit(pi.suspended().tree()).after(30).edit(pi.tree());

    cluster.podRuns("pi-worker-0").podEnds("pi-worker-1", 1).after(5);

    assertThat(cluster.children()).containsExactly("-" + ROLE);
    assertThat(condition(cluster, "Running").reason()).isEqualTo("MPIJobWorkersEnded");
  }

  @Test
  void of_a_workload_replaces_a_worker_that_ended_before_its_launcher_was_there() {
    var cluster = ofAWorkload("2").start().podRuns("pi-worker-0");

    cluster.podEnds("pi-worker-1", 1).podEnds("pi-worker-1", 0);
    assertThat(cluster.pods()).containsExactly("pi-worker-0", "pi-worker-1");
    assertThat(cluster.conditions()).isEqualTo("Created=True Restarting=True");
    assertThat(cluster.events())
        .containsExactly("MPIJobCreated", "MPIJobRestarting", "MPIJobRestarting");

    cluster.podRuns("pi-worker-1").childRuns(ROLE, POD);
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=True");

    cluster.podEnds("pi-worker-1", 1).after(60);
    assertThat(cluster.pod("pi-worker-1").getStatus().getPhase())
        .as("from here on its launcher's Job decides")
        .isEqualTo("Failed");
  }

  @Test
  void of_a_workload_fails_when_its_workers_ended_too_often_before_that() {
    var cluster = ofAWorkload("1").start().podRuns("pi-worker-0");

    cluster.podEnds("pi-worker-1", 1);
    assertThat(cluster.conditions()).doesNotContain("Failed");
    cluster.podEnds("pi-worker-1", 1);

    assertThat(cluster.conditions()).endsWith("Failed=True");
    assertThat(last(cluster).reason()).isEqualTo("BackoffLimitExceeded");
    assertThat(last(cluster).message())
        .isEqualTo("2 workers ended before the launcher was started");
    assertThat(cluster.events()).endsWith("BackoffLimitExceeded");
    assertThat(cluster.children()).isEmpty();
  }

  private static JobMaker ofAWorkload(String backoffLimit) {
    return job("pi", 2)
        .waiting()
        .ownedBy("run.ai/v2alpha1", "TrainingWorkload")
        .with("/spec/runPolicy/backoffLimit", backoffLimit);
  }

  @Test
  void goes_on_while_the_launchers_job_tries_again() {
    var cluster = running(job("pi", 1)).childPodFails(ROLE, POD).after(5);
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=True");
    assertThat(counts(cluster)).isEqualTo("Launcher 0/0/1 Worker 1/0/0");

    cluster.childRuns(ROLE, "pi-launcher-zz9zz").after(5);

    assertThat(counts(cluster)).isEqualTo("Launcher 1/0/1 Worker 1/0/0");
  }

  @Test
  void fails_with_the_words_of_the_launchers_job() {
    var cluster = running(job("pi", 1)).childPodFails(ROLE, POD);

    cluster.childEnds(
        ROLE,
        false,
        "BackoffLimitExceeded/Error",
        "Job has reached the specified backoff limit: out of memory");

    assertThat(cluster.conditions()).isEqualTo("Created=True Running=False Failed=True");
    assertThat(last(cluster).reason()).isEqualTo("BackoffLimitExceeded/Error");
    assertThat(last(cluster).message())
        .isEqualTo("Job has reached the specified backoff limit: out of memory");
    assertThat(cluster.events()).endsWith("BackoffLimitExceeded/Error");
    assertThat(counts(cluster)).startsWith("Launcher 0/0/1");
  }

  @Test
  void that_ended_before_it_ran_says_since_when_it_does_not() {
    var cluster = job("pi", 1).start().childEnds(ROLE, false, "", "");

    assertThat(cluster.conditions()).isEqualTo("Created=True Running=False Failed=True");
    assertThat(last(cluster).reason()).isEqualTo("MPIJobFailed");
    assertThat(last(cluster).message()).isEqualTo("MPIJob team-a/pi has failed");
    assertThat(condition(cluster, "Running").lastTransitionTime())
        .isEqualTo(status(cluster).completionTime());
  }

  @Test
  void keeps_a_worker_that_failed_and_replaces_one_that_is_gone() {
    var cluster = running(job("pi", 2)).podEnds("pi-worker-0", 1);
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=True");
    var failed = cluster.pod("pi-worker-0").getMetadata().getUid();

    cluster.podVanishes("pi-worker-1");

    assertThat(cluster.pods()).contains("pi-worker-0", "pi-worker-1");
    assertThat(cluster.pod("pi-worker-0").getMetadata().getUid()).isEqualTo(failed);
    assertThat(cluster.events()).doesNotContain("MPIJobFailed");
  }

  @Test
  void ends_with_an_evicted_worker() {
    var cluster = running(job("pi", 2)).podIsEvicted("pi-worker-1");

    assertThat(cluster.conditions()).isEqualTo("Created=True Running=False Failed=True");
    assertThat(last(cluster).reason()).isEqualTo("MPIJobEvicted");
    assertThat(last(cluster).message()).isEqualTo("1/2 workers are evicted");
  }

  @Test
  void outlives_an_evicted_worker_where_a_workload_owns_it() {
    var cluster = running(job("pi", 2).ownedBy("run.ai/v2alpha1", "TrainingWorkload"));

    cluster.podIsEvicted("pi-worker-1").everyPodRuns();

    assertThat(cluster.conditions()).isEqualTo("Created=True Running=True");
    assertThat(cluster.pod("pi-worker-1").getStatus().getPhase()).isEqualTo("Running");
  }

  @Test
  void is_put_on_hold_and_waits_again_when_it_goes_on() {
    var pi = job("pi", 2).waiting();
    var cluster = pi.start().everyPodRuns().childRuns(ROLE, POD);
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=True");

    cluster.edit(pi.suspended().tree());
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=False Suspended=True");
    assertThat(condition(cluster, "Running").message()).isEqualTo("MPIJob team-a/pi is suspended.");
    assertThat(last(cluster).message()).isEqualTo("MPIJob suspended");
    assertThat(cluster.pods()).isEmpty();
    assertThat(cluster.children()).containsExactly("-" + ROLE);
    assertThat(cluster.services()).containsExactly("pi");
    assertThat(counts(cluster)).isEqualTo("Launcher 0/0/0 Worker 0/0/0");

    cluster.after(30).edit(pi.tree());
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=False Suspended=False");
    assertThat(last(cluster).reason()).isEqualTo("MPIJobResumed");
    assertThat(status(cluster).startTime()).isEqualTo(last(cluster).lastTransitionTime());
    assertThat(cluster.children()).containsExactly("-" + ROLE);

    cluster.everyPodRuns();
    assertThat(cluster.children()).containsExactly(ROLE);
    cluster.childRuns(ROLE, "pi-launcher-2");
    assertThat(cluster.conditions()).isEqualTo("Created=True Suspended=False Running=True");
    assertThat(cluster.events())
        .containsExactly(
            "MPIJobCreated", "MPIJobRunning", "MPIJobSuspended", "MPIJobResumed", "MPIJobRunning");
  }

  @Test
  void has_not_started_where_it_is_suspended_at_birth() {
    var later = job("pi", 2);
    var cluster = later.suspended().start();
    assertThat(cluster.pods()).isEmpty();
    assertThat(cluster.objects()).containsExactly("ConfigMap/pi-config", "Secret/pi-ssh");
    assertThat(cluster.children()).as("it waits as well").containsExactly("-" + ROLE);
    assertThat(cluster.child(ROLE).<Object>get("spec", "suspend")).isEqualTo(true);
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=False Suspended=True");
    assertThat(status(cluster).startTime()).isNull();

    cluster.after(30).edit(later.tree());

    assertThat(cluster.pods()).hasSize(2);
    assertThat(cluster.children()).containsExactly(ROLE);
    assertThat(status(cluster).startTime()).isEqualTo("2026-01-02T03:04:31Z");
  }

  @Test
  void has_no_launcher_at_birth_where_that_waits_for_workers() {
    var later = job("pi", 2).waiting();
    var cluster = later.suspended().start();
    assertThat(cluster.children()).isEmpty();

    cluster.after(30).edit(later.tree());
    assertThat(cluster.children()).isEmpty();

    cluster.everyPodRuns();
    assertThat(cluster.children()).containsExactly(ROLE);
    assertThat(cluster.child(ROLE).<Object>get("spec", "suspend")).isNull();
  }

  @ParameterizedTest
  @CsvSource({"ssh-privatekey", "ssh-publickey"})
  void makes_both_keys_anew_where_one_is_missing(String entry) {
    var cluster = job("pi", 2).start();
    var before = keys(cluster);
    assertThat(keys(cluster.after(60))).as("made once").isEqualTo(before);

    cluster.entryGoes("Secret/pi-ssh", entry);

    assertThat(keys(cluster)).containsOnlyKeys("ssh-privatekey", "ssh-publickey");
    assertThat(keys(cluster).values()).doesNotContainAnyElementsOf(before.values());
    assertThat(cluster.told().toString() + cluster.tree()).doesNotContain(keys(cluster).values());
  }

  @Test
  void makes_its_keys_anew_while_it_is_suspended_too() {
    var cluster = job("pi", 2).suspended().start();

    cluster.entryGoes("Secret/pi-ssh", "ssh-privatekey");

    assertThat(keys(cluster)).containsOnlyKeys("ssh-privatekey", "ssh-publickey");
  }

  private static Map<String, String> keys(SmallCluster<MPIJob> cluster) {
    return Map.copyOf(cluster.object("Secret/pi-ssh").<Map<String, String>>get("data"));
  }

  @Test
  void lists_every_host_and_tells_who_runs() {
    var cluster = job("pi", 11).start();
    assertThat(data(cluster).get("hostfile"))
        .startsWith("pi-worker-0.pi.team-a.svc slots=1\npi-worker-1.pi.team-a.svc slots=1\n")
        .endsWith("pi-worker-10.pi.team-a.svc slots=1\n");
    assertThat(data(cluster)).containsEntry("discover_hosts.sh", "#!/bin/sh\n");

    cluster.podRuns("pi-worker-10").podRuns("pi-worker-2");

    assertThat(data(cluster))
        .containsEntry(
            "discover_hosts.sh",
            """
            #!/bin/sh
            echo pi-worker-10.pi.team-a.svc
            echo pi-worker-2.pi.team-a.svc
            """);
    assertThat(data(cluster.podEnds("pi-worker-2", 1)).get("discover_hosts.sh"))
        .doesNotContain("pi-worker-2");
  }

  @Test
  void lists_its_hosts_anew_when_each_may_do_more_at_once() {
    var cluster = running(job("pi", 2)).edit(job("pi", 2).with("/spec/slotsPerWorker", "4").tree());

    assertThat(data(cluster).get("hostfile"))
        .isEqualTo("pi-worker-0.pi.team-a.svc slots=4\npi-worker-1.pi.team-a.svc slots=4\n");
  }

  @Test
  void loses_its_highest_workers_when_it_shrinks() {
    var cluster = running(job("pi", 3)).edit(job("pi", 1).tree());

    assertThat(cluster.pods()).containsExactly(POD, "pi-worker-0");
    assertThat(data(cluster)).containsEntry("hostfile", "pi-worker-0.pi.team-a.svc slots=1\n");
    assertThat(counts(cluster.after(2))).endsWith("Worker 1/0/0");

    cluster.edit(job("pi", 2).tree()).everyPodRuns();
    assertThat(data(cluster).get("hostfile")).contains("pi-worker-1");
  }

  @Test
  void starts_over_when_that_is_asked_for() {
    var cluster = running(job("pi", 2).waiting());
    var uid = cluster.pod("pi-worker-0").getMetadata().getUid();

    cluster.annotate(Annotations.RESTART, "2");
    assertThat(cluster.children()).containsExactly("-" + ROLE);
    assertThat(cluster.conditions()).isEqualTo("Created=True Restarting=True");
    assertThat(last(cluster).reason()).isEqualTo("MPIJobRestarting");
    assertThat(cluster.pod("pi-worker-0").getMetadata().getUid()).isNotEqualTo(uid);

    cluster.everyPodRuns().childRuns(ROLE, "pi-launcher-2");
    assertThat(cluster.children()).containsExactly(ROLE);
    assertThat(cluster.conditions()).isEqualTo("Created=True Running=True");
  }

  @Test
  void changes_with_its_spec_only_where_a_pod_is_made_anew() {
    var cluster = running(job("pi", 1));
    var uid = cluster.pod("pi-worker-0").getMetadata().getUid();

    cluster.edit(
        job("pi", 1)
            .with(WORKER + "/template/spec/containers", "[{name: sshd, image: example/pi:2}]")
            .tree());
    assertThat(cluster.pod("pi-worker-0").getMetadata().getUid()).isEqualTo(uid);

    cluster.podVanishes("pi-worker-0");
    assertThat(cluster.pod("pi-worker-0").getSpec().getContainers().getFirst().getImage())
        .isEqualTo("example/pi:2");
  }

  private static SmallCluster<MPIJob> running(JobMaker job) {
    return job.start().everyPodRuns().childRuns(ROLE, POD);
  }

  private static JobStatus status(SmallCluster<MPIJob> cluster) {
    return requireNonNull(cluster.job().status());
  }

  private static JobCondition last(SmallCluster<MPIJob> cluster) {
    return status(cluster).conditions().getLast();
  }

  private static JobCondition condition(SmallCluster<MPIJob> cluster, String type) {
    return status(cluster).conditions().stream()
        .filter(one -> one.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  /// Active, succeeded and failed of each role.
  private static String counts(SmallCluster<MPIJob> cluster) {
    return String.join(
        " ",
        status(cluster).replicaStatuses().entrySet().stream()
            .map(
                one ->
                    "%s %d/%d/%d"
                        .formatted(
                            one.getKey(),
                            one.getValue().active(),
                            one.getValue().succeeded(),
                            one.getValue().failed()))
            .toList());
  }

  private static Map<String, String> data(SmallCluster<MPIJob> cluster) {
    var data = cluster.object("ConfigMap/pi-config").<Map<String, String>>get("data");
    assertThat(data.keySet()).containsExactlyInAnyOrder("hostfile", "discover_hosts.sh");
    return data;
  }
}
