package dev.trainyard.dialects.appwrapper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.EventText;
import dev.trainyard.engine.wrapper.PodCounts;
import dev.trainyard.engine.wrapper.WrapperFact;
import dev.trainyard.engine.wrapper.WrapperState.Phase;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TheEventsOfAnAppWrapperTest {

  static Stream<Arguments> rows() {
    return Stream.of(
        row(
            new WrapperFact.Suspended(Phase.RESUMING),
            "Suspending",
            "Externally suspended while in the Resuming phase"),
        row(
            new WrapperFact.Suspended(Phase.RUNNING),
            "Suspending",
            "Externally suspended while in the Running phase"),
        row(
            new WrapperFact.Suspended(Phase.RESETTING),
            "Suspending",
            "Externally suspended while in the Resetting phase"),
        row(
            new WrapperFact.NotCreated("no such kind"),
            "Unhealthy",
            "CreateFailed: error creating components: no such kind"),
        row(
            new WrapperFact.ComponentsMissing(1, 2),
            "Unhealthy",
            "MissingComponent: Only found 1 deployed components, but was expecting 2"),
        row(
            new WrapperFact.ComponentsFailed(1),
            "Unhealthy",
            "FailedComponent: Found 1 failed components"),
        row(new WrapperFact.PodsFailed(1), "Unhealthy", "FoundFailedPods: 1 failed pods"),
        row(
            new WrapperFact.NodesSick(new TreeSet<>(Set.of("n2", "n1"))),
            "Unhealthy",
            "Workload contains pods using NoExecute resources on Nodes: map[n1:{} n2:{}]"),
        row(
            new WrapperFact.PodsNotReady(new PodCounts(2, 1, 0, 0)),
            "Unhealthy",
            "InsufficientPodsReady: 2 pods pending; 1 pods running; 0 pods succeeded"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void say_what_happened(WrapperFact fact, String reason, String message) {
    assertThat(Wrappers.APP_WRAPPERS.tell(fact))
        .isEqualTo(List.of(EventText.normal(reason, message)));
  }

  @Test
  void do_not_tell_of_ordinary_phases() {
    assertThat(Wrappers.APP_WRAPPERS.tell(new WrapperFact.Entered(Phase.RUNNING))).isEmpty();
  }

  private static Arguments row(WrapperFact fact, String reason, String message) {
    return Arguments.of(fact, reason, message);
  }
}
