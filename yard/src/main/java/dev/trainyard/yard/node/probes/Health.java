package dev.trainyard.yard.node.probes;

import java.time.Duration;
import java.util.Optional;

/// What the hooks and probes of a container say about its newest run.
///
/// @param greeted its postStart hook is through
/// @param started its startup probe is through
/// @param ready others may talk to it
/// @param doomed why the run must end
public record Health(boolean greeted, boolean started, boolean ready, Optional<Doom> doomed) {

  /// The end of a run that has to come.
  ///
  /// @param grace how long the end may take, when it is not what the pod says
  public record Doom(String why, Optional<Duration> grace) {}

  /// Nobody asks, so nothing is wrong.
  public static final Health UNASKED = new Health(true, true, true, Optional.empty());
}
