package dev.trainyard.yard.node.volumes;

import dev.trainyard.yard.node.view.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A directory whose files change all at once, so that no program ever reads half of an update.
///
/// ```
/// ..data    → ..<version>     swapped by one rename
/// lr.txt    → ..data/lr.txt   what programs open
/// ..<version>/lr.txt
/// ```
record SwappedDirectory(Path directory, Ownership ownership) {

  private static final String DATA = "..data";
  private static final int PERMISSIONS = 07777;

  /// Shows these files, and no others, from now on.
  void show(Map<String, Content> files) throws IOException {
    var before = version();
    if (before.isPresent() && read(before.get()).equals(owned(files))) {
      return;
    }
    var next =
        Files.createTempDirectory(directory, "..", PosixFilePermissions.asFileAttribute(Set.of()));
    Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (var file : owned(files).entrySet()) {
      write(next, file.getKey(), file.getValue());
    }
    ownership.give(next);
    var link = directory.resolve("..data_next");
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, directory.relativize(next));
    Files.move(
        link,
        directory.resolve(DATA),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    linkNames(files.keySet());
    if (before.isPresent()) {
      Trees.delete(before.get());
    }
  }

  private Map<String, Content> owned(Map<String, Content> files) {
    return files.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                file ->
                    new Content(file.getValue().bytes(), ownership.mode(file.getValue().mode()))));
  }

  private Optional<Path> version() throws IOException {
    try {
      return Optional.of(directory.resolve(Files.readSymbolicLink(directory.resolve(DATA))));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  private static Map<String, Content> read(Path version) throws IOException {
    var found = new TreeMap<String, Content>();
    try (var tree = Files.walk(version)) {
      for (var file : tree.filter(Files::isRegularFile).toList()) {
        var mode = ((Number) Files.getAttribute(file, "unix:mode")).intValue() & PERMISSIONS;
        found.put(version.relativize(file).toString(), new Content(Files.readAllBytes(file), mode));
      }
    }
    return found;
  }

  /// Nobody else can open the file before it has its final permissions.
  private void write(Path version, String name, Content content) throws IOException {
    var file = version.resolve(name);
    Files.createDirectories(file.getParent());
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(file, content.bytes());
    Files.setAttribute(file, "unix:mode", content.mode());
  }

  private void linkNames(Set<String> files) throws IOException {
    var wanted = new HashSet<String>();
    for (var file : files) {
      wanted.add(Path.of(file).getName(0).toString());
    }
    for (var name : wanted) {
      var link = directory.resolve(name);
      if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
        Files.createSymbolicLink(link, Path.of(DATA, name));
      }
    }
    try (var entries = Files.newDirectoryStream(directory)) {
      for (var entry : entries) {
        var name = entry.getFileName().toString();
        if (Files.isSymbolicLink(entry) && !name.startsWith("..") && !wanted.contains(name)) {
          Files.delete(entry);
        }
      }
    }
  }
}
