package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.store.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class AnOldEventTest {

  private static final String EVENTS = "/api/v1/namespaces/default/events";
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));

  @Test
  void is_forgotten_an_hour_after_it_was_last_seen() {
    try (var api = new TestApi(new Ledger.Limits(1_000, 1_000), now::get);
        var expiry = new EventExpiry(api.ledger, now::get)) {
      api.post(EVENTS, "{metadata: {name: once}, involvedObject: {kind: Pod, name: a}}");
      api.post(
          EVENTS,
          "{metadata: {name: again}, involvedObject: {kind: Pod, name: a},"
              + " lastTimestamp: '2030-01-01T00:30:00Z'}");

      now.updateAndGet(time -> time.plus(Duration.ofMinutes(59)));
      expiry.expire();
      assertThat(api.get(EVENTS).body().path("items")).hasSize(2);

      now.updateAndGet(time -> time.plus(Duration.ofMinutes(2)));
      expiry.expire();
      assertThat(api.get(EVENTS).body().at("/items").findValuesAsText("name")).contains("again");
      assertThat(api.get(EVENTS + "/once").code()).isEqualTo(404);

      now.updateAndGet(time -> time.plus(Duration.ofMinutes(30)));
      expiry.expire();
      assertThat(api.get(EVENTS).body().path("items")).isEmpty();
    }
  }
}
