package dev.trainyard.dialects;

import java.time.Duration;
import java.util.Optional;

/// What an administrator sets for every job.
public record Settings(
    Place place, MasterWait masterWait, Optional<Duration> fenceAfter, Duration tellBy) {

  public enum Place {
    CLUSTER,
    YARD
  }

  /// The init container that holds workers back until their master has an address.
  public record MasterWait(boolean enabled, String image, int tries) {}

  public static Settings defaults(Place place) {
    return new Settings(
        place,
        new MasterWait(true, "alpine:3.10", 100),
        Optional.of(Duration.ofSeconds(60)),
        Duration.ofSeconds(2));
  }
}
