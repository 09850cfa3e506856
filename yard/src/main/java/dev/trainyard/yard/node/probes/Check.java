package dev.trainyard.yard.node.probes;

import java.time.Duration;
import java.util.List;

/// One question to a container, asked by a probe or a hook.
public sealed interface Check {

  /// Runs a program in the container's surroundings; 0 is a good answer.
  ///
  /// @param repeated whether what it prints may be told: what a hook prints is nobody's answer, and
  ///   may hold secrets
  record Exec(List<String> command, boolean repeated) implements Check {
    public Exec {
      command = List.copyOf(command);
    }
  }

  /// Gets a page; any status from 200 to 399 is a good answer.
  record Http(boolean tls, String host, int port, String path, List<Header> headers)
      implements Check {
    public Http {
      headers = List.copyOf(headers);
    }

    Http at(int port) {
      return new Http(tls, host, port, path, headers);
    }
  }

  record Header(String name, String value) {}

  /// Opens a connection and closes it.
  ///
  /// @param instead what was asked for, where a connection is all that can be tried
  record Tcp(String host, int port, String instead) implements Check {
    Tcp at(int port) {
      return new Tcp(host, port, instead);
    }
  }

  /// Waits; only hooks do.
  record Pause(Duration duration) implements Check {}

  /// A question that cannot be asked as it is written.
  record Unanswerable(String why) implements Check {}
}
