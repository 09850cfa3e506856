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
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The jobs that are over, one line of JSON each. A line is on disk before `add` returns; half a
/// line, left by a crash, is read past. The newest endings are kept, in whatever order they come.
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
  private final TreeSet<Entry> newest = new TreeSet<>();
  private int lines;

  /// When a job ended; of two at once, any order will do as long as it is one.
  private record Entry(Instant ended, String uid) implements Comparable<Entry> {

    private static final Comparator<Entry> ORDER =
        Comparator.comparing(Entry::ended).thenComparing(Entry::uid);

    static Entry of(PastJob job) {
      return new Entry(job.ended(), job.uid());
    }

    @Override
    public int compareTo(Entry other) {
      return ORDER.compare(this, other);
    }
  }

  public HistoryFile(Path file) throws IOException {
    this.file = file;
    remember(all());
  }

  /// The oldest ending first.
  public synchronized List<PastJob> read() throws IOException {
    return newest(all());
  }

  private static List<PastJob> newest(List<PastJob> all) {
    return all.stream()
        .sorted(Comparator.comparing(PastJob::ended))
        .skip(Math.max(0, all.size() - KEPT))
        .toList();
  }

  private List<PastJob> all() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    // Bytes that are no text can only be what a crash left.
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
        .lines()
        .flatMap(line -> parse(line).stream())
        .toList();
  }

  private void remember(List<PastJob> all) {
    known.clear();
    newest.clear();
    all.forEach(this::remember);
    lines = all.size();
  }

  private void remember(PastJob job) {
    known.add(job.uid());
    newest.add(Entry.of(job));
    if (newest.size() > KEPT) {
      newest.pollFirst();
    }
  }

  synchronized boolean knows(String uid) {
    return known.contains(uid);
  }

  /// Whether a job that ended then is still to be written down: it is not there, nor would it be
  /// the first to be forgotten.
  synchronized boolean lacks(String uid, Instant ended) {
    return !known.contains(uid) && (newest.size() < KEPT || ended.isAfter(newest.first().ended()));
  }

  void add(PastJob job) throws IOException {
    add(List.of(job));
  }

  /// Once for each job; what is there already, or too old to be kept, is left alone. However many
  /// there are, they are on disk with one sync.
  synchronized void add(Collection<PastJob> jobs) throws IOException {
    var added = jobs.stream().filter(job -> lacks(job.uid(), job.ended())).toList();
    if (added.isEmpty()) {
      return;
    }
    try (var channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            OURS_ALONE)) {
      channel.position(channel.size());
      write(channel, (endsInTheMiddle(channel) ? "\n" : "") + text(added));
    }
    added.forEach(this::remember);
    lines += added.size();
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
    var kept = newest(all());
    var next = file.resolveSibling(file.getFileName() + ".next");
    Files.deleteIfExists(next);
    try (var channel =
        FileChannel.open(
            next, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OURS_ALONE)) {
      write(channel, text(kept));
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    remember(kept);
  }

  private static String text(List<PastJob> jobs) {
    return jobs.stream().map(job -> job.json() + "\n").collect(Collectors.joining());
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
