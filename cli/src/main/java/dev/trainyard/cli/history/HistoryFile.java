package dev.trainyard.cli.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The jobs that are over, one line of JSON each, the oldest first. A line is on disk before `add`
/// returns; half a line, left by a crash, is read past.
public final class HistoryFile {

  /// What is older than so many jobs is forgotten.
  static final int KEPT = 1_000;

  /// Rewriting costs as much as everything kept, so it waits until it is worth it.
  private static final int TOO_MANY = KEPT + KEPT / 4;

  private static final FileAttribute<Set<PosixFilePermission>> OURS_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final Set<String> known = new HashSet<>();
  private int lines;

  public HistoryFile(Path file) throws IOException {
    this.file = file;
    var past = read();
    past.forEach(job -> known.add(job.uid()));
    lines = past.size();
  }

  public synchronized List<PastJob> read() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    // Bytes that are no text can only be what a crash left.
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
        .lines()
        .flatMap(line -> parse(line).stream())
        .toList();
  }

  synchronized boolean knows(String uid) {
    return known.contains(uid);
  }

  /// Once for each job; what is there already is left alone.
  synchronized void add(PastJob job) throws IOException {
    if (known.contains(job.uid())) {
      return;
    }
    try (var channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            OURS_ALONE)) {
      channel.position(channel.size());
      write(channel, (endsInTheMiddle(channel) ? "\n" : "") + job.json() + "\n");
    }
    known.add(job.uid());
    lines++;
    if (lines > TOO_MANY) {
      forgetTheOldest();
    }
  }

  private static boolean endsInTheMiddle(FileChannel channel) throws IOException {
    if (channel.size() == 0) {
      return false;
    }
    var last = ByteBuffer.allocate(1);
    channel.read(last, channel.size() - 1);
    return last.get(0) != '\n';
  }

  private void forgetTheOldest() throws IOException {
    var all = read();
    var kept = all.subList(Math.max(0, all.size() - KEPT), all.size());
    var next = file.resolveSibling(file.getFileName() + ".next");
    Files.deleteIfExists(next);
    try (var channel =
        FileChannel.open(
            next, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OURS_ALONE)) {
      write(channel, kept.stream().map(job -> job.json() + "\n").collect(Collectors.joining()));
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    lines = kept.size();
  }

  private static void write(FileChannel channel, String text) throws IOException {
    var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
  }

  private static Optional<PastJob> parse(String line) {
    try {
      return PastJob.parse(JSON.readTree(line));
    } catch (JsonProcessingException _) {
      return Optional.empty();
    }
  }
}
