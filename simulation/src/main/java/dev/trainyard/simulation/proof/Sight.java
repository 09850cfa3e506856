package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.api.Store;
import dev.trainyard.simulation.cluster.Machines.Work;
import dev.trainyard.simulation.cluster.World;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntSupplier;
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

  /// What clocks say.
  Instant now();

  /// How many faults anybody made on purpose so far.
  default int faults() {
    return 0;
  }

  static Sight of(World world) {
    return of(world, () -> 0);
  }

  static Sight of(World world, IntSupplier faults) {
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

      @Override
      public Instant now() {
        return world.agenda().instant();
      }

      @Override
      public int faults() {
        return faults.getAsInt();
      }
    };
  }
}
