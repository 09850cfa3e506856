package dev.trainyard.yard.node;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.yard.node.supervisor.DurableFile;
import dev.trainyard.yard.node.supervisor.ExitRecord;
import dev.trainyard.yard.node.supervisor.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The runs of one container on disk, counted from zero: `<directory>/<number>/…`. What stands
/// there is the truth about them.
record RunsOnDisk(Path directory) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /// Runs whose files stay while the pod lives; older ones of a crashing container go.
  private static final int KEPT_RUNS = 5;

  /// In order.
  List<Integer> numbers() throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (var entries = Files.list(directory)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> name.matches("\\d{1,9}"))
          .map(Integer::valueOf)
          .sorted()
          .toList();
    }
  }

  OptionalInt newest() throws IOException {
    return numbers().stream().mapToInt(Integer::intValue).max();
  }

  RunFiles files(int number) {
    return new RunFiles(directory.resolve(Integer.toString(number)));
  }

  /// How a run ended, if it did.
  Optional<ExitRecord> exit(int number) throws IOException {
    try {
      var json = JSON.readTree(Files.readAllBytes(files(number).exit()));
      return Optional.of(
          new ExitRecord(
              json.path("exitCode").asInt(),
              json.path("reason").asText(),
              Optional.ofNullable(json.path("message").textValue()),
              Optional.ofNullable(json.path("startedAt").textValue()).map(Instant::parse),
              Instant.parse(json.path("finishedAt").asText())));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  /// How long a run was put off after the one before it.
  Duration delay(int number) throws IOException {
    try {
      return Duration.ofMillis(Long.parseLong(Files.readString(delayFile(number)).strip()));
    } catch (NoSuchFileException _) {
      return Duration.ZERO;
    }
  }

  void delay(int number, Duration delay) throws IOException {
    DurableFile.write(delayFile(number), Long.toString(delay.toMillis()));
  }

  private Path delayFile(int number) {
    return files(number).directory().resolve("delay");
  }

  void forget(int number) throws IOException {
    deleteRecursively(files(number).directory());
  }

  /// Forgets those that are too old beside this one.
  void forgetBefore(int number) throws IOException {
    for (var old : numbers()) {
      if (old <= number - KEPT_RUNS) {
        forget(old);
      }
    }
  }

  static void deleteRecursively(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (var tree = Files.walk(directory)) {
      for (var path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
