package dev.trainyard.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.trainyard.cli.Surroundings;
import dev.trainyard.cli.manifests.NodeReading.Twice;
import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Settings from several files and from the command line, one laid over the other: objects are
/// joined, everything else is replaced. Knows where each setting that counts was written.
public final class Layers {

  private final Manner manner;
  private final List<Layer> layers = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();

  /// How people write such settings, for those who have written something else.
  ///
  /// @param option the option of an assignment
  /// @param assignment one that makes sense
  /// @param line one of a file
  public record Manner(String option, String assignment, String line) {}

  /// One file, or one assignment.
  ///
  /// @param sheet whether it is a file, which can lack a setting
  private record Layer(Source source, ObjectNode json, Place place, boolean sheet) {}

  /// Never fails: what cannot be read is a finding.
  ///
  /// @param files paths, or `-` for standard input
  public static Layers read(Surroundings surroundings, List<String> files, Manner manner) {
    var layers = new Layers(manner);
    for (var file : files) {
      // One by one, for a file may be given again to lie on top.
      var inputs = new Inputs(surroundings, List.of(file));
      layers.findings.addAll(inputs.findings());
      inputs.sources().forEach(layers::sheet);
    }
    return layers;
  }

  /// A text that is in no file of its own.
  ///
  /// @param name what it is called, for whoever looks for a mistake in it
  public static Layers of(String name, String text, Manner manner) {
    var layers = new Layers(manner);
    layers.sheet(new Source(name, text.lines().toList()));
    return layers;
  }

  /// The same with these on top.
  ///
  /// @param assignments each a dotted path, `=`, and a YAML scalar
  public Layers with(List<String> assignments) {
    assignments.forEach(this::assignment);
    return this;
  }

  /// All layers seen from above.
  public ObjectNode json() {
    var json = JsonNodeFactory.instance.objectNode();
    layers.forEach(layer -> lay(layer.json(), json));
    return json;
  }

  /// What is wrong, or unwise, in how the layers are written.
  public List<Finding> findings() {
    return List.copyOf(findings);
  }

  public Finding finding(Problem problem) {
    var path = problem.path();
    var top = layers.stream().anyMatch(layer -> layer.json().has(path)) ? path : top(path);
    var holders = layers.stream().filter(layer -> layer.json().has(top)).toList().reversed();
    // The parts of one object may come from several layers; a list is from one.
    return holders.stream()
        .filter(layer -> !layer.json().path(top).isObject() || layer.place().has(path))
        .findFirst()
        .or(() -> holders.stream().findFirst())
        .map(layer -> layer.source().finding(layer.place().nearest(path), problem))
        .orElseGet(() -> lacking().finding(Mark.WHOLE_FILE, problem));
  }

  /// The list that a text is when it is read as YAML.
  public static Optional<ArrayNode> list(String text) {
    var reading = YamlReading.values(new Source("", text.lines().toList()), Twice.LAST_COUNTS);
    return reading.findings().stream().noneMatch(Finding::fatal)
            && reading.values().size() == 1
            && reading.values().getFirst().json() instanceof ArrayNode list
        ? Optional.of(list)
        : Optional.empty();
  }

  /// The last file is the one to which whatever is missing would be added.
  private Source lacking() {
    return layers.stream()
        .filter(Layer::sheet)
        .reduce((_, last) -> last)
        .map(Layer::source)
        .orElseGet(() -> Source.unread(manner.option()));
  }

  private static String top(String path) {
    return path.replaceFirst("[.\\[].*", "");
  }

  private void sheet(Source source) {
    var reading = YamlReading.values(source, Twice.LAST_COUNTS);
    findings.addAll(reading.findings());
    if (reading.findings().stream().anyMatch(Finding::fatal)) {
      return;
    }
    var values = reading.values();
    if (values.size() > 1) {
      findings.add(
          source.finding(
              values.get(1).place().at(),
              "a second document begins here; put it in a file of its own"));
      return;
    }
    if (values.isEmpty() || values.getFirst().json().isNull()) {
      layers.add(
          new Layer(
              source, JsonNodeFactory.instance.objectNode(), Place.of(Mark.WHOLE_FILE), true));
    } else if (values.getFirst().json() instanceof ObjectNode object) {
      layers.add(new Layer(source, object, values.getFirst().place(), true));
    } else {
      findings.add(
          source.finding(
              values.getFirst().place().at(),
              "must be one object with settings, such as " + manner.line()));
    }
  }

  private void assignment(String text) {
    var source = Source.unread("%s %s".formatted(manner.option(), text));
    int sign = text.indexOf('=');
    var steps = List.of((sign < 0 ? text : text.substring(0, sign)).split("\\.", -1));
    if (sign < 0 || steps.stream().anyMatch(String::isBlank)) {
      findings.add(
          source.finding(
              Mark.WHOLE_FILE, "expected SETTING=VALUE, such as " + manner.assignment()));
      return;
    }
    var value = scalar(text.substring(sign + 1));
    var place = Place.of(Mark.WHOLE_FILE);
    for (var step : steps.reversed()) {
      var object = JsonNodeFactory.instance.objectNode();
      object.set(step, value);
      value = object;
      place = new Place(Mark.WHOLE_FILE, Map.of(step, place), List.of());
    }
    layers.add(new Layer(source, (ObjectNode) value, place, false));
  }

  /// Quotes make text of everything, as they do in a file.
  private static JsonNode scalar(String written) {
    var word = written.strip();
    if (word.startsWith("\"") || word.startsWith("'")) {
      var reading = YamlReading.values(new Source("", List.of(word)), Twice.REFUSED);
      if (reading.findings().isEmpty()
          && reading.values().size() == 1
          && reading.values().getFirst().json().isTextual()) {
        return reading.values().getFirst().json();
      }
    }
    return Scalars.beyondJson(word) ? TextNode.valueOf(word) : textOrMeaning(written, word);
  }

  private static JsonNode textOrMeaning(String written, String word) {
    var meaning = Scalars.meaning(word);
    return meaning.isTextual() ? TextNode.valueOf(written) : meaning;
  }

  private static void lay(ObjectNode over, ObjectNode under) {
    over.properties()
        .forEach(
            field -> {
              if (field.getValue() instanceof ObjectNode object
                  && under.path(field.getKey()) instanceof ObjectNode there) {
                lay(object, there);
              } else {
                under.set(field.getKey(), field.getValue().deepCopy());
              }
            });
  }

  private Layers(Manner manner) {
    this.manner = manner;
  }
}
