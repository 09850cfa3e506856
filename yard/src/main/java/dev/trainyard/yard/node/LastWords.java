package dev.trainyard.yard.node;

import dev.trainyard.yard.apiserver.LogSource;
import dev.trainyard.yard.node.supervisor.RunFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/// The end of what a run printed, as much of it as a status may hold.
final class LastWords {

  private static final int LINES = 80;
  private static final int BYTES = 2048;

  static Optional<String> of(RunFiles run) {
    var request =
        new LogSource.Request(
            "",
            "",
            "",
            "",
            false,
            false,
            false,
            OptionalLong.of(LINES),
            OptionalLong.empty(),
            Optional.empty());
    var text = new ByteArrayOutputStream();
    try {
      new LogReader(run, request, text, () -> false).write();
    } catch (IOException _) {
      return Optional.empty(); // A status without last words is better than none.
    }
    var bytes = text.toByteArray();
    var from = Math.max(0, bytes.length - BYTES);
    var words = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    return words.isEmpty() ? Optional.empty() : Optional.of(words);
  }

  private LastWords() {}
}
