package dev.trainyard.yard.node.mpi;

import java.util.Optional;
import java.util.regex.Pattern;

/// An MPIJob, whose workers are called `<name>-worker-<number>`.
public record MpiJob(String namespace, String name) {

  /// The number of the worker that a host name means, in whatever length it is written.
  public Optional<Integer> worker(String host) {
    var first = host.substring(host.indexOf('@') + 1).split("\\.", 2)[0];
    var match = Pattern.compile(Pattern.quote(name) + "-worker-(\\d{1,9})").matcher(first);
    return match.matches() ? Optional.of(Integer.valueOf(match.group(1))) : Optional.empty();
  }

  public String workerName(int number) {
    return "%s-worker-%d".formatted(name, number);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
