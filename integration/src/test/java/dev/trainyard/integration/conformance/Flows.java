package dev.trainyard.integration.conformance;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What is asked of every kind, as `flows.txt` has it.
final class Flows {

  private static final Pattern LONG = Pattern.compile("LONG(\\d+)x");

  private record Flow(String name, List<String> words, List<String> lines) {
    boolean fits(Subject subject) {
      return words.stream().allMatch(subject::is);
    }
  }

  static Stream<Scenario> of(Subject subject) {
    return flows().stream()
        .filter(flow -> flow.fits(subject))
        .map(
            flow ->
                new Scenario(
                    "%s/%s".formatted(subject.label(), flow.name()),
                    subject,
                    flow.lines().stream().map(line -> step(line, subject)).toList()));
  }

  private static List<Flow> flows() {
    var flows = new ArrayList<Flow>();
    for (var line : Texts.resource("flows.txt").lines().toList()) {
      if (line.startsWith("== ")) {
        var words = List.of(line.substring(3).trim().split(" "));
        flows.add(new Flow(words.getFirst(), words.subList(1, words.size()), new ArrayList<>()));
      } else if (!line.isBlank() && !line.startsWith("#")) {
        flows.getLast().lines().add(line);
      }
    }
    return flows;
  }

  private static Step step(String line, Subject subject) {
    var cells = line.split("\\|", 3);
    var words = cells[0].trim().split(" ", -1);
    var verb = words[0].equals("call") ? "call " + words[1] : words[0];
    var rest = words[0].equals("call") ? 2 : 1;
    var path = words.length > rest ? words[rest] : "";
    var given = cells.length > 1 ? cells[1].trim() : "";
    var body =
        given.isEmpty() && verb.equals("create")
            ? new Step.Body.Manifest(JsonNodeFactory.instance.objectNode())
            : body(withLongWords(given), subject);
    return new Step(verb, path, body, cells.length > 2 ? header(cells[2]) : Optional.empty());
  }

  private static Optional<Map.Entry<String, String>> header(String cell) {
    var parts = cell.split(":", 2);
    return Optional.of(Map.entry(parts[0].trim(), parts[1].trim()));
  }

  private static String withLongWords(String text) {
    return LONG.matcher(text).replaceAll(found -> "x".repeat(Integer.parseInt(found.group(1)) + 1));
  }

  private static Step.Body body(String text, Subject subject) {
    var parts = text.split(" \\+ ", 2);
    return switch (parts[0]) {
      case "" -> new Step.Body.None();
      case "object" -> new Step.Body.Manifest(changes(parts, subject));
      case "stored" -> new Step.Body.Stored(changes(parts, subject));
      case "change", "fixed" -> new Step.Body.Text(named(parts[0], subject).toString());
      case "raw" -> new Step.Body.Text("");
      default -> new Step.Body.Text(text);
    };
  }

  private static ObjectNode changes(String[] parts, Subject subject) {
    if (parts.length == 1) {
      return JsonNodeFactory.instance.objectNode();
    }
    return parts[1].startsWith("{") ? (ObjectNode) Texts.json(parts[1]) : named(parts[1], subject);
  }

  private static ObjectNode named(String word, Subject subject) {
    return (word.equals("change") ? subject.change() : subject.fixed()).orElseThrow();
  }

  private Flows() {}
}
