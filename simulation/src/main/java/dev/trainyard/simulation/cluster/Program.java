package dev.trainyard.simulation.cluster;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Optional;

/// What the containers of a pod do once they run.
public interface Program {

  /// They run until something ends them.
  Program ENDLESS = (_, _) -> Optional.empty();

  /// How they end, if they do by themselves.
  ///
  /// @param start counts the starts of this very pod's containers, from 1
  Optional<Ending> of(Pod pod, int start);

  record Ending(Duration after, int code) {}

  /// Every pod ends well after this long.
  static Program succeedsAfter(Duration time) {
    return (_, _) -> Optional.of(new Ending(time, 0));
  }
}
