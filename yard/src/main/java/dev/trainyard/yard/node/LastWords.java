package dev.trainyard.yard.node;

import dev.trainyard.yard.apiserver.LogSource;
import dev.trainyard.yard.node.supervisor.RunFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// The end of what a run printed, as much of it as a status may hold.
final class LastWords {

  private static final int LINES = 80;
  private static final int BYTES = 2048;
  private static final int MESSAGE_BYTES = 4096;

  /// What the container wrote into its message file; where it wrote nothing and the log may stand
  /// in for it, the end of the log.
  static Optional<String> of(RunFiles run, boolean fallBackToLog) {
    var message = message(run);
    return message.isPresent() || !fallBackToLog ? message : ofLog(run);
  }

  /// Where a container's `terminationMessagePath` ends up.
  static Path messageFile(RunFiles run) {
    return run.directory().resolve("message");
  }

  private static Optional<String> message(RunFiles run) {
    try (var file = Files.newInputStream(messageFile(run))) {
      var words = new String(file.readNBytes(MESSAGE_BYTES), StandardCharsets.UTF_8);
      return words.isEmpty() ? Optional.empty() : Optional.of(words);
    } catch (IOException _) {
      return Optional.empty(); // Not written, or not readable, which comes to the same.
    }
  }

  private static Optional<String> ofLog(RunFiles run) {
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
