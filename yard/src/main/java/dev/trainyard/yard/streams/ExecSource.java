package dev.trainyard.yard.streams;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Where commands in containers are started. On one machine that is the node in the same process.
public interface ExecSource {

  /// Starts the command; nothing when the container does not run here. An exception's message is
  /// shown to whoever asked.
  Optional<Execution> start(Request request) throws IOException;

  /// What to run and which of its streams the other side wants.
  record Request(
      String namespace,
      String pod,
      String container,
      List<String> command,
      boolean stdin,
      boolean stdout,
      boolean stderr,
      boolean tty) {
    public Request {
      command = List.copyOf(command);
    }
  }

  /// A cluster with no node of its own runs no commands.
  static ExecSource none() {
    return _ -> Optional.empty();
  }
}
