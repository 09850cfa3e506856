package dev.trainyard.yard.node.volumes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/// A directory in this machine's memory, for what must be fast or must never be on a disk.
///
/// Everybody may write to `/dev/shm`, so a directory found there is only used when it is ours and
/// closed to others. Where there is none to be had, a directory of the home takes its place.
record MemoryArea(Path directory) {

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  static MemoryArea of(Path home) throws IOException {
    var name =
        "trainyard-" + UUID.nameUUIDFromBytes(home.toString().getBytes(StandardCharsets.UTF_8));
    var wanted = SHARED_MEMORY.resolve(name);
    if (Files.isWritable(SHARED_MEMORY)
        && Files.getFileStore(SHARED_MEMORY).type().equals("tmpfs")
        && made(wanted)
        && ours(wanted)) {
      return new MemoryArea(wanted);
    }
    return new MemoryArea(makePrivate(home.resolve("memory")));
  }

  private static boolean made(Path directory) throws IOException {
    try {
      makePrivate(directory);
      return true;
    } catch (FileAlreadyExistsException _) {
      return true;
    }
  }

  private static boolean ours(Path directory) throws IOException {
    var own = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
        && Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(own)
        && PosixFilePermissions.toString(Files.getPosixFilePermissions(directory))
            .equals("rwx------");
  }

  static Path makePrivate(Path directory) throws IOException {
    return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
        ? directory
        : Files.createDirectory(
            directory,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  Path ofPod(String uid) {
    return directory.resolve(uid);
  }
}
