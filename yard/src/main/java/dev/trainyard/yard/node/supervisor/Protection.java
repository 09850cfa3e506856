package dev.trainyard.yard.node.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Keeps the kernel from choosing this process when the machine runs out of memory: a container
/// that grew is a better choice than whoever looks after it.
public final class Protection {

  /// Only -1000 would mean never.
  private static final String LAST = "-999";

  /// Where this process may ask for it, as root may; elsewhere containers only go first.
  public static void seek() {
    try {
      Files.writeString(Path.of("/proc/self/oom_score_adj"), LAST);
    } catch (IOException _) {
      // Not allowed here.
    }
  }

  private Protection() {}
}
