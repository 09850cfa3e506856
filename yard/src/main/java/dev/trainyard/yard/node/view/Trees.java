package dev.trainyard.yard.node.view;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Removes what containers leave behind.
public final class Trees {

  /// Deletes a directory with everything in it, following no link. Refuses while anything is
  /// mounted below it, because that would delete what is somebody else's.
  public static void delete(Path tree) throws IOException {
    if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    var mounted = mountedBelow(tree.toRealPath());
    if (!mounted.isEmpty()) {
      throw new IOException(
          "%s is not deleted, because something is mounted at %s: unmount it first."
              .formatted(tree, mounted.getFirst()));
    }
    Files.walkFileTree(tree, new Deletion());
  }

  /// The mount points of this machine at or below a directory.
  public static List<Path> mountedBelow(Path tree) throws IOException {
    try (var mounts = Files.lines(Path.of("/proc/self/mountinfo"), StandardCharsets.ISO_8859_1)) {
      return mounts
          .map(line -> Path.of(line.split(" ", 6)[4].replace("\\040", " ")))
          .filter(point -> point.startsWith(tree))
          .toList();
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      // A program may have taken the right to change a directory from its own user.
      if (!Files.isWritable(directory) || !Files.isExecutable(directory)) {
        Files.setPosixFilePermissions(
            directory,
            Set.of(
                PosixFilePermission.OWNER_READ,
                PosixFilePermission.OWNER_WRITE,
                PosixFilePermission.OWNER_EXECUTE));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.delete(directory);
      return FileVisitResult.CONTINUE;
    }
  }

  private Trees() {}
}
