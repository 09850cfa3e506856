package dev.trainyard.yard;

import dev.trainyard.yard.node.supervisor.ProcessId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// The process that holds a home. A pid is used again, and a copy of a home names the process that
/// holds the original: so the start of the process and the directory itself stand beside it.
public record Holder(ProcessId process, String directory) {

  /// Not in the lock itself: whoever opens and closes that gives up the lock of his own process.
  static final String FILE = "holder";

  /// This very process, in this home.
  static Holder self(Path home) throws IOException {
    return new Holder(ProcessId.self(), identity(home));
  }

  /// Whoever holds this home by now; nobody where the process has ended, or holds another home.
  public static Optional<Holder> of(Path home) {
    try {
      var here = identity(home);
      return Home.read(home, FILE)
          .flatMap(Holder::parse)
          .filter(holder -> holder.directory().equals(here) && holder.process().alive());
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  public long pid() {
    return process.pid();
  }

  private static Optional<Holder> parse(String text) {
    var words = text.split(" ", 2);
    return words.length == 2
        ? ProcessId.parse(words[0]).map(process -> new Holder(process, words[1]))
        : Optional.empty();
  }

  String text() {
    return process.word() + " " + directory;
  }

  /// Device and number of the directory: a copy has others, a directory that was moved has not.
  private static String identity(Path home) throws IOException {
    return String.valueOf(Files.readAttributes(home, BasicFileAttributes.class).fileKey());
  }
}
