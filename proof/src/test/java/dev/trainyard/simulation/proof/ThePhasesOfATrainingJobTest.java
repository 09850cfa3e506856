package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.api.Store;
import dev.trainyard.simulation.controller.Parts;
import dev.trainyard.simulation.controller.Weather;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The picture in the documentation is drawn from what jobs of the stories went through.
class ThePhasesOfATrainingJobTest {

  private static final Path PAGE = Path.of("../docs/pytorchtrainingjob.md");
  private static final Pattern PICTURE = Pattern.compile("```mermaid\n.*?```\n", Pattern.DOTALL);

  /// With `-Dpictures.write=true` the picture is drawn anew, to be looked at.
  @Test
  void are_those_of_the_picture() throws IOException {
    var passages = new TreeMap<Passage, Set<String>>();
    Stories.ofOneLeader().stream()
        .map(story -> CrashPoints.played(story, Weather.CALM, Parts::ours, Long.MAX_VALUE))
        .forEach(world -> collect(world.store(), passages));
    var picture = drawn(passages);

    var page = Files.readString(PAGE);
    if (Boolean.getBoolean("pictures.write")) {
      page = PICTURE.matcher(page).replaceFirst(Matcher.quoteReplacement(picture));
      Files.writeString(PAGE, page);
    }

    assertThat(page).contains(picture);
  }

  private record Passage(String from, String to) implements Comparable<Passage> {
    @Override
    public int compareTo(Passage other) {
      return toString().compareTo(other.toString());
    }
  }

  /// Each change of phase, and what the job gave as its reason.
  private static void collect(Store store, Map<Passage, Set<String>> passages) {
    var phases = new HashMap<String, String>();
    for (var change : store.since(0)) {
      if (change.type() != Change.Type.DELETED
          && change.item().content() instanceof Content.Raw(var job)
          && job.path("apiVersion").asText().startsWith("batch.tensorstack.dev/")
          && job.at("/status/phase").isTextual()) {
        var phase = job.at("/status/phase").asText();
        var before = phases.put(change.item().uid(), phase);
        if (!phase.equals(before)) {
          passages
              .computeIfAbsent(
                  new Passage(before == null ? "[*]" : before, phase), _ -> new TreeSet<>())
              .add(reason(job));
        }
      }
    }
  }

  private static String reason(JsonNode job) {
    for (var condition : job.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Running")) {
        var reason = condition.path("reason").asText();
        return reason.equals("-") ? "enough pods run" : reason;
      }
    }
    return "InvalidSpec";
  }

  private static String drawn(Map<Passage, Set<String>> passages) {
    var picture = new StringBuilder("```mermaid\nstateDiagram-v2\n");
    passages.forEach(
        (passage, reasons) ->
            picture.append(
                "  %s --> %s: %s\n"
                    .formatted(passage.from(), passage.to(), String.join(", ", reasons))));
    return picture.append("  Succeeded --> [*]\n  Failed --> [*]\n```\n").toString();
  }
}
