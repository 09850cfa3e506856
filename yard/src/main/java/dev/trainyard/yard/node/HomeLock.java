package dev.trainyard.yard.node;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Keeps a second node out of the same home. The kernel drops the lock with the process, so a
/// killed yard never stands in the way of the next.
record HomeLock(FileChannel channel) implements Closeable {

  static HomeLock take(Path home) throws IOException {
    var channel =
        FileChannel.open(
            home.resolve("node.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!locked(channel)) {
      channel.close();
      throw new IOException(
          "Another node is using %s. End it first, or give this one a home of its own."
              .formatted(home));
    }
    return new HomeLock(channel);
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException _) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
