package dev.trainyard.yard.node;

import dev.trainyard.yard.apiserver.LogSource.Request;
import dev.trainyard.yard.node.supervisor.RunFiles;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Reads the log of one run through all its files, and on while it grows.
final class LogReader {

  /// How often a log that is followed is looked at. To be told of changes would take one of the few
  /// inotify instances that a user has, and a thread, for every reader.
  private static final Duration GLANCE = Duration.ofMillis(100);

  private final RunFiles run;
  private final Request request;
  private final OutputStream out;
  private final BooleanSupplier closed;
  private long left;
  private boolean atLineStart = true;

  LogReader(RunFiles run, Request request, OutputStream out, BooleanSupplier closed) {
    this.run = run;
    this.request = request;
    this.out = out;
    this.closed = closed;
    this.left = request.limitBytes().orElse(Long.MAX_VALUE);
  }

  void write() throws IOException {
    // A run that had ended before we began has nothing to add after the last file's end.
    var ended = ended();
    var tail = new Tail(request.tailLines().orElse(Long.MAX_VALUE));
    var key = Optional.<Object>empty();
    for (var file = oldest(); file.isPresent(); file = after(key)) {
      key = Optional.of(key(file.get()));
      try (var lines = new BufferedInputStream(Files.newInputStream(file.get()))) {
        readThrough(lines, tail);
        if (request.follow() && after(key).isEmpty()) {
          tail.flush();
          out.flush();
          follow(lines, key);
        }
      } catch (NoSuchFileException _) {
        // Rotated out while we came to it.
      }
      if (left <= 0 || (ended && after(key).isEmpty())) {
        break;
      }
    }
    tail.flush();
    out.flush();
  }

  private void readThrough(InputStream lines, Tail tail) throws IOException {
    for (var line = line(lines); line.length > 0; line = line(lines)) {
      tail.add(line);
    }
  }

  /// Waits at the end of the newest file until it grows, is rotated away, or the run ends.
  private void follow(BufferedInputStream lines, Optional<Object> key) throws IOException {
    var pending = new ByteArrayOutputStream();
    while (left > 0 && !closed.getAsBoolean()) {
      var over = ended() || archived() || after(key).isPresent();
      var any = false;
      for (var c = lines.read(); c >= 0; c = lines.read()) {
        any = true;
        pending.write(c);
        if (c == '\n') {
          emit(pending.toByteArray());
          pending.reset();
        }
      }
      if (any) {
        out.flush();
      }
      if (over) {
        return;
      }
      try {
        Thread.sleep(GLANCE);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private boolean ended() {
    return Files.exists(run.exit());
  }

  /// The pod is gone and its files were put away; what we have open can still be read to its end.
  private boolean archived() {
    return !Files.isDirectory(run.directory());
  }

  private Optional<Path> oldest() throws IOException {
    var files = files();
    return files.isEmpty() ? waitForFirst() : Optional.of(files.getFirst());
  }

  private Optional<Path> waitForFirst() throws IOException {
    while (request.follow() && !ended() && !closed.getAsBoolean()) {
      try {
        Thread.sleep(GLANCE);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        break;
      }
      if (!files().isEmpty()) {
        break;
      }
    }
    return files().stream().findFirst();
  }

  /// The file that follows the one we read, wherever rotation has moved that one by now.
  private Optional<Path> after(Optional<Object> key) throws IOException {
    var files = files();
    for (var i = 0; i < files.size(); i++) {
      if (key.equals(Optional.of(key(files.get(i))))) {
        return i + 1 < files.size() ? Optional.of(files.get(i + 1)) : Optional.empty();
      }
    }
    // Ours was rotated out altogether: the oldest that is left comes next.
    return files.stream().findFirst();
  }

  /// Oldest first.
  private List<Path> files() throws IOException {
    var files = new ArrayList<Path>();
    for (var number = 0; ; number++) {
      var file = number == 0 ? run.log() : run.directory().resolve("log." + number);
      if (!Files.exists(file)) {
        // The newest is missing for an instant while files are renamed.
        if (number > 0 || !Files.exists(run.directory().resolve("log.1"))) {
          break;
        }
        continue;
      }
      files.add(file);
    }
    Collections.reverse(files);
    return files;
  }

  private static Object key(Path file) throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException _) {
      return file;
    }
  }

  /// One line with its end; empty at the end of the file. A line still being written is left for
  /// later.
  private static byte[] line(InputStream lines) throws IOException {
    var line = new ByteArrayOutputStream();
    lines.mark(1 << 20);
    for (var c = lines.read(); c >= 0; c = lines.read()) {
      line.write(c);
      if (c == '\n') {
        return line.toByteArray();
      }
    }
    lines.reset();
    return new byte[0];
  }

  /// Keeps the last lines asked for. Parts of one line count once.
  private final class Tail {
    private final long most;
    private final ArrayDeque<byte[]> kept = new ArrayDeque<>();
    private long whole;

    Tail(long most) {
      this.most = most;
    }

    void add(byte[] line) throws IOException {
      if (!wanted(line)) {
        return;
      }
      if (most == Long.MAX_VALUE) {
        emit(line);
        return;
      }
      kept.add(line);
      whole += full(line) ? 1 : 0;
      while (whole > most) {
        whole -= full(kept.remove()) ? 1 : 0;
      }
    }

    void flush() throws IOException {
      while (!kept.isEmpty()) {
        emit(kept.remove());
      }
      whole = 0;
    }
  }

  private static boolean full(byte[] line) {
    return field(line, 2).equals("F");
  }

  private boolean wanted(byte[] line) {
    var fits =
        switch (request.stream()) {
          case ALL -> true;
          case STDOUT -> field(line, 1).equals("stdout");
          case STDERR -> field(line, 1).equals("stderr");
        };
    return fits
        && request.since().filter(since -> Instant.parse(field(line, 0)).isBefore(since)).isEmpty();
  }

  private void emit(byte[] line) throws IOException {
    if (!wanted(line)) {
      return;
    }
    var text = offset(line, 3);
    var full = full(line);
    var length = line.length - text - (full ? 0 : 1);
    if (request.timestamps() && atLineStart) {
      put((field(line, 0) + " ").getBytes(StandardCharsets.US_ASCII));
    }
    put(Arrays.copyOfRange(line, text, text + length));
    atLineStart = full;
  }

  private void put(byte[] bytes) throws IOException {
    var length = (int) Math.min(bytes.length, left);
    out.write(bytes, 0, length);
    left -= length;
  }

  private static String field(byte[] line, int number) {
    var start = offset(line, number);
    var end = offset(line, number + 1) - 1;
    return new String(line, start, Math.max(0, end - start), StandardCharsets.US_ASCII);
  }

  /// Where field `number` begins; fields are separated by single blanks.
  private static int offset(byte[] line, int number) {
    var at = 0;
    for (var blanks = 0; blanks < number && at < line.length; at++) {
      blanks += line[at] == ' ' ? 1 : 0;
    }
    return at;
  }
}
