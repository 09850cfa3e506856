package dev.trainyard.scheduler.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.scheduler.core.Snapshot.PodId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TheBackoffTest {

  private static final PodId POD = new PodId("team", "p", "p-uid");

  private Instant now = Instant.EPOCH;
  private final Backoff backoff = new Backoff(() -> now);

  @Test
  void waits_twice_as_long_after_each_failure_but_never_over_half_a_minute() {
    for (var millis : new long[] {200, 400, 800, 1600, 3200, 6400, 12800, 25600, 30000, 30000}) {
      backoff.failed(POD);
      assertThat(backoff.untilNext()).contains(Duration.ofMillis(millis));

      now = now.plusMillis(millis - 1);
      assertThat(backoff.due(POD)).isFalse();
      now = now.plusMillis(1);
      assertThat(backoff.due(POD)).isTrue();
    }
  }

  @Test
  void has_nothing_to_wait_for_once_the_pod_was_tried_or_is_forgotten() {
    backoff.failed(POD);
    now = now.plusSeconds(1);
    assertThat(backoff.untilNext()).contains(Duration.ZERO);

    assertThat(backoff.due(POD)).isTrue();
    assertThat(backoff.untilNext()).isEmpty();

    backoff.failed(POD);
    backoff.forget(POD.uid());
    assertThat(backoff.due(POD)).isTrue();
    assertThat(backoff.untilNext()).isEmpty();
  }
}
