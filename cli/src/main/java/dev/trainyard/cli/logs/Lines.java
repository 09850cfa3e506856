package dev.trainyard.cli.logs;

import dev.trainyard.cli.logs.PodLog.Line;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.function.Consumer;

/// Turns what a log endpoint sends into lines. A line is handed on whole, or at the very end.
final class Lines extends OutputStream {

  private final Consumer<Line> lines;
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

  Lines(Consumer<Line> lines) {
    this.lines = lines;
  }

  @Override
  public void write(int b) {
    if (b == '\n') {
      handOn();
    } else {
      pending.write(b);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      write(bytes[i]);
    }
  }

  @Override
  public void close() {
    if (pending.size() > 0) {
      handOn();
    }
  }

  private void handOn() {
    var text = pending.toString(StandardCharsets.UTF_8);
    pending.reset();
    lines.accept(parse(text));
  }

  /// A line without a time of its own is older than any that has one.
  private static Line parse(String text) {
    var blank = text.indexOf(' ');
    try {
      return blank < 0
          ? new Line(Instant.parse(text), "")
          : new Line(Instant.parse(text.substring(0, blank)), text.substring(blank + 1));
    } catch (DateTimeParseException _) {
      return new Line(Instant.MIN, text);
    }
  }
}
