package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Forgets events an hour after they were last seen, as Kubernetes does.
final class EventExpiry implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(EventExpiry.class);
  static final Duration LIFETIME = Duration.ofHours(1);
  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final String EVENTS = "events";

  private final Ledger ledger;
  private final InstantSource clock;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("yard-event-expiry").factory());

  EventExpiry(Ledger ledger, InstantSource clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  void start() {
    // It goes on until the timer is closed; nobody waits for its end.
    var _ =
        timer.scheduleWithFixedDelay(
            this::tryToExpire, PERIOD.toSeconds(), PERIOD.toSeconds(), TimeUnit.SECONDS);
  }

  private void tryToExpire() {
    try {
      expire();
    } catch (StoreException e) {
      log.atWarn().log("Old events are still there: {}", e.getMessage());
    }
  }

  /// Removes, in one commit, what is due. An event that was seen again meanwhile stays.
  void expire() {
    var oldest = clock.instant().minus(LIFETIME);
    var due = new ArrayList<Key>();
    for (var event : ledger.list(EVENTS, Optional.empty()).objects()) {
      if (lastSeen(event).isBefore(oldest)) {
        var seen = new ApiObject(event);
        due.add(new Key(EVENTS, seen.namespace(), seen.name()));
      }
    }
    if (!due.isEmpty()) {
      ledger.write(
          tx -> {
            for (var key : due) {
              if (tx.find(key).filter(event -> lastSeen(event).isBefore(oldest)).isPresent()) {
                tx.remove(key);
              }
            }
            return due.size();
          });
    }
  }

  /// The latest time that the event tells of.
  private static Instant lastSeen(ObjectNode event) {
    var latest = Instant.MIN;
    for (var pointer :
        List.of(
            "/metadata/creationTimestamp",
            "/lastTimestamp",
            "/eventTime",
            "/series/lastObservedTime")) {
      try {
        var time = event.at(pointer).asText("");
        var told = time.isEmpty() ? Instant.MIN : Instant.parse(time);
        latest = told.isAfter(latest) ? told : latest;
      } catch (DateTimeParseException e) {
        log.atDebug().log("An event has no readable time at {}", pointer);
      }
    }
    return latest;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
