package dev.trainyard.yard.node;

import java.time.Duration;

/// Times as specs give them. A number that no clock can add up is as good as for ever, and a
/// negative one as none.
public final class Seconds {

  private static final Duration FOR_EVER = Duration.ofDays(365L * 1000);

  public static Duration of(long seconds) {
    return Duration.ofSeconds(Math.clamp(seconds, 0, FOR_EVER.toSeconds()));
  }

  private Seconds() {}
}
