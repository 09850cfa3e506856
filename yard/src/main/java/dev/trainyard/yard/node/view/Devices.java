package dev.trainyard.yard.node.view;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The devices of this machine.
final class Devices {

  private static final Path KNOWN = Path.of("/sys/class/block");
  private static final Path DEVICES = Path.of("/dev");

  /// Those that hold file systems, by the names the kernel gives them.
  static List<Path> disks() throws IOException {
    if (!Files.isDirectory(KNOWN)) {
      return List.of();
    }
    try (var known = Files.list(KNOWN)) {
      return known
          .map(it -> DEVICES.resolve(it.getFileName().toString().replace('!', '/')))
          .filter(Files::exists)
          .toList();
    }
  }

  private Devices() {}
}
