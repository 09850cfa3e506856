package dev.trainyard.yard.autoscaler;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// A pod of a target as its autoscaler sees it.
///
/// @param requests of each container, by resource
record Sighting(
    String pod,
    boolean leaving,
    String phase,
    Optional<Instant> started,
    Optional<Readiness> readiness,
    Map<String, Map<String, BigDecimal>> requests,
    Optional<Usage> usage) {

  record Readiness(boolean ready, Instant since) {}

  /// What its containers used on average over a window, by resource.
  record Usage(Instant at, Duration window, Map<String, Map<String, BigDecimal>> containers) {
    Usage {
      containers = Map.copyOf(containers);
    }
  }

  Sighting {
    requests = Map.copyOf(requests);
  }

  /// A pod on its way out, or lost, is nobody's to count.
  boolean counts() {
    return !leaving && !phase.equals("Failed");
  }
}
