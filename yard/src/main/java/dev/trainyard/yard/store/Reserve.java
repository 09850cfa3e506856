package dev.trainyard.yard.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Space that is kept for the day the disk is full: a file that is given up then, so that what is
/// to go can be written down as gone. As long as it cannot be made whole again, nothing else is
/// stored.
final class Reserve {

  private static final Logger log = LoggerFactory.getLogger(Reserve.class);

  /// Enough for the log of some hundred deletions, which is given back after each.
  private static final int BYTES = 4 * 1024 * 1024;

  private final Path directory;
  private final Path file;
  private boolean whole;

  Reserve(Path directory) {
    this.directory = directory;
    this.file = directory.resolve("reserve");
  }

  /// Whether it is there, made anew if need be and if there is room.
  boolean kept() {
    if (!whole) {
      try {
        whole = (Files.exists(file) && Files.size(file) == BYTES) || made();
      } catch (IOException e) {
        log.atDebug().log("No space can be kept: {}", e.getMessage());
        gone();
      }
    }
    return whole;
  }

  /// Noise, because some file systems keep nothing of a file of zeros.
  private boolean made() throws IOException {
    if (Files.getFileStore(directory).getUsableSpace() < BYTES) {
      gone();
      return false;
    }
    var noise = new byte[BYTES];
    new Random(0).nextBytes(noise);
    Files.write(file, noise);
    return true;
  }

  /// Gives the space up. Says whether there was any.
  boolean give() {
    var had = whole;
    gone();
    return had;
  }

  private void gone() {
    whole = false;
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      log.atWarn().log("The space that was kept cannot be given up: {}", e.getMessage());
    }
  }
}
