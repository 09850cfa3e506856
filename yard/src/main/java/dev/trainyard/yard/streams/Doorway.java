package dev.trainyard.yard.streams;

import java.io.IOException;
import java.net.InetAddress;
import java.util.OptionalInt;
import java.util.function.Predicate;

/// Lets pods that have networks of their own reach the API of their cluster, where that listens on
/// this machine's loopback address only.
public interface Doorway {

  /// Answers at a further address of this machine, to these guests and nobody else.
  ///
  /// @return the port; nothing where the cluster has no need of it
  OptionalInt open(InetAddress address, Predicate<InetAddress> guests) throws IOException;

  /// For a cluster whose API is reached like everything else.
  static Doorway none() {
    return (_, _) -> OptionalInt.empty();
  }
}
