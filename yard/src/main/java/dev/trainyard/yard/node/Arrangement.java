package dev.trainyard.yard.node;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the node does about a container that needs more than this machine has. The Pod itself never
/// changes.
///
/// @param command what runs in the place of the container's own command
/// @param environment variables the container has unless its spec says otherwise
/// @param directory one of this machine that the container must find in its place and may write to,
///   whatever else it sees
record Arrangement(
    Optional<List<String>> command, Map<String, String> environment, Optional<Path> directory) {

  static final Arrangement NONE = new Arrangement(Optional.empty(), Map.of(), Optional.empty());

  Arrangement {
    command = command.map(List::copyOf);
    environment = Map.copyOf(environment);
  }

  static Arrangement running(List<String> command) {
    return new Arrangement(Optional.of(command), Map.of(), Optional.empty());
  }

  static Arrangement with(Map<String, String> environment) {
    return new Arrangement(Optional.empty(), environment, Optional.empty());
  }

  Arrangement in(Map<String, String> environment) {
    return new Arrangement(command, environment, directory);
  }

  Arrangement needing(Path directory) {
    return new Arrangement(command, environment, Optional.of(directory));
  }
}
