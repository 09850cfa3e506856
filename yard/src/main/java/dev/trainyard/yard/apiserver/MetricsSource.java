package dev.trainyard.yard.apiserver;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Where the API finds how much nodes and pods use. On one machine that is the node in the same
/// process.
public interface MetricsSource {

  /// One reading, of everything that runs here.
  Optional<Reading> read();

  /// What was used on average over the window that ended then.
  record Reading(String node, Instant at, Duration window, Usage machine, List<PodUsage> pods) {
    public Reading {
      pods = List.copyOf(pods);
    }
  }

  record PodUsage(String namespace, String pod, List<ContainerUsage> containers) {
    public PodUsage {
      containers = List.copyOf(containers);
    }
  }

  record ContainerUsage(String container, Usage usage) {}

  /// How much of the machine something uses.
  ///
  /// @param cpuNanos nanoseconds of processor time for each second
  record Usage(long cpuNanos, long memoryBytes) {}

  /// A cluster with no node of its own has nothing to tell.
  static MetricsSource none() {
    return Optional::empty;
  }
}
