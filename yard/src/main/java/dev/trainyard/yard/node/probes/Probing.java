package dev.trainyard.yard.node.probes;

import dev.trainyard.yard.node.Seconds;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Probe;
import java.time.Duration;
import java.util.Optional;

/// What a probe asks, how often, and how many answers count.
///
/// @param grace how long a container that fails may take to end, when it is not what the pod says
public record Probing(
    Check check,
    Duration initialDelay,
    Duration period,
    Duration timeout,
    int successes,
    int failures,
    Optional<Duration> grace) {

  /// What a probe is for.
  public enum Kind {
    STARTUP("Startup"),
    LIVENESS("Liveness"),
    READINESS("Readiness");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /// Absent and zero numbers mean Kubernetes' defaults.
  public static Probing of(Probe probe, Container container, String podIp) {
    return new Probing(
        Checks.of(probe, container, podIp),
        Seconds.of(number(probe.getInitialDelaySeconds(), 0)),
        Seconds.of(number(probe.getPeriodSeconds(), 10)),
        Seconds.of(number(probe.getTimeoutSeconds(), 1)),
        number(probe.getSuccessThreshold(), 1),
        number(probe.getFailureThreshold(), 3),
        Optional.ofNullable(probe.getTerminationGracePeriodSeconds()).map(Seconds::of));
  }

  private static int number(Integer value, int otherwise) {
    return Optional.ofNullable(value).filter(number -> number > 0).orElse(otherwise);
  }
}
