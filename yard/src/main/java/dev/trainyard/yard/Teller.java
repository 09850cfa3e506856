package dev.trainyard.yard;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Words events for a part of the yard, under a name that nobody else gives.
///
/// @param component who tells
/// @param host where it runs, if that matters
public record Teller(String component, Optional<String> host) {

  private static final AtomicLong SEQUENCE = new AtomicLong(System.nanoTime());

  /// A thing that happened once, now.
  ///
  /// @param type `Normal` or `Warning`
  public Event event(
      ObjectReference about, String type, String reason, String message, Instant now) {
    var time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    return new EventBuilder()
        .withNewMetadata()
        .withName("%s.%s".formatted(about.getName(), Long.toHexString(SEQUENCE.incrementAndGet())))
        .withNamespace(about.getNamespace())
        .endMetadata()
        .withInvolvedObject(about)
        .withReason(reason)
        .withType(type)
        .withMessage(message)
        .withCount(1)
        .withFirstTimestamp(time)
        .withLastTimestamp(time)
        .withNewSource(component, host.orElse(null))
        .withReportingComponent(component)
        .withReportingInstance(host.orElse(component))
        .build();
  }
}
