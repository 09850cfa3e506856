package dev.trainyard.simulation.controller;

import dev.trainyard.simulation.api.Key;
import java.time.Duration;
import java.util.OptionalInt;

/// What happens to a controller's requests and watches on their way. A fine day is `CALM`.
public interface Weather {

  Weather CALM =
      new Weather() {
        @Override
        public Fate of(Request request) {
          return new Fate.Served(Duration.ZERO, Duration.ZERO);
        }

        @Override
        public Delivery next(String kind) {
          return new Delivery(Duration.ZERO, OptionalInt.empty(), false, false);
        }
      };

  /// What a controller asks for.
  ///
  /// @param number counts the requests of all controllers, from 1
  record Request(String verb, Key key, long number) {}

  Fate of(Request request);

  /// How the next changes of a kind reach their watch.
  Delivery next(String kind);

  /// How a request fares.
  sealed interface Fate {
    /// Done, after a while, and answered after another.
    record Served(Duration way, Duration back) implements Fate {}

    /// Refused before anything was done.
    record Refused(RuntimeException answer) implements Fate {}

    /// Done, but the answer never came.
    record Unanswered() implements Fate {}

    /// The controller dies before the request leaves, or right after it was served.
    record Crash(boolean served) implements Fate {}
  }

  /// How changes arrive.
  ///
  /// @param late after how long they arrive
  /// @param most how many at once, if bounded
  /// @param squeezed whether only the last state of each object is told
  /// @param repeated whether what was known is told again as well
  record Delivery(Duration late, OptionalInt most, boolean squeezed, boolean repeated) {}
}
