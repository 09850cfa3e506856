package dev.trainyard.simulation.wrapped;

import static dev.trainyard.simulation.wrapped.WrapperStage.GANG_KEY;
import static dev.trainyard.simulation.wrapped.WrapperStage.gang;
import static dev.trainyard.simulation.wrapped.WrapperStage.podKey;
import static dev.trainyard.simulation.wrapped.WrapperStage.pyTorchJob;
import static dev.trainyard.simulation.wrapped.WrapperStage.refusing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.api.Refusals;
import dev.trainyard.simulation.controller.Weather.Delivery;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// What happens to a wrapper whose components are there: rows T16 to T46 of the event table, and
/// the first two about nodes.
class ARunningWrapperTest {

  private static final String HEALTHY = "False/FoundNoFailedPods";

  @Test
  void t16_is_suspended() {
    var stage = new WrapperStage().running(2).until(30).suspend(true).until(30);

    assertThat(stage.phase()).isEqualTo("Suspending");
    assertThat(stage.condition("DeletingResources")).isEqualTo("True/DeletionInitiated");
    assertThat(stage.events())
        .containsExactly("Suspending: Externally suspended while in the Running phase");
  }

  @Test
  void t17_has_failed_when_somebody_deletes_a_component() {
    var stage = new WrapperStage().running(2).until(30).delete(GANG_KEY).until(30);

    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.retries()).isZero();
    assertThat(stage.condition("Unhealthy"))
        .isEqualTo(
            "True/MissingComponent \"Only found 0 deployed components, but was expecting 1\"");
    assertThat(stage.events())
        .containsExactly(
            "Unhealthy: MissingComponent: Only found 0 deployed components, but was expecting 1");
  }

  @Test
  void t17_has_failed_when_a_component_is_asked_to_go() {
    var stage =
        new WrapperStage(
                gang("gang", 2)
                    .replace("name: gang}", "name: gang, finalizers: [example.com/hold]}"))
            .running(2)
            .until(30)
            .delete(GANG_KEY)
            .until(30);

    assertThat(stage.exists(GANG_KEY)).isTrue();
    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.condition("Unhealthy")).startsWith("True/MissingComponent");
  }

  /// What no cache shows yet is there all the same.
  @Test
  void t17_does_not_take_a_component_for_missing_that_only_caches_do_not_show() {
    var stage = new WrapperStage().seeing(Blindfold::new).running(2).until(600);

    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.asked("get", "Gang")).isNotEmpty();
  }

  @Test
  void t18_is_reset_at_once_when_its_job_has_failed() {
    var stage = new WrapperStage(pyTorchJob()).begin().until(20).exits("train-master-0", 1);

    stage.until(20);

    assertThat(stage.phase()).isEqualTo("Resetting");
    assertThat(stage.retries()).isEqualTo(1);
    assertThat(stage.condition("Unhealthy"))
        .isEqualTo("True/FailedComponent \"Found 1 failed components\"");
    assertThat(stage.events())
        .containsExactly("Unhealthy: FailedComponent: Found 1 failed components");
  }

  @Test
  void t19_has_failed_when_its_job_did_with_an_exit_code_that_is_final() {
    var stage =
        new WrapperStage(pyTorchJob())
            .with("terminalExitCodes", "3,10")
            .begin()
            .until(20)
            .exits("train-master-0", 10)
            .until(20);

    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.retries()).isZero();
    assertThat(stage.condition("Unhealthy")).startsWith("True/FailedComponent");
    assertThat(stage.events()).hasSize(1);
  }

  @Test
  void t20_has_failed_when_its_job_did_and_no_retry_is_left() {
    var stage =
        new WrapperStage(pyTorchJob())
            .with("retryLimit", "0")
            .begin()
            .until(20)
            .exits("train-master-0", 1)
            .until(20);

    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.condition("Unhealthy")).startsWith("True/FailedComponent");
    assertThat(stage.events()).hasSize(1);
  }

  @Test
  void t21_does_not_mind_a_ray_cluster_that_says_it_has_failed() {
    var stage =
        new WrapperStage(
            """
            template:
              apiVersion: ray.io/v1
              kind: RayCluster
              metadata: {name: ray}
              spec: {headGroupSpec: {template: {spec: {containers: [{name: main, image: ray}]}}}}
            """);
    stage.begin();
    stage.addPod("head", 0);
    stage.until(20).report(new Key("RayCluster", "default", "ray"), "{state: failed}").until(200);

    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.condition("PodsReady")).startsWith("True/SufficientPodsReady");
    assertThat(stage.condition("Unhealthy")).startsWith("False/");
    assertThat(stage.events()).isEmpty();
  }

  @Test
  void t22_has_succeeded_when_all_its_pods_have() {
    var stage = new WrapperStage().running(2).until(30).exits("p0", 0).exits("p1", 0).until(30);

    assertThat(stage.phase()).isEqualTo("Succeeded");
    var words = "\"2 pods succeeded and no running, pending, or failed pods\"";
    assertThat(stage.condition("QuotaReserved")).isEqualTo("False/Succeeded " + words);
    assertThat(stage.condition("ResourcesDeployed")).isEqualTo("True/Succeeded " + words);
    assertThat(stage.since("ResourcesDeployed")).isZero();
    assertThat(stage.since("QuotaReserved")).isEqualTo(30);
  }

  @Test
  void t23_is_ready_when_some_pods_have_succeeded_and_the_others_run() {
    var stage = new WrapperStage().running(2).until(30).exits("p0", 0).until(40);

    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.condition("PodsReady"))
        .isEqualTo("True/SufficientPodsReady \"1 pods running; 1 pods succeeded\"");
  }

  @Test
  void t24_is_unhealthy_from_the_moment_a_pod_fails_and_says_nothing_yet() {
    var stage = new WrapperStage().running(2).until(30).exits("p0", 1).until(30);

    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.condition("Unhealthy")).isEqualTo("True/FoundFailedPods");
    assertThat(stage.since("Unhealthy")).isEqualTo(30);
    assertThat(stage.events()).isEmpty();

    stage.until(89);
    assertThat(stage.phase()).isEqualTo("Running");
  }

  @Test
  void t25_forgets_a_failed_pod_that_is_replaced_in_time() {
    var stage = new WrapperStage().running(2).until(30).exits("p0", 1).until(60);
    stage.delete(podKey("p0")).until(60);
    stage.addPod("p0", 0);
    stage.until(63);

    assertThat(stage.condition("Unhealthy")).isEqualTo(HEALTHY);
    assertThat(stage.condition("PodsReady")).startsWith("True/SufficientPodsReady");

    stage.until(600);
    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.retries()).isZero();
    assertThat(stage.events()).isEmpty();
  }

  @Test
  void t26_is_reset_when_a_failed_pod_is_still_there_at_the_end_of_the_failure_grace() {
    var stage = new WrapperStage().running(2).until(30).exits("p0", 1).until(90);

    assertThat(stage.phase()).isEqualTo("Resetting");
    assertThat(stage.retries()).isEqualTo(1);
    assertThat(stage.since("Unhealthy")).isEqualTo(30);
    assertThat(stage.events()).containsExactly("Unhealthy: FoundFailedPods: 1 failed pods");
  }

  @Test
  void t27_has_failed_then_when_the_exit_code_is_final() {
    var stage =
        new WrapperStage().with("terminalExitCodes", "42").running(2).until(30).exits("p0", 42);

    assertThat(stage.until(89).phase()).isEqualTo("Running");
    assertThat(stage.until(90).phase()).isEqualTo("Failed");
    assertThat(stage.retries()).isZero();
    assertThat(stage.events()).containsExactly("Unhealthy: FoundFailedPods: 1 failed pods");
  }

  @Test
  void t28_has_failed_then_when_no_retry_is_left() {
    var stage = new WrapperStage().with("retryLimit", "0").running(2).until(30).exits("p0", 1);

    assertThat(stage.until(89).phase()).isEqualTo("Running");
    assertThat(stage.until(90).phase()).isEqualTo("Failed");
    assertThat(stage.events()).hasSize(1);
  }

  /// As one that was evicted: no container says how it ended.
  @Test
  void t29_is_reset_when_a_failed_pod_has_no_exit_code_whatever_codes_are_retryable() {
    var stage =
        new WrapperStage()
            .with("retryableExitCodes", "7")
            .running(2)
            .until(30)
            .drive("p0", "Failed");
    stage
        .world
        .api()
        .change(
            podKey("p0"),
            one ->
                new PodBuilder((Pod) one).editStatus().withContainerStatuses().endStatus().build());
    stage.until(90);

    assertThat(stage.phase()).isEqualTo("Resetting");
    assertThat(stage.retries()).isEqualTo(1);
  }

  @Test
  void t30_goes_on_when_the_pod_with_the_final_code_is_gone_in_time() {
    var stage =
        new WrapperStage()
            .with("terminalExitCodes", "42")
            .running(2)
            .until(30)
            .exits("p0", 42)
            .until(50)
            .delete(podKey("p0"))
            .until(50);

    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.condition("Unhealthy")).isEqualTo(HEALTHY);
    assertThat(stage.events()).isEmpty();
  }

  /// News of a kind tell only how things stand so many seconds later.
  private static Function<String, Optional<Delivery>> late(String kind, int seconds) {
    return one ->
        one.equals(kind)
            ? Optional.of(
                new Delivery(Duration.ofSeconds(seconds), OptionalInt.empty(), true, false))
            : Optional.empty();
  }

  private static WrapperStage onDevices(int gpus) {
    var stage = new WrapperStage();
    stage.begin();
    stage.addPod("p0", gpus);
    stage.addPod("p1", gpus);
    return stage.until(30);
  }

  @Test
  void t31_n01_leaves_a_node_whose_devices_are_sick_and_that_costs_no_retry() {
    var stage = onDevices(1);
    stage.health("n1", "EVICT");
    stage.until(30);

    assertThat(stage.phase()).isEqualTo("Resetting");
    assertThat(stage.retries()).isZero();
    var words = "Workload contains pods using NoExecute resources on Nodes: map[n1:{}]";
    assertThat(stage.condition("Unhealthy"))
        .isEqualTo("True/AutopilotNoExecute \"%s\"".formatted(words));
    assertThat(stage.events()).containsExactly("Unhealthy: " + words);
  }

  @Test
  void t32_has_failed_on_a_sick_node_when_no_retry_is_left() {
    var stage = new WrapperStage().with("retryLimit", "0");
    stage.begin();
    stage.addPod("p0", 1);
    stage.addPod("p1", 1);
    stage.until(30);
    stage.health("n1", "EVICT");
    stage.until(30);

    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.condition("Unhealthy")).startsWith("True/AutopilotNoExecute");
    assertThat(stage.events()).hasSize(1);
  }

  @Test
  void t33_stays_on_a_sick_node_whose_devices_it_does_not_use() {
    var stage = onDevices(0);
    stage.health("n1", "EVICT");
    stage.until(300);

    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.condition("Unhealthy")).startsWith("False/");
  }

  @Test
  void t34_is_patient_with_a_failed_pod_though_its_node_is_sick() {
    var stage = onDevices(1);
    stage.exits("p0", 1);
    stage.health("n1", "EVICT");

    assertThat(stage.until(89).phase()).isEqualTo("Running");
    assertThat(stage.condition("Unhealthy")).isEqualTo("True/FoundFailedPods");
    assertThat(stage.events()).isEmpty();
    assertThat(stage.until(90).phase()).isEqualTo("Resetting");
    assertThat(stage.retries()).isEqualTo(1);
  }

  /// The label is gone before anybody has looked.
  @Test
  void n02_stays_on_a_node_that_was_sick_for_a_moment() {
    var stage = new WrapperStage().hearing(late("Node", 5));
    stage.begin();
    stage.addPod("p0", 1);
    stage.addPod("p1", 1);
    stage.until(30);
    stage.health("n1", "EVICT");
    stage.until(31);
    stage.health("n1", "PASS");
    stage.until(300);

    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.condition("Unhealthy")).startsWith("False/");
  }

  @Test
  void t35_is_ready_when_enough_pods_run() {
    var stage = new WrapperStage().running(3).until(20);

    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.condition("PodsReady"))
        .isEqualTo("True/SufficientPodsReady \"3 pods running; 0 pods succeeded\"");
    assertThat(stage.condition("Unhealthy")).startsWith("False/");
    var requests = stage.world.requests();
    assertThat(stage.until(3600).world.requests()).isEqualTo(requests);
  }

  @Test
  void t36_waits_for_missing_pods() {
    var stage = new WrapperStage().running(1).until(59);

    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.condition("PodsReady")).startsWith("False/Resuming");
    assertThat(stage.condition("Unhealthy")).startsWith("False/");
  }

  @Test
  void t37_is_reset_when_pods_are_missing_at_the_end_of_the_admission_grace() {
    var stage = new WrapperStage().running(1).until(60);

    assertThat(stage.phase()).isEqualTo("Resetting");
    assertThat(stage.retries()).isEqualTo(1);
    assertThat(stage.condition("Unhealthy"))
        .isEqualTo(
            "True/InsufficientPodsReady \"0 pods pending; 1 pods running; 0 pods succeeded\"");
    assertThat(stage.events())
        .containsExactly(
            "Unhealthy: InsufficientPodsReady: 0 pods pending; 1 pods running; 0 pods succeeded");
  }

  private static WrapperStage unplaced(WrapperStage stage) {
    stage.world.keepWaiting(
        pod -> pod.name().equals("p1") ? Optional.of("no node is good enough") : Optional.empty());
    return stage.running(2);
  }

  @Test
  void t38_waits_for_pods_that_are_there_and_do_not_run_yet() {
    var stage = unplaced(new WrapperStage()).until(299);

    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.condition("PodsReady")).startsWith("False/Resuming");
    assertThat(stage.condition("Unhealthy")).startsWith("False/");
  }

  @Test
  void t39_is_reset_when_they_do_not_run_at_the_end_of_the_warm_up_grace() {
    var stage = unplaced(new WrapperStage()).until(300);

    assertThat(stage.phase()).isEqualTo("Resetting");
    assertThat(stage.retries()).isEqualTo(1);
    assertThat(stage.condition("Unhealthy"))
        .isEqualTo(
            "True/InsufficientPodsReady \"1 pods pending; 1 pods running; 0 pods succeeded\"");
    assertThat(stage.events()).hasSize(1);
  }

  @Test
  void t40_has_failed_then_when_no_retry_is_left() {
    var missing = new WrapperStage().with("retryLimit", "0").running(1).until(60);
    var idle = unplaced(new WrapperStage().with("retryLimit", "0")).until(300);

    assertThat(missing.phase()).isEqualTo("Failed");
    assertThat(idle.phase()).isEqualTo("Failed");
    assertThat(idle.condition("Unhealthy")).startsWith("True/InsufficientPodsReady");
    assertThat(idle.events()).hasSize(1);
  }

  @Test
  void t41_gives_a_pod_that_was_ready_and_is_gone_the_admission_grace_again() {
    var stage = new WrapperStage().running(2).until(1000).delete(podKey("p1")).until(1001);

    assertThat(stage.condition("PodsReady")).startsWith("False/InsufficientPodsReady");
    assertThat(stage.since("PodsReady")).isEqualTo(1000);
    assertThat(stage.until(1059).phase()).isEqualTo("Running");
    assertThat(stage.until(1060).phase()).isEqualTo("Resetting");
  }

  @Test
  void t42_gives_its_replacement_the_warm_up_grace_from_the_dip_on() {
    var stage = new WrapperStage().running(2).until(1000).delete(podKey("p1")).until(1010);
    stage.world.keepWaiting(_ -> Optional.of("no node is good enough"));
    stage.addPod("p1", 0);

    assertThat(stage.until(1299).phase()).isEqualTo("Running");
    assertThat(stage.since("PodsReady")).isEqualTo(1000);
    assertThat(stage.until(1300).phase()).isEqualTo("Resetting");
  }

  @Test
  void t43_no_longer_counts_a_pod_that_was_asked_to_go() {
    var stage = new WrapperStage(Duration.ofSeconds(40)).running(2).until(100);
    stage.delete(podKey("p1")).until(101);

    assertThat(stage.exists(podKey("p1"))).isTrue();
    assertThat(stage.condition("PodsReady")).startsWith("False/InsufficientPodsReady");
    assertThat(stage.since("PodsReady")).isEqualTo(100);
    assertThat(stage.phase()).isEqualTo("Running");
  }

  @Test
  void t44_no_longer_counts_a_pod_of_which_nobody_knows() {
    var stage = new WrapperStage().running(2).until(100).drive("p1", "Unknown").until(101);

    assertThat(stage.condition("PodsReady")).startsWith("False/InsufficientPodsReady");
    assertThat(stage.phase()).isEqualTo("Running");
  }

  /// What a cache no longer shows is looked for, and nobody answers.
  @Test
  void t45_decides_nothing_that_it_cannot_make_sure_of() {
    var stage = new WrapperStage().running(2).until(30);
    stage.where(refusing("get", "Gang", _ -> Refusals.broken())).delete(GANG_KEY).until(60);

    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.condition("Unhealthy")).startsWith("False/");

    stage.where(_ -> Optional.empty()).until(300);
    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.condition("Unhealthy")).startsWith("True/MissingComponent");
  }

  @Test
  void t46_has_succeeded_when_there_is_nothing_to_wait_for() {
    var stage = new WrapperStage(gang("gang", 0)).begin();

    assertThat(stage.phase()).isEqualTo("Succeeded");
    assertThat(stage.condition("QuotaReserved"))
        .isEqualTo("False/Succeeded \"0 pods succeeded and no running, pending, or failed pods\"");
  }
}
