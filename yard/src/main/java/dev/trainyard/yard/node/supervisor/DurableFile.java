package dev.trainyard.yard.node.supervisor;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// A file that is either wholly there or not there, also after a crash or a power cut.
public final class DurableFile {

  /// Readable by its owner alone: what a container is told may hold secrets.
  private static final String PRIVATE = "rw-------";

  public static void write(Path file, String content) throws IOException {
    write(file, content.getBytes(StandardCharsets.UTF_8));
  }

  public static void write(Path file, byte[] content) throws IOException {
    var temporary =
        file.resolveSibling(".%s.%d".formatted(file.getFileName(), ProcessHandle.current().pid()));
    var permissions =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE));
    try (var channel =
        FileChannel.open(temporary, Set.of(CREATE, WRITE, TRUNCATE_EXISTING), permissions)) {
      var bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    try (var directory = FileChannel.open(file.toAbsolutePath().getParent(), READ)) {
      directory.force(true);
    }
  }

  private DurableFile() {}
}
