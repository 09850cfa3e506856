package dev.trainyard.yard.node.supervisor;

import dev.trainyard.yard.node.supervisor.RunSpec.Shown;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// Finds out before the start why a command could not be started, in words that name the fix.
record Program(RunSpec spec) {

  record Unusable(int exitCode, String message) {}

  private static final int NOT_EXECUTABLE = 126;
  private static final int NOT_FOUND = 127;

  Optional<Unusable> unusable() {
    if (!Files.isDirectory(spec.directory())) {
      return Optional.of(
          new Unusable(
              NOT_FOUND,
              "The working directory %s is not a directory of this machine. Create it, or change"
                      .formatted(spec.directory())
                  + " workingDir or the annotation trainyard.dev/working-dir."));
    }
    var name = spec.command().getFirst();
    return name.contains("/") ? byPath(name) : bySearch(name);
  }

  private Optional<Unusable> byPath(String name) {
    if (name.startsWith("/") ? !spec.places().knows(name) : !spec.places().knowsAll()) {
      return Optional.empty();
    }
    Path path;
    try {
      path = name.startsWith("/") ? outside(name) : spec.directory().resolve(name);
    } catch (InvalidPathException _) {
      return Optional.of(new Unusable(NOT_FOUND, "\"%s\" is not a path.".formatted(shown())));
    }
    if (!present(path)) {
      return Optional.of(
          new Unusable(
              NOT_FOUND,
              ("The program %s does not exist on this machine. Pods run here as processes, without"
                      + " their image: install the program, or change the container's command.")
                  .formatted(shown())));
    }
    return executable(path)
        ? Optional.empty()
        : Optional.of(
            new Unusable(
                NOT_EXECUTABLE,
                "%s is not an executable file. Run `chmod +x %s`, or start it with its interpreter."
                    .formatted(shown(), shown())));
  }

  private Optional<Unusable> bySearch(String name) {
    var search = spec.environment().getOrDefault("PATH", Shown.USUAL_PATH);
    for (var directory : search.split(":", -1)) {
      if (!spec.places().knows(directory)) {
        return Optional.empty();
      }
      var place =
          directory.startsWith("/") ? outside(directory) : spec.directory().resolve(directory);
      if (executable(place.resolve(name))) {
        return Optional.empty();
      }
    }
    return Optional.of(
        new Unusable(
            NOT_FOUND,
            ("The program %s was not found in PATH (%s). Pods run here as processes, without their"
                    + " image: install the program, or give its full path in the container's"
                    + " command.")
                .formatted(shown(), spec.shown().path())));
  }

  private String shown() {
    return spec.shown().program();
  }

  private Path outside(String path) {
    return Path.of(spec.places().outside(path));
  }

  /// A link in a volume may lead to a place that only the container has.
  private boolean present(Path path) {
    return Files.exists(path)
        || (!spec.places().outsides().isEmpty() && Files.isSymbolicLink(path));
  }

  private boolean executable(Path path) {
    return (Files.isRegularFile(path) && Files.isExecutable(path))
        || (!Files.exists(path) && present(path));
  }
}
