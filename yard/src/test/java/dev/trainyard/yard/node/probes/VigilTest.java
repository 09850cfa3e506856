package dev.trainyard.yard.node.probes;

import static dev.trainyard.yard.node.probes.Probing.Kind.LIVENESS;
import static dev.trainyard.yard.node.probes.Probing.Kind.READINESS;
import static dev.trainyard.yard.node.probes.Probing.Kind.STARTUP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.node.probes.Vigil.Known;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class VigilTest {

  private static final Instant START = Instant.parse("2026-11-15T12:00:00Z");

  @Test
  void of_a_container_without_probes_finds_nothing_wrong() {
    assertThat(vigil(new ContainerBuilder().withName("main").build()).health())
        .isEqualTo(Health.UNASKED);
  }

  @Test
  void holds_a_container_unready_until_enough_good_answers_in_a_row() {
    var vigil = vigil(ready(probe().withSuccessThreshold(2).build()));

    assertThat(vigil.health().ready()).isFalse();
    assertThat(answers(vigil, READINESS, true).health().ready()).isFalse();
    assertThat(answers(vigil, READINESS, true, false, true).health().ready()).isFalse();
    assertThat(answers(vigil, READINESS, true, true).health().ready()).isTrue();
  }

  @Test
  void takes_readiness_back_after_enough_bad_answers_and_ends_nothing() {
    var vigil = answers(vigil(ready(probe().withFailureThreshold(3).build())), READINESS, true);

    assertThat(answers(vigil, READINESS, false, false).health().ready()).isTrue();
    var unready = answers(vigil, READINESS, false, false, false).health();
    assertThat(unready.ready()).isFalse();
    assertThat(unready.doomed()).isEmpty();
  }

  @Test
  void gives_a_container_up_after_enough_bad_answers() {
    var probe = probe().withFailureThreshold(2).withTerminationGracePeriodSeconds(7L).build();
    var vigil = vigil(new ContainerBuilder().withName("main").withLivenessProbe(probe).build());

    assertThat(answers(vigil, LIVENESS, false, true, false).health().doomed()).isEmpty();
    var doomed = answers(vigil, LIVENESS, false, false);
    assertThat(doomed.health().doomed().orElseThrow().why()).isEqualTo("failed its liveness probe");
    assertThat(doomed.health().doomed().orElseThrow().grace().orElseThrow()).hasSeconds(7);
    assertThat(doomed.awake()).isEmpty();
  }

  @Test
  void asks_nothing_else_until_the_startup_probe_has_passed() {
    var container =
        new ContainerBuilder()
            .withName("main")
            .withStartupProbe(probe().build())
            .withLivenessProbe(probe().build())
            .withReadinessProbe(probe().build())
            .build();
    var vigil = vigil(container);

    assertThat(vigil.awake()).containsExactly(STARTUP);
    assertThat(vigil.health().started()).isFalse();
    var started = answers(vigil, STARTUP, false, true);
    assertThat(started.awake()).containsExactlyInAnyOrder(LIVENESS, READINESS);
    assertThat(started.health().started()).isTrue();
    assertThat(started.health().ready()).isFalse();
  }

  @Test
  void waits_for_the_initial_delay_and_then_for_the_period() {
    var vigil = vigil(ready(probe().withInitialDelaySeconds(5).withPeriodSeconds(20).build()));

    assertThat(vigil.due(READINESS, START)).contains(START.plusSeconds(5));
    var asked = vigil.after(READINESS, true, START.plusSeconds(6));
    assertThat(asked.due(READINESS, START)).contains(START.plusSeconds(26));
    assertThat(asked.due(LIVENESS, START)).isEmpty();
  }

  @Test
  void goes_on_from_what_an_earlier_node_found_out() {
    var container =
        new ContainerBuilder(ready(probe().build())).withStartupProbe(probe().build()).build();

    var vigil = Vigil.of(container, "10.0.0.2", new Known(true, true));

    assertThat(vigil.health().ready()).isTrue();
    assertThat(answers(vigil, READINESS, false, false, false).health().ready()).isFalse();
  }

  @Test
  void uses_the_defaults_of_kubernetes() {
    var probing = Probing.of(probe().build(), new ContainerBuilder().build(), "10.0.0.2");

    assertThat(probing.initialDelay()).isZero();
    assertThat(probing.period()).hasSeconds(10);
    assertThat(probing.timeout()).hasSeconds(1);
    assertThat(probing.successes()).isEqualTo(1);
    assertThat(probing.failures()).isEqualTo(3);
  }

  private static Vigil answers(Vigil vigil, Probing.Kind kind, boolean... answers) {
    var after = vigil;
    for (var answer : answers) {
      after = after.after(kind, answer, START);
    }
    return after;
  }

  private static Vigil vigil(Container container) {
    return Vigil.of(container, "10.0.0.2", Known.NOTHING);
  }

  private static Container ready(Probe probe) {
    return new ContainerBuilder().withName("main").withReadinessProbe(probe).build();
  }

  private static ProbeBuilder probe() {
    return new ProbeBuilder().withNewExec().withCommand("true").endExec();
  }
}
