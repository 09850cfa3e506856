package dev.trainyard.yard.node.view;

import java.nio.file.Path;

/// A directory or file of this machine in its place in a container.
///
/// @param volume the name a person gave it
/// @param at the place in the container
/// @param from where it is on this machine
public record Mount(String volume, String at, Path from, boolean readOnly) {

  public Mount {
    at = Path.of(at).normalize().toString();
    if (!at.startsWith("/") || at.equals("/")) {
      throw new IllegalArgumentException("nothing can be mounted at \"%s\"".formatted(at));
    }
  }

  /// True for this place and every one below it.
  boolean holds(String path) {
    return path.equals(at) || path.startsWith(at + "/");
  }
}
