package dev.trainyard.simulation.proof;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Where every story ends, as it was written down and looked at. Comparing with ourselves would
/// show no mistake that we make everywhere.
final class Finishes {

  static final String FILE = "stories.txt";

  private static final String HEADING = "# ";
  private static final Map<String, Finish> WRITTEN = read();

  static Finish of(Story story) {
    return Optional.ofNullable(WRITTEN.get(story.name()))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "%s does not say where \"%s\" ends".formatted(FILE, story.name())));
  }

  /// Every story with its end, as the file has it.
  static String written(Stream<Map.Entry<Story, Finish>> finishes) {
    var text = new StringBuilder();
    finishes.forEach(
        one -> {
          text.append(HEADING).append(one.getKey().name()).append('\n');
          one.getValue().lines().forEach(line -> text.append(line).append('\n'));
          text.append('\n');
        });
    return text.toString();
  }

  private static Map<String, Finish> read() {
    var blocks = new TreeMap<String, List<String>>();
    var lines = new ArrayList<String>();
    for (var line : text().lines().filter(line -> !line.isBlank()).toList()) {
      if (line.startsWith(HEADING)) {
        lines = new ArrayList<>();
        blocks.put(line.substring(HEADING.length()), lines);
      } else {
        lines.add(line);
      }
    }
    var finishes = new TreeMap<String, Finish>();
    blocks.forEach((name, block) -> finishes.put(name, Finish.read(block)));
    return finishes;
  }

  private static String text() {
    try (var file = requireNonNull(Finishes.class.getResourceAsStream(FILE), FILE)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Finishes() {}
}
