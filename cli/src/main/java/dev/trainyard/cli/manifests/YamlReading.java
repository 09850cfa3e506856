package dev.trainyard.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.manifests.NodeReading.Endless;
import dev.trainyard.cli.manifests.NodeReading.Read;
import dev.trainyard.cli.manifests.NodeReading.Twice;
import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/// Reads the documents of one source. One that cannot be read hides none of the others.
final class YamlReading {

  /// Deeper than any pod template, and shallow enough for every stack.
  private static final int MAX_DEPTH = 100;

  /// In YAML nothing but the begin of a document can look like this, not even text in a block.
  private static final Pattern DOCUMENT_START = Pattern.compile("---(\\s.*)?");

  private static final Pattern NOTHING = Pattern.compile("\\s*(#.*|%.*|---\\s*(#.*)?|\\.\\.\\.)?");

  private final Source source;
  private final Twice twice;
  private final List<Read> values = new ArrayList<>();
  private final List<Document> documents = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();

  private YamlReading(Source source, Twice twice) {
    this.source = source;
    this.twice = twice;
  }

  static YamlReading of(Source source) {
    var reading = new YamlReading(source, Twice.REFUSED);
    reading.read(reading::document);
    if (reading.documents.isEmpty() && reading.findings.isEmpty()) {
      var message = "holds no documents; write a manifest with apiVersion, kind and metadata";
      reading.findings.add(source.finding(new Mark(1, 1), message));
    }
    return reading;
  }

  /// For files that hold no manifests: every value as it stands.
  static YamlReading values(Source source, Twice twice) {
    var reading = new YamlReading(source, twice);
    reading.read(reading.values::add);
    return reading;
  }

  List<Read> values() {
    return values;
  }

  List<Document> documents() {
    return documents;
  }

  List<Finding> findings() {
    return findings;
  }

  private void read(Consumer<Read> taker) {
    parts(source.lines()).forEach(part -> part(part, taker));
  }

  private record Part(int lineBefore, List<String> lines) {}

  private static List<Part> parts(List<String> lines) {
    var parts = new ArrayList<Part>();
    int begin = 0;
    for (int i = 0; i < lines.size(); i++) {
      if (DOCUMENT_START.matcher(lines.get(i)).matches()) {
        parts.add(new Part(begin, lines.subList(begin, i)));
        begin = i;
      }
    }
    parts.add(new Part(begin, lines.subList(begin, lines.size())));
    return parts;
  }

  private void part(Part part, Consumer<Read> taker) {
    if (part.lines().stream().allMatch(line -> NOTHING.matcher(line).matches())) {
      return;
    }
    var unprintable = unprintable(part);
    if (unprintable.isPresent()) {
      findings.add(unprintable.get());
      return;
    }
    try {
      var composer = composer(text(part.lines()));
      while (composer.checkNode()) {
        node(part, composer.getNode(), taker);
      }
    } catch (YAMLException mistake) {
      findings.add(YamlMistakes.finding(source, part.lineBefore(), part.lines(), mistake));
    }
  }

  private Optional<Finding> unprintable(Part part) {
    for (int i = 0; i < part.lines().size(); i++) {
      var line = part.lines().get(i);
      for (int c = 0; c < line.length(); c += Character.charCount(line.codePointAt(c))) {
        int point = line.codePointAt(c);
        if (!StreamReader.isPrintable(point)) {
          return Optional.of(
              source.finding(
                  new Mark(part.lineBefore() + i + 1, c + 1),
                  "the character U+%04X is not allowed in YAML; remove it".formatted(point)));
        }
      }
    }
    return Optional.empty();
  }

  private static Composer composer(String text) {
    var options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    options.setNestingDepthLimit(MAX_DEPTH);
    options.setMaxAliasesForCollections(Integer.MAX_VALUE);
    return new Composer(new ParserImpl(new StreamReader(text), options), new PlainWords(), options);
  }

  /// JSON may be indented with tabs, which mean nothing there and are forbidden in YAML.
  private static String text(List<String> lines) {
    boolean json =
        lines.stream()
            .filter(line -> !line.isBlank())
            .findFirst()
            .orElse("")
            .strip()
            .startsWith("{");
    // The last line ends as well, for a block of text keeps its last line break.
    return (json ? lines.stream().map(YamlReading::untabbed) : lines.stream())
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String untabbed(String line) {
    int indent = 0;
    while (indent < line.length() && " \t".indexOf(line.charAt(indent)) >= 0) {
      indent++;
    }
    return " ".repeat(indent) + line.substring(indent);
  }

  private void node(Part part, Node node, Consumer<Read> taker) {
    var reading = new NodeReading(source, part.lineBefore(), twice);
    try {
      var read = reading.read(node);
      findings.addAll(reading.findings());
      taker.accept(read);
    } catch (Endless endless) {
      findings.addAll(reading.findings());
      findings.add(source.finding(endless.at(), String.valueOf(endless.getMessage())));
    }
  }

  private void document(Read read) {
    if (read.json().isNull()) {
      return;
    }
    if (!(read.json() instanceof ObjectNode object)) {
      findings.add(
          source.finding(
              read.place().at(),
              "a document must be an object with apiVersion, kind and metadata; this is %s"
                  .formatted(read.json().isArray() ? "a list" : "a single value")));
      return;
    }
    if (isList(object) && object.path("items") instanceof ArrayNode items) {
      var places = read.place().field("items").map(Place::items).orElse(List.of());
      for (int i = 0; i < items.size(); i++) {
        document(new Read(items.get(i), places.get(i)));
      }
      return;
    }
    var document = new Document(source, object, read.place());
    var missing = missing(object).stream().map(document::finding).toList();
    findings.addAll(missing);
    if (missing.isEmpty()) {
      documents.add(document);
    }
  }

  /// What `kubectl get -o yaml` answers for several objects.
  private static boolean isList(ObjectNode object) {
    return object.path("kind").asText("").endsWith("List");
  }

  private static List<Problem> missing(ObjectNode object) {
    var problems = new ArrayList<Problem>();
    word(object, "apiVersion", "name the API, such as kubeflow.org/v1").ifPresent(problems::add);
    word(object, "kind", "name the kind, such as PyTorchJob").ifPresent(problems::add);
    var metadata = object.path("metadata");
    if (metadata.isObject() || metadata.isMissingNode() || metadata.isNull()) {
      word(metadata, "name", "give the object a name")
          .map(problem -> Problem.error("metadata." + problem.path(), problem.message()))
          .ifPresent(problems::add);
    } else {
      problems.add(Problem.error("metadata", "must be an object with the name of the object"));
    }
    return problems;
  }

  private static Optional<Problem> word(JsonNode object, String field, String fix) {
    var value = object.path(field);
    if (value.isTextual() && !value.textValue().isBlank()) {
      return Optional.empty();
    }
    return Optional.of(
        value.isMissingNode() || value.isNull() || value.isTextual()
            ? Problem.required(field, fix)
            : Problem.error(field, "is read as %s; put it in quotes".formatted(value)));
  }
}
