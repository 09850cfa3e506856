package dev.trainyard.simulation.controller;

import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import java.util.Optional;

/// Told which jobs to look at, and which are no more.
interface Wakes {

  void wake(Key job);

  void gone(Key job);

  /// Whatever happens to a job concerns that job.
  default Watch.Listener itself() {
    return new Watch.Listener() {
      @Override
      public void changed(Optional<Item> before, Item now) {
        wake(now.key());
      }

      @Override
      public void gone(Item last) {
        Wakes.this.gone(last.key());
      }
    };
  }
}
