package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Lifecycle.RestartPolicy.ALWAYS;
import static dev.trainyard.yard.node.Lifecycle.RestartPolicy.NEVER;
import static dev.trainyard.yard.node.Lifecycle.RestartPolicy.ON_FAILURE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.node.Lifecycle.Backoff;
import dev.trainyard.yard.node.Lifecycle.Plan;
import dev.trainyard.yard.node.Lifecycle.RestartPolicy;
import dev.trainyard.yard.node.Lifecycle.Start;
import dev.trainyard.yard.node.Observed.Run;
import dev.trainyard.yard.node.supervisor.ExitRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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

  private static Duration delayAfter(Duration delay) {
    var exit = exit(1, Duration.ofSeconds(1), NOW);
    var observed = new Observed("x", new Run.Ended(3, exit), Optional.empty(), delay);
    return Duration.between(NOW, plan(ALWAYS, List.of(), observed).wakeAt().orElseThrow());
  }

  private static Plan plan(RestartPolicy policy, List<Observed> inits, Observed... mains) {
    return Lifecycle.plan(policy, inits, List.of(mains), BACKOFF, NOW);
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
