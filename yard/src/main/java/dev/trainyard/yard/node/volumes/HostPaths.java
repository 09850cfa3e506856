package dev.trainyard.yard.node.volumes;

import io.fabric8.kubernetes.api.model.HostPathVolumeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Paths of this machine that a pod asks for by name.
///
/// @param hidden directories that are nobody's to ask for, with all that is in them
public record HostPaths(List<Path> hidden) {

  private static final int KIND = 0170000;
  private static final int SOCKET = 0140000;
  private static final int CHARACTER_DEVICE = 0020000;
  private static final int BLOCK_DEVICE = 0060000;

  Path of(String volume, HostPathVolumeSource source) throws Refused, IOException {
    var path = Path.of(source.getPath());
    var type = Optional.ofNullable(source.getType()).orElse("");
    if (!path.isAbsolute()) {
      throw new Refused("Volume %s: hostPath %s is not absolute.".formatted(volume, path));
    }
    var fits =
        switch (type) {
          case "DirectoryOrCreate" -> Files.isDirectory(Files.createDirectories(path));
          case "Directory" -> Files.isDirectory(path);
          case "FileOrCreate" -> Files.exists(path) ? Files.isRegularFile(path) : created(path);
          case "File" -> Files.isRegularFile(path);
          case "Socket" -> kind(path) == SOCKET;
          case "CharDevice" -> kind(path) == CHARACTER_DEVICE;
          case "BlockDevice" -> kind(path) == BLOCK_DEVICE;
          case "" -> Files.exists(path) || Files.isDirectory(Files.createDirectories(path));
          default -> false;
        };
    if (!fits) {
      throw new Refused(
          "Volume %s: %s is not a %s on this machine; the pod starts once it is."
              .formatted(volume, path, type));
    }
    return visible(volume, path);
  }

  /// The path with every link followed, unless that leads to where nobody may look.
  Path visible(String volume, Path path) throws Refused, IOException {
    var real = path.toRealPath();
    for (var directory : hidden) {
      if (Files.exists(directory) && real.startsWith(directory.toRealPath())) {
        throw new Refused(
            "Volume %s: %s lies in the home of the yard, which no container may see."
                .formatted(volume, path));
      }
    }
    return real;
  }

  private static boolean created(Path file) throws IOException {
    Files.createFile(file);
    return true;
  }

  private static int kind(Path path) throws IOException {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
        ? ((Number) Files.getAttribute(path, "unix:mode")).intValue() & KIND
        : 0;
  }
}
