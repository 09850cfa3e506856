package dev.trainyard.yard.node.supervisor;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.Consumer;

/// Cuts one stream of bytes into lines in the format of the Kubernetes container runtimes: `<time>
/// stdout|stderr F|P <line>`, where P is a part whose end follows.
final class LineFormat {

  /// A line longer than this is written in parts, so that a program that never prints a line end
  /// costs a bounded amount of memory.
  static final int LONGEST_PART = 16 * 1024;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnn'Z'").withZone(ZoneOffset.UTC);

  private final String stream;
  private final Consumer<byte[]> lines;
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

  LineFormat(String stream, Consumer<byte[]> lines) {
    this.stream = stream;
    this.lines = lines;
  }

  /// Passes on, as one block, the lines that `length` more bytes complete.
  void accept(byte[] bytes, int length, Instant now) {
    var block = new ByteArrayOutputStream(length + 64);
    var head = "%s %s ".formatted(time(now), stream).getBytes(StandardCharsets.US_ASCII);
    var start = 0;
    for (var at = 0; at < length; at++) {
      if (bytes[at] == '\n') {
        pending.write(bytes, start, at - start);
        flush(block, head, 'F');
        start = at + 1;
      } else if (pending.size() + at - start + 1 >= LONGEST_PART) {
        pending.write(bytes, start, at - start + 1);
        flush(block, head, 'P');
        start = at + 1;
      }
    }
    pending.write(bytes, start, length - start);
    if (block.size() > 0) {
      lines.accept(block.toByteArray());
    }
  }

  /// The stream ended; what has no line end is a line too.
  void end(Instant now) {
    if (pending.size() > 0) {
      accept(new byte[] {'\n'}, 1, now);
    }
  }

  private void flush(ByteArrayOutputStream block, byte[] head, char tag) {
    block.writeBytes(head);
    block.write(tag);
    block.write(' ');
    block.writeBytes(pending.toByteArray());
    block.write('\n');
    pending.reset();
  }

  static String time(Instant instant) {
    return TIME.format(instant);
  }
}
