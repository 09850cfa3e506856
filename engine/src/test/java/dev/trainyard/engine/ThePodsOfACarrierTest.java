package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Observed.ObservedChild;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.Kin;
import dev.trainyard.engine.model.Role.Outcome;
import dev.trainyard.engine.model.Role.Signs;
import dev.trainyard.engine.model.Role.Start;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import dev.trainyard.engine.plan.Children;
import dev.trainyard.engine.plan.PodReading;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A job that another resource carries, launcher and workers: its pods are seen by their labels,
/// and never touched.
class ThePodsOfACarrierTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private static TrainingJob hello(boolean held) {
    return job("hello")
        .carriedBy(
            "launcher",
            new Carrier.Child(
                child(Map.of()),
                new Signs(
                    new Outcome(Set.of("Succeeded"), Set.of("Failed")),
                    List.of("runPolicy", "suspend"),
                    List.of()),
                new Kin(Map.of("job", "hello", "role", "launcher"), Optional.empty(), 0)),
            new Start.AtOnce())
        .carriedBy(
            "worker",
            2,
            new Carrier.Brought(
                new Kin(Map.of("job", "hello", "role", "worker"), Optional.of("index"), 0)),
            new Start.AtOnce())
        .running(new RunningRule(true, 3, false, false))
        .backingOff(6, OptionalInt.of(1))
        .held(held)
        .build();
  }

  @Test
  void make_it_run_once_all_of_them_do() {
    var launcher = pod("hello-launcher-x", "launcher", "", "Running");
    var first = pod("hello-worker-0", "worker", "0", "Running");

    assertThat(decided(hello(false), launcher, first).state().phase()).isEqualTo(Phase.STARTING);
    var second = pod("hello-worker-1", "worker", "1", "Running");
    var whole = decided(hello(false), launcher, first, second);
    assertThat(whole.state().phase()).isEqualTo(Phase.RUNNING);
    assertThat(whole.steps()).isEmpty();
  }

  @Test
  void are_left_to_the_carrier_when_it_is_held() {
    var launcher = pod("hello-launcher-x", "launcher", "", "Running");

    var decision = decided(hello(true), launcher);

    assertThat(decision.steps())
        .singleElement()
        .isInstanceOfSatisfying(Step.HoldChild.class, hold -> assertThat(hold.held()).isTrue());
  }

  @Test
  void the_last_one_of_a_place_stands_for_it() {
    var failed = pod("hello-launcher-x", "launcher", "", "Failed");
    var next = pod("hello-launcher-y", "launcher", "", "Running");
    next.getMetadata().setCreationTimestamp("2026-01-01T11:59:30Z");

    var launcher = decided(hello(false), failed, next).state().replicas().getFirst();

    assertThat(launcher.podName()).isEqualTo("hello-launcher-y");
    assertThat(launcher.restarts()).as("what the carrier counts").isEqualTo(1);
  }

  @Test
  void that_a_scheduler_takes_away_together_are_one_incident() {
    var first = preempted(pod("hello-worker-0", "worker", "0", "Running"), "room for gpt");
    var second = preempted(pod("hello-worker-1", "worker", "1", "Running"), "room for gpt");

    var decision = decided(hello(false), first, second);

    assertThat(decision.state().remember().preemptions().count()).isEqualTo(1);
    assertThat(decision.facts()).contains(new Fact.Preempted("room for gpt", 1));
    assertThat(decision.steps()).isEmpty();
  }

  @Test
  void that_are_taken_away_too_often_end_it() {
    var first = preempted(pod("hello-worker-0", "worker", "0", "Running"), "room for gpt");
    var again = preempted(pod("hello-worker-0", "worker", "0", "Running"), "room for bert");
    var once = decided(hello(false), first).state();
    var twice = decided(hello(false), once, again).state();

    var ended = decided(hello(false), twice).state();

    assertThat(ended.phase()).isEqualTo(Phase.FAILED);
    assertThat(ended.why()).contains(new Fact.PreemptedTooOften(2));
  }

  @Test
  void tell_why_a_carrier_gave_up() {
    var pod = pod("hello-launcher-x", "launcher", "", "Failed");
    pod.getStatus().setReason("Evicted");
    pod.getStatus().setMessage("The node had no memory left.");
    var gaveUp =
        child(
            Map.of(
                "failed",
                1,
                "conditions",
                List.of(
                    Map.of(
                        "type", "Failed",
                        "status", "True",
                        "reason", "BackoffLimitExceeded",
                        "message", "Too many failures",
                        "lastTransitionTime", "2026-01-01T11:58:00Z"))));

    var seen = Children.observe(hello(false), gaveUp, List.of(pod)).orElseThrow();

    assertThat(seen.succeeded()).contains(false);
    assertThat(seen.reason()).isEqualTo("BackoffLimitExceeded/Evicted");
    assertThat(seen.message()).isEqualTo("Too many failures: The node had no memory left.");
    assertThat(seen.at()).isEqualTo(Instant.parse("2026-01-01T11:58:00Z"));
  }

  @Test
  void do_not_outlive_it_longer_than_others_want_where_the_job_says_nothing() {
    var expiring = child(Map.of());
    expiring.setAdditionalProperty("spec", Map.of("ttlSecondsAfterFinished", 3600));

    var seen = Children.observe(hello(false), expiring, List.of()).orElseThrow();

    assertThat(seen.released()).as("nothing is to be changed").isTrue();
  }

  private static Decision decided(TrainingJob job, Pod... pods) {
    return decided(job, JobState.unseen(), pods);
  }

  private static Decision decided(TrainingJob job, JobState past, Pod... pods) {
    var seen =
        List.of(pods).stream().flatMap(pod -> PodReading.observe(job, pod).stream()).toList();
    var children = Children.observe(job, child(Map.of("failed", 1)), List.of(pods));
    return Lifecycle.decide(
        job,
        new Observed(
            seen,
            children.<List<ObservedChild>>map(List::of).orElseThrow(),
            Set.of(),
            List.of(),
            Map.of(),
            true,
            true,
            false,
            past),
        NOON);
  }

  private static GenericKubernetesResource child(Map<String, Object> status) {
    var child = new GenericKubernetesResource();
    child.setApiVersion("kubeflow.org/v2beta1");
    child.setKind("MPIJob");
    child.setMetadata(new ObjectMetaBuilder().withName("hello").withUid("uid-child").build());
    child.setAdditionalProperty("spec", Map.of("runPolicy", Map.of("suspend", false)));
    child.setAdditionalProperty("status", status);
    return child;
  }

  private static Pod pod(String name, String role, String index, String phase) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withUid("uid of " + name)
        .withCreationTimestamp("2026-01-01T11:59:00Z")
        .addToLabels(Map.of("job", "hello", "role", role, "index", index))
        .endMetadata()
        .withNewSpec()
        .withNodeName("node-1")
        .endSpec()
        .withNewStatus()
        .withPhase(phase)
        .endStatus()
        .build();
  }

  private static Pod preempted(Pod pod, String incident) {
    return new PodBuilder(pod)
        .editStatus()
        .addNewCondition()
        .withType("DisruptionTarget")
        .withStatus("True")
        .withReason("PreemptionByScheduler")
        .withMessage(incident)
        .endCondition()
        .endStatus()
        .build();
  }
}
