package dev.trainyard.yard.node.network;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Chooses how pods are connected on this machine, and says which way and why.
public final class Networks {

  public static Network choose(
      Networking wish, Path home, Neighbours neighbours, Consumer<String> notice)
      throws IOException {
    return new SharedNetwork(home, neighbours);
  }

  private Networks() {}
}
