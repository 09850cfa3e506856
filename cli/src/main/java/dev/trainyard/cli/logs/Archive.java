package dev.trainyard.cli.logs;

import dev.trainyard.cli.logs.PodLog.Line;
import dev.trainyard.yard.apiserver.LogSource;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// What pods printed, also of those that are gone: the API forgets their logs with them, the node
/// that ran them does not.
public record Archive(LogSource source) {

  /// Every line of the container's last two runs, from a moment on.
  void read(ContainerFollower.Target target, Optional<Instant> since, Consumer<Line> lines)
      throws IOException {
    for (var previous : new boolean[] {true, false}) {
      var request =
          new LogSource.Request(
              target.namespace(),
              target.pod(),
              target.podUid(),
              target.container(),
              false,
              previous,
              true,
              OptionalLong.empty(),
              OptionalLong.empty(),
              since);
      try (var out = new Lines(lines)) {
        var _ = source.write(request, out);
      }
    }
  }
}
