package dev.trainyard.operator.leader;

import java.time.Duration;

/// What operators that stand for election agree on.
///
/// @param identity tells this process from every other, also from its own predecessor
/// @param lasts how long after its last renewal nobody else may take the lease
/// @param renewWithin how long after its last renewal the holder may act; the rest is the time
///   others may be wrong about the time
/// @param tryEvery how often the holder renews, and the others ask
public record Terms(
    String namespace,
    String lease,
    String identity,
    Duration lasts,
    Duration renewWithin,
    Duration tryEvery) {

  public static final String LEASE = "trainyard-operator";

  public Terms {
    if (renewWithin.compareTo(lasts) >= 0 || tryEvery.compareTo(renewWithin) >= 0) {
      throw new IllegalArgumentException(
          "a lease of %s cannot be renewed within %s by trying every %s"
              .formatted(lasts, renewWithin, tryEvery));
    }
  }

  /// As Kubernetes' own controllers have it.
  public static Terms usual(String namespace, String lease, String identity) {
    return new Terms(
        namespace,
        lease,
        identity,
        Duration.ofSeconds(15),
        Duration.ofSeconds(10),
        Duration.ofSeconds(2));
  }
}
