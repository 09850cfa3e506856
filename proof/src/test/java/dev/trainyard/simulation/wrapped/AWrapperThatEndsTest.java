package dev.trainyard.simulation.wrapped;

import static dev.trainyard.simulation.wrapped.WrapperStage.GANG_KEY;
import static dev.trainyard.simulation.wrapped.WrapperStage.WRAPPER;
import static dev.trainyard.simulation.wrapped.WrapperStage.gang;
import static dev.trainyard.simulation.wrapped.WrapperStage.podKey;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.simulation.api.Change;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// How what a wrapper has made goes again, whatever the reason, and what comes after: rows T47 to
/// T72 of the event table.
class AWrapperThatEndsTest {

  private static final Duration SLOWLY = Duration.ofSeconds(20);
  private static final Duration NEVER = Duration.ofHours(5);

  private static WrapperStage failed(WrapperStage stage) {
    return stage.with("retryLimit", "0").running(2).until(40).exits("p0", 1).until(100);
  }

  @Test
  void t47_t49_waits_for_everything_to_go_before_it_is_suspended() {
    var stage = new WrapperStage(SLOWLY).running(2).until(30).suspend(true);

    assertThat(stage.until(50).phase()).isEqualTo("Suspending");
    assertThat(stage.condition("DeletingResources")).isEqualTo("True/DeletionInitiated");
    assertThat(stage.since("DeletingResources")).isEqualTo(30);
    assertThat(stage.condition("QuotaReserved")).startsWith("True/");
    assertThat(stage.asked("delete", "Gang")).containsExactly("30 delete Gang");

    assertThat(stage.until(52).phase()).isEqualTo("Suspended");
    assertThat(stage.condition("DeletingResources")).isEqualTo("False/DeletionComplete");
    assertThat(stage.condition("ResourcesDeployed"))
        .isEqualTo("False/Suspended \"Suspend is true\"");
    assertThat(stage.condition("QuotaReserved")).isEqualTo("False/Suspended \"Suspend is true\"");
    assertThat(stage.condition("PodsReady")).isEqualTo("False/Suspended");
    assertThat(stage.held()).isTrue();
  }

  @Test
  void t48_goes_on_removing_when_it_is_no_longer_suspended_and_resumes_then() {
    var stage = new WrapperStage(SLOWLY).running(2).until(30).suspend(true).until(35);
    stage.suspend(false);

    assertThat(stage.until(50).phase()).isEqualTo("Suspending");
    assertThat(stage.until(52).phase()).isEqualTo("Running");
    assertThat(stage.asked("create", "Gang")).hasSize(2);
  }

  private static WrapperStage resetting(WrapperStage stage) {
    return stage.running(2).until(30).exits("p0", 1).until(90);
  }

  @Test
  void t50_is_suspended_while_it_is_reset_and_what_was_begun_counts() {
    var stage = resetting(new WrapperStage(SLOWLY)).until(95).suspend(true).until(96);

    assertThat(stage.phase()).isEqualTo("Suspending");
    assertThat(stage.since("DeletingResources")).isEqualTo(90);
    assertThat(stage.events())
        .contains("Suspending: Externally suspended while in the Resetting phase");
    assertThat(stage.until(200).phase()).isEqualTo("Suspended");
  }

  @Test
  void t51_removes_everything_to_begin_again() {
    var stage = resetting(new WrapperStage(SLOWLY)).until(95);

    assertThat(stage.phase()).isEqualTo("Resetting");
    assertThat(stage.condition("PodsReady")).isEqualTo("False/Resetting");
    assertThat(stage.condition("DeletingResources")).isEqualTo("True/DeletionInitiated");
    assertThat(stage.asked("delete", "Gang")).containsExactly("90 delete Gang");
  }

  @Test
  void t52_t53_pauses_from_when_it_became_unhealthy_and_keeps_its_quota() {
    var stage = resetting(new WrapperStage()).until(119);

    assertThat(stage.phase()).isEqualTo("Resetting");
    assertThat(stage.condition("ResourcesDeployed"))
        .isEqualTo("False/Resetting \"Resources deleted for resetting AppWrapper\"");
    assertThat(stage.condition("DeletingResources")).isEqualTo("False/DeletionComplete");
    assertThat(stage.condition("QuotaReserved")).startsWith("True/");

    assertThat(stage.until(120).phase()).isEqualTo("Running");
    assertThat(stage.phases()).endsWith("Resetting", "Resuming", "Running");
    assertThat(stage.condition("ResourcesDeployed"))
        .isEqualTo("True/Resuming \"Reset complete; resuming\"");
    assertThat(stage.since("ResourcesDeployed")).isEqualTo(120);
    assertThat(stage.asked("create", "Gang")).hasSize(2);
  }

  @Test
  void t54_resumes_at_once_when_everything_is_gone_only_after_the_pause() {
    var stage = resetting(new WrapperStage(Duration.ofSeconds(100)));

    assertThat(stage.until(190).phase()).isEqualTo("Resetting");
    assertThat(stage.until(192).phase()).isEqualTo("Running");
    assertThat(stage.condition("ResourcesDeployed"))
        .isEqualTo("True/Resuming \"Reset complete; resuming\"");
    assertThat(stage.since("ResourcesDeployed")).isEqualTo(191);
  }

  @Test
  void t55_forces_pods_out_that_have_not_gone_in_time() {
    var stage = new WrapperStage(NEVER).running(2).until(30).suspend(true);

    assertThat(stage.until(629).phase()).isEqualTo("Suspending");
    assertThat(stage.exists(podKey("p0"))).isTrue();
    assertThat(stage.until(630).exists(podKey("p0"))).isFalse();
    assertThat(stage.exists(podKey("p1"))).isFalse();
    assertThat(stage.phase()).isEqualTo("Suspended");
  }

  @Test
  void t56_t57_forces_a_component_for_ever_that_somebody_else_holds() {
    var stage =
        new WrapperStage(
                gang("gang", 1)
                    .replace("name: gang}", "name: gang, finalizers: [example.com/hold]}"))
            .running(1)
            .until(30)
            .suspend(true)
            .until(40);
    stage.delete(podKey("p0"));

    assertThat(stage.until(629).asked("delete", "Gang")).containsExactly("30 delete Gang");
    assertThat(stage.until(645).asked("delete", "Gang"))
        .containsExactly(
            "30 delete Gang",
            "630 delete Gang",
            "635 delete Gang",
            "640 delete Gang",
            "645 delete Gang");
    assertThat(stage.until(3600).phase()).isEqualTo("Suspending");
    assertThat(stage.condition("QuotaReserved")).startsWith("True/");
    assertThat(stage.object(GANG_KEY).getMetadata().getFinalizers())
        .containsExactly("example.com/hold");
  }

  @Test
  void t58_t62_removes_at_once_what_a_failed_one_has() {
    var stage = failed(new WrapperStage(SLOWLY)).until(105);

    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.condition("DeletingResources")).isEqualTo("True/DeletionInitiated");
    assertThat(stage.condition("QuotaReserved")).startsWith("True/");

    stage.until(130);
    assertThat(stage.condition("DeletingResources")).isEqualTo("False/DeletionComplete");
    assertThat(stage.condition("ResourcesDeployed"))
        .isEqualTo("False/Failed \"Resources deleted for failed AppWrapper\"");
    assertThat(stage.condition("QuotaReserved"))
        .isEqualTo("False/Failed \"No resources deployed\"");
    var requests = stage.world.requests();
    assertThat(stage.until(7200).world.requests()).isEqualTo(requests);
  }

  @Test
  void t59_t60_keeps_what_a_failed_one_has_for_as_long_as_it_was_asked_to() {
    var stage = failed(new WrapperStage().with("deletionOnFailureGracePeriodDuration", "10m"));

    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.condition("DeletingResources"))
        .isEqualTo(
            "False/DeletionPaused"
                + " \"workload.codeflare.dev.appwrapper/deletionOnFailureGracePeriodDuration has"
                + " value 10m0s\"");
    assertThat(stage.since("DeletingResources")).isEqualTo(100);
    assertThat(stage.until(699).exists(podKey("p0"))).isTrue();
    assertThat(stage.condition("QuotaReserved")).startsWith("True/");

    stage.until(700);
    assertThat(stage.asked("delete", "Gang")).containsExactly("700 delete Gang");
    stage.until(705);
    assertThat(stage.condition("DeletingResources")).isEqualTo("False/DeletionComplete");
    assertThat(stage.condition("ResourcesDeployed"))
        .isEqualTo("False/Failed \"Resources deleted for failed AppWrapper\"");
  }

  @Test
  void t61_q07_keeps_nothing_when_somebody_needs_the_room() {
    var stage = failed(new WrapperStage().with("deletionOnFailureGracePeriodDuration", "10m"));
    stage.until(200).suspend(true).until(205);

    assertThat(stage.asked("delete", "Gang")).containsExactly("200 delete Gang");
    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.condition("ResourcesDeployed"))
        .isEqualTo("False/Failed \"Kueue forced resource deletion by suspending AppWrapper\"");
  }

  @Test
  void t63_does_nothing_any_more_when_a_failed_one_is_suspended_and_resumed() {
    var stage = failed(new WrapperStage()).until(130);
    var status = stage.stored().path("status");
    var requests = stage.world.requests();

    stage.suspend(true).until(140).suspend(false).until(3600);

    assertThat(stage.stored().path("status")).isEqualTo(status);
    assertThat(stage.world.requests()).isEqualTo(requests);
  }

  private static WrapperStage succeeded(WrapperStage stage) {
    return stage.running(2).until(3600).exits("p0", 0).exits("p1", 0).until(3600);
  }

  @Test
  void t64_t65_keeps_what_has_succeeded_for_a_while_and_itself_for_ever() {
    var stage = succeeded(new WrapperStage().with("successTTLDuration", "10m"));

    assertThat(stage.until(4199).exists(podKey("p0"))).isTrue();
    assertThat(stage.until(4200).asked("delete", "Gang")).containsExactly("4200 delete Gang");
    stage.until(4300);
    assertThat(stage.exists(podKey("p0"))).isFalse();
    assertThat(stage.phase()).isEqualTo("Succeeded");
    assertThat(stage.condition("ResourcesDeployed"))
        .isEqualTo("False/Succeeded \"Time to live after success of 10m0s expired\"");
  }

  @Test
  void t66_does_not_mind_that_one_is_suspended_which_has_succeeded() {
    var stage = succeeded(new WrapperStage());
    var status = stage.stored().path("status");

    stage.suspend(true).until(7200);

    assertThat(stage.stored().path("status")).isEqualTo(status);
    assertThat(stage.exists(podKey("p0"))).isTrue();
  }

  @Test
  void t67_is_gone_at_once_when_it_has_never_resumed() {
    var stage = new WrapperStage().having("suspend: true").begin().delete(WRAPPER);

    assertThat(stage.exists(WRAPPER)).isFalse();
    assertThat(stage.phases()).containsExactly("Suspended");
  }

  @Test
  void t68_t69_goes_after_everything_that_it_has_made() {
    var stage = new WrapperStage(SLOWLY).running(2).until(30).delete(WRAPPER);

    assertThat(stage.until(45).phase()).isEqualTo("Terminating");
    assertThat(stage.condition("DeletingResources")).isEqualTo("True/DeletionInitiated");
    assertThat(stage.until(52).exists(WRAPPER)).isFalse();
    assertThat(stage.exists(podKey("p0"))).isFalse();
    assertThat(stage.world.store().since(0).stream().filter(AWrapperThatEndsTest::isOfTheWrapper))
        .last()
        .satisfies(
            change -> {
              assertThat(change.type()).isEqualTo(Change.Type.DELETED);
              assertThat(change.item().raw().path("status").toString())
                  .contains("\"reason\":\"Terminating\",\"message\":\"No resources deployed\"");
            });
  }

  private static boolean isOfTheWrapper(Change change) {
    return change.key().equals(WRAPPER);
  }

  @Test
  void t70_is_gone_at_once_when_nothing_is_left_of_what_it_has_made() {
    var suspended = new WrapperStage().running(2).until(30).suspend(true).until(60);
    var failed = failed(new WrapperStage()).until(200);
    var succeeded = succeeded(new WrapperStage().with("successTTLDuration", "10m")).until(4300);

    assertGoneAt(suspended, 60, "Suspended");
    assertGoneAt(failed, 200, "Failed");
    assertGoneAt(succeeded, 4300, "Succeeded");
  }

  private static void assertGoneAt(WrapperStage stage, int second, String phase) {
    assertThat(stage.held()).isTrue();
    stage.delete(WRAPPER).until(second);
    assertThat(stage.exists(WRAPPER)).isFalse();
    assertThat(stage.phases()).last().isEqualTo(phase);
  }

  @Test
  void t71_heeds_a_grace_that_is_changed_meanwhile() {
    var stage = new WrapperStage().running(2).until(30).exits("p0", 1).until(40);
    stage.annotate("failureGracePeriodDuration", "20s");

    assertThat(stage.until(49).phase()).isEqualTo("Running");
    assertThat(stage.until(50).phase()).isEqualTo("Resetting");
  }

  @Test
  void t72_gives_pods_of_the_next_attempt_their_full_grace_though_the_last_one_was_unhealthy() {
    var stage = resetting(new WrapperStage());
    // They have failed before anybody has looked at them.
    stage
        .world
        .store()
        .listen(
            change -> {
              if (change.type() == Change.Type.ADDED && change.key().equals(GANG_KEY)) {
                stage.addPod("p0", 0);
                stage.addPod("p1", 0);
                stage.drive("p0", "Failed");
              }
            });

    stage.until(120);
    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.condition("Unhealthy")).isEqualTo("True/FoundFailedPods");
    assertThat(stage.since("Unhealthy")).isEqualTo(120);
    assertThat(stage.until(179).phase()).isEqualTo("Running");
    assertThat(stage.until(180).phase()).isEqualTo("Resetting");
    assertThat(stage.retries()).isEqualTo(2);
  }
}
