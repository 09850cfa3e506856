package dev.trainyard.cli.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How long a cluster has not been seen. A watch that breaks is mended by itself, unless the
/// cluster is gone.
public final class Blindness {

  private final Duration patience;
  private Optional<Instant> since = Optional.empty();

  public Blindness(Duration patience) {
    this.patience = patience;
  }

  public Duration patience() {
    return patience;
  }

  /// Takes in whether everything is seen right now; answers whether it has not been for longer than
  /// anybody should wait.
  public boolean tooLong(boolean sighted) {
    if (sighted) {
      since = Optional.empty();
      return false;
    }
    var now = Instant.now();
    var began = since.orElse(now);
    since = Optional.of(began);
    return Duration.between(began, now).compareTo(patience) > 0;
  }
}
