package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Lifecycle.RestartPolicy.ALWAYS;
import static dev.trainyard.yard.node.Lifecycle.RestartPolicy.NEVER;
import static dev.trainyard.yard.node.Lifecycle.RestartPolicy.ON_FAILURE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.node.Lifecycle.Backoff;
import dev.trainyard.yard.node.Lifecycle.Crew;
import dev.trainyard.yard.node.Lifecycle.Plan;
import dev.trainyard.yard.node.Lifecycle.RestartPolicy;
import dev.trainyard.yard.node.Lifecycle.Start;
import dev.trainyard.yard.node.Observed.Run;
import dev.trainyard.yard.node.probes.Health;
import dev.trainyard.yard.node.supervisor.ExitRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LifecycleTest {

  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final Backoff BACKOFF =
      new Backoff(Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofMinutes(10));

  @Test
  void starts_init_containers_one_after_the_other() {
    var first = plan(ALWAYS, List.of(never("a"), never("b")), never("main"));
    var second = plan(ALWAYS, List.of(ended("a", 0, 0), never("b")), never("main"));
    var third = plan(ALWAYS, List.of(ended("a", 0, 0), ended("b", 0, 0)), never("main"));

    assertThat(first.starts()).containsExactly(start("a", 0, 0));
    assertThat(second.starts()).containsExactly(start("b", 0, 0));
    assertThat(third.starts()).containsExactly(start("main", 0, 0));
  }

  @Test
  void starts_the_containers_together() {
    assertThat(plan(NEVER, List.of(), never("x"), never("y")).starts())
        .containsExactly(start("x", 0, 0), start("y", 0, 0));
  }

  @Test
  void is_over_when_an_init_container_fails_and_nothing_restarts() {
    var plan = plan(NEVER, List.of(ended("a", 0, 1)), never("main"));

    assertThat(plan.starts()).isEmpty();
    assertThat(plan.finished()).isTrue();
  }

  @Test
  void tries_a_failed_init_container_again() {
    assertThat(plan(ON_FAILURE, List.of(ended("a", 0, 1)), never("main")).starts())
        .containsExactly(start("a", 1, 0));
  }

  @Test
  void does_not_repeat_an_init_container_that_succeeded() {
    assertThat(plan(ALWAYS, List.of(ended("a", 0, 0)), running("main")).starts()).isEmpty();
  }

  @Test
  void restarts_what_the_policy_says() {
    assertThat(plan(ALWAYS, List.of(), ended("x", 0, 0)).starts()).hasSize(1);
    assertThat(plan(ON_FAILURE, List.of(), ended("x", 0, 0)).finished()).isTrue();
    assertThat(plan(ON_FAILURE, List.of(), ended("x", 0, 1)).starts()).hasSize(1);
    assertThat(plan(NEVER, List.of(), ended("x", 0, 1)).finished()).isTrue();
  }

  @Test
  void waits_longer_each_time_and_says_so() {
    var second = plan(ALWAYS, List.of(), ended("x", 1, 7));

    assertThat(second.starts()).isEmpty();
    assertThat(second.wakeAt()).contains(NOW.plusSeconds(10));
    assertThat(second.waiting().get("x"))
        .isEqualTo(
            new Lifecycle.Waiting(
                "CrashLoopBackOff",
                "back-off 10s restarting failed container x, which exited with code 7"));
    assertThat(delayAfter(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(20));
    assertThat(delayAfter(Duration.ofSeconds(160))).isEqualTo(Duration.ofMinutes(5));
    assertThat(delayAfter(Duration.ofMinutes(5))).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void starts_again_once_the_wait_is_over() {
    var exit = exit(1, Duration.ofSeconds(1), NOW.minusSeconds(10));
    var observed = new Observed("x", new Run.Ended(1, exit), Optional.empty(), Duration.ZERO);

    assertThat(plan(ALWAYS, List.of(), observed).starts()).containsExactly(start("x", 2, 10));
  }

  @Test
  void forgives_after_a_long_run() {
    var exit = exit(1, Duration.ofMinutes(10), NOW);
    var observed =
        new Observed("x", new Run.Ended(4, exit), Optional.empty(), Duration.ofMinutes(5));

    assertThat(plan(ALWAYS, List.of(), observed).starts()).containsExactly(start("x", 5, 0));
  }

  @Test
  void starts_what_follows_a_sidecar_once_that_has_started() {
    var waiting = sidecarPlan(NEVER, unstarted("proxy"), never("main"));
    var through = sidecarPlan(NEVER, running("proxy"), never("main"));

    assertThat(waiting.starts()).isEmpty();
    assertThat(waiting.initialized()).isFalse();
    assertThat(through.starts()).containsExactly(start("main", 0, 0));
    assertThat(through.initialized()).isTrue();
  }

  @Test
  void starts_a_sidecar_again_whatever_the_policy_and_holds_nobody_up() {
    var plan = sidecarPlan(NEVER, ended("proxy", 0, 0), running("main"));

    assertThat(plan.starts()).containsExactly(start("proxy", 1, 0));
    assertThat(plan.initialized()).isTrue();
  }

  @Test
  void ends_sidecars_from_the_last_to_the_first_when_the_rest_is_over() {
    var sidecars = Set.of("proxy", "logs");
    var done = List.of(ended("main", 0, 0));

    var first = new Crew(List.of(running("proxy"), running("logs")), sidecars, done);
    var second = new Crew(List.of(running("proxy"), ended("logs", 0, 1)), sidecars, done);
    var third = new Crew(List.of(ended("proxy", 0, 1), ended("logs", 0, 1)), sidecars, done);

    assertThat(Lifecycle.plan(NEVER, first, BACKOFF, NOW).stops()).containsExactly("logs");
    assertThat(Lifecycle.plan(NEVER, first, BACKOFF, NOW).finished()).isFalse();
    assertThat(Lifecycle.plan(NEVER, second, BACKOFF, NOW).stops()).containsExactly("proxy");
    assertThat(Lifecycle.plan(NEVER, third, BACKOFF, NOW).finished()).isTrue();
    assertThat(Lifecycle.plan(NEVER, third, BACKOFF, NOW).starts()).isEmpty();
  }

  @Test
  void takes_a_run_that_the_node_ended_for_a_failure() {
    var exit = exit(0, Duration.ofSeconds(1), NOW);
    var condemned =
        new Observed(
            "x", new Run.Ended(0, exit), Optional.empty(), Duration.ZERO, true, Health.UNASKED);

    assertThat(plan(ON_FAILURE, List.of(), condemned).starts()).hasSize(1);
  }

  private static Plan sidecarPlan(RestartPolicy policy, Observed sidecar, Observed main) {
    var crew = new Crew(List.of(sidecar), Set.of(sidecar.container()), List.of(main));
    return Lifecycle.plan(policy, crew, BACKOFF, NOW);
  }

  private static Observed unstarted(String name) {
    return running(name).with(new Health(true, false, false, Optional.empty()));
  }

  private static Duration delayAfter(Duration delay) {
    var exit = exit(1, Duration.ofSeconds(1), NOW);
    var observed = new Observed("x", new Run.Ended(3, exit), Optional.empty(), delay);
    return Duration.between(NOW, plan(ALWAYS, List.of(), observed).wakeAt().orElseThrow());
  }

  private static Plan plan(RestartPolicy policy, List<Observed> inits, Observed... mains) {
    return Lifecycle.plan(policy, new Crew(inits, Set.of(), List.of(mains)), BACKOFF, NOW);
  }

  private static Start start(String name, int number, int seconds) {
    return new Start(name, number, Duration.ofSeconds(seconds));
  }

  private static Observed never(String name) {
    return Observed.never(name);
  }

  private static Observed running(String name) {
    return new Observed(name, new Run.Running(0, NOW), Optional.empty(), Duration.ZERO);
  }

  private static Observed ended(String name, int number, int code) {
    var exit = exit(code, Duration.ofSeconds(1), NOW);
    return new Observed(name, new Run.Ended(number, exit), Optional.empty(), Duration.ZERO);
  }

  private static ExitRecord exit(int code, Duration ran, Instant end) {
    return new ExitRecord(
        code,
        code == 0 ? ExitRecord.COMPLETED : ExitRecord.ERROR,
        Optional.empty(),
        Optional.of(end.minus(ran)),
        end);
  }
}
