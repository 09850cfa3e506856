package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.api.Store;
import dev.trainyard.simulation.cluster.Machines.Work;
import dev.trainyard.simulation.cluster.World;
import java.time.Duration;
import java.util.stream.Stream;

/// What the invariants look at: a simulated world, or a cluster in real time whose changes are
/// followed.
public interface Sight {

  /// Every object, and every change as it happens.
  Store store();

  /// Processes that run at this moment, whether or not anybody can see them.
  Stream<Work> running();

  /// Since the beginning.
  Duration elapsed();

  static Sight of(World world) {
    return new Sight() {
      @Override
      public Store store() {
        return world.store();
      }

      @Override
      public Stream<Work> running() {
        return world.machines().running();
      }

      @Override
      public Duration elapsed() {
        return world.agenda().elapsed();
      }
    };
  }
}
