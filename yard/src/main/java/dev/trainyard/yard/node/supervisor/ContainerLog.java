package dev.trainyard.yard.node.supervisor;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.trainyard.yard.node.supervisor.RunSpec.LogLimits;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;

/// What a container prints, in files of bounded size. Files change between lines, never inside one.
final class ContainerLog implements Closeable {

  private final Path file;
  private final LogLimits limits;
  private FileChannel channel;
  private long size;
  private long lostBytes;

  ContainerLog(Path file, LogLimits limits) throws IOException {
    this.file = file;
    this.limits = limits;
    this.channel = FileChannel.open(file, CREATE, WRITE, APPEND);
    this.size = channel.size();
  }

  /// Appends whole lines. A full disk loses lines, and the log says so later; it never stops the
  /// reading of the pipe, because then the container would hang in its next `print`.
  synchronized void append(byte[] lines) {
    try {
      if (lostBytes > 0) {
        var note =
            "%s stderr F trainyard: %d bytes of output were lost, the log could not be written\n"
                .formatted(LineFormat.time(Instant.now()), lostBytes);
        write(note.getBytes(StandardCharsets.UTF_8));
        lostBytes = 0;
      }
      write(lines);
    } catch (IOException _) {
      lostBytes += lines.length;
    }
  }

  private void write(byte[] lines) throws IOException {
    var start = 0;
    while (start < lines.length) {
      var end = endOfWhatFits(lines, start);
      if (end == start) {
        rotate();
      } else {
        writeWhole(lines, start, end);
        start = end;
      }
    }
  }

  /// The end of the last whole line that still fits; an empty file takes one line of any length.
  private int endOfWhatFits(byte[] lines, int start) {
    var fits = start;
    for (var at = start; at < lines.length; at++) {
      if (lines[at] == '\n') {
        if (size + (at + 1 - start) > limits.bytes()) {
          return fits == start && size == 0 ? at + 1 : fits;
        }
        fits = at + 1;
      }
    }
    return fits;
  }

  private void writeWhole(byte[] lines, int start, int end) throws IOException {
    var before = size;
    var bytes = ByteBuffer.wrap(lines, start, end - start);
    try {
      while (bytes.hasRemaining()) {
        size += channel.write(bytes);
      }
    } catch (IOException e) {
      // Half a line would glue itself to the next one.
      channel.truncate(before);
      size = before;
      throw e;
    }
  }

  private void rotate() throws IOException {
    for (var number = limits.files() - 1; number > 0; number--) {
      var from = number == 1 ? file : numbered(number - 1);
      if (Files.exists(from)) {
        Files.move(
            from,
            numbered(number),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (limits.files() == 1) {
      Files.delete(file);
    }
    var next = FileChannel.open(file, CREATE, WRITE, APPEND);
    channel.close();
    channel = next;
    size = 0;
  }

  private Path numbered(int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }

  @Override
  public synchronized void close() throws IOException {
    channel.close();
  }
}
