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

  /// What keeps them from running, if anything does.
  default Optional<Obstacle> obstacle(Pod pod) {
    return Optional.empty();
  }

  /// When and how a program ends.
  ///
  /// @param reason what its node says of it
  record Ending(Duration after, int code, String reason) {
    public Ending(Duration after, int code) {
      this(after, code, code == 0 ? "Completed" : "Error");
    }
  }

  /// Why a pod ends before its containers run.
  sealed interface Obstacle {
    /// What runs before them fails.
    record InitFails(int code) implements Obstacle {}

    /// Its node would not have it.
    record Rejected(String reason) implements Obstacle {}
  }

  /// Every pod meets this obstacle.
  static Program hinderedBy(Obstacle obstacle) {
    return new Program() {
      @Override
      public Optional<Ending> of(Pod pod, int start) {
        return Optional.empty();
      }

      @Override
      public Optional<Obstacle> obstacle(Pod pod) {
        return Optional.of(obstacle);
      }
    };
  }

  /// Every pod ends well after this long.
  static Program succeedsAfter(Duration time) {
    return (_, _) -> Optional.of(new Ending(time, 0));
  }
}
