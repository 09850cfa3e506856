package dev.trainyard.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/// Turns YAML nodes into JSON and the places it stands at, noting on the way what JSON, or
/// Kubernetes, does not have.
final class NodeReading {

  /// Values that aliases may repeat in one document: more is a mistake or an attack.
  static final int MAX_REPEATED = 10_000;

  private static final String MERGE = "<<";

  private final Source source;
  private final int lineBefore;
  private final Twice twice;
  private final List<Finding> findings = new ArrayList<>();
  private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
  private int repeated;

  /// What becomes of a field that is given twice.
  enum Twice {
    REFUSED,
    LAST_COUNTS
  }

  NodeReading(Source source, int lineBefore, Twice twice) {
    this.source = source;
    this.lineBefore = lineBefore;
    this.twice = twice;
  }

  /// A value and where it stands.
  record Read(JsonNode json, Place place) {}

  List<Finding> findings() {
    return findings;
  }

  /// @throws Endless when aliases make the document larger than anyone can mean
  Read read(Node node) throws Endless {
    if (!seen.add(node) && ++repeated > MAX_REPEATED) {
      throw new Endless(
          mark(node),
          "aliases repeat more than %d values; write out what is meant".formatted(MAX_REPEATED));
    }
    if (!open.add(node)) {
      throw new Endless(mark(node), "an alias makes this value contain itself; remove the alias");
    }
    try {
      return switch (node) {
        case ScalarNode scalar -> new Read(scalar(scalar), Place.of(mark(node)));
        case SequenceNode sequence -> sequence(sequence);
        case MappingNode mapping -> mapping(mapping);
        default -> throw new IllegalStateException("%s is no composed node".formatted(node));
      };
    } finally {
      open.remove(node);
    }
  }

  private JsonNode scalar(ScalarNode node) {
    var tag = node.getTag();
    if (tag.equals(Tag.STR)) {
      return halved(node.getValue())
          ? refuse(node, "the text holds half a character; remove it")
          : TextNode.valueOf(node.getValue());
    }
    if (Scalars.beyondJson(node.getValue())) {
      return refuse(node, "%s is not a number Kubernetes can hold".formatted(node.getValue()));
    }
    var meaning = Scalars.meaning(node.getValue());
    boolean asTagged =
        tag.equals(PlainWords.PLAIN)
            || (tag.equals(Tag.INT) && meaning.isIntegralNumber())
            || (tag.equals(Tag.FLOAT) && meaning.isNumber())
            || (tag.equals(Tag.BOOL) && meaning.isBoolean())
            || (tag.equals(Tag.NULL) && meaning.isNull());
    return asTagged
        ? meaning
        : refuse(node, "the tag %s does not fit here; remove it".formatted(shown(tag)));
  }

  /// Escapes can make a surrogate without its other half, which no file can hold again.
  private static boolean halved(String text) {
    return text.codePoints().anyMatch(point -> Character.getType(point) == Character.SURROGATE);
  }

  private JsonNode refuse(Node node, String message) {
    findings.add(source.finding(mark(node), message));
    return NullNode.getInstance();
  }

  private static String shown(Tag tag) {
    return tag.getValue().startsWith(Tag.PREFIX)
        ? "!!" + tag.getValue().substring(Tag.PREFIX.length())
        : tag.getValue();
  }

  private Read sequence(SequenceNode node) throws Endless {
    var json = JsonNodeFactory.instance.arrayNode();
    var items = new ArrayList<Place>();
    for (var element : node.getValue()) {
      var read = read(element);
      json.add(read.json());
      items.add(read.place());
    }
    return new Read(json, new Place(mark(node), Map.of(), items));
  }

  private Read mapping(MappingNode node) throws Endless {
    var json = JsonNodeFactory.instance.objectNode();
    var fields = new LinkedHashMap<String, Place>();
    var merged = new ArrayList<Node>();
    for (var tuple : node.getValue()) {
      if (isMerge(tuple.getKeyNode())) {
        merged.add(tuple.getValueNode());
      } else {
        field(tuple, json, fields);
      }
    }
    for (var other : merged) {
      merge(other, json, fields);
    }
    return new Read(json, new Place(mark(node), fields, List.of()));
  }

  private void field(NodeTuple tuple, ObjectNode json, Map<String, Place> fields) throws Endless {
    var keyNode = tuple.getKeyNode();
    var value = read(tuple.getValueNode());
    if (!(keyNode instanceof ScalarNode scalar) || scalar(scalar).isNull()) {
      findings.add(source.finding(mark(keyNode), "a field name must be a word; quote it"));
      return;
    }
    var key = scalar(scalar).asText();
    var before = fields.get(key);
    if (before != null) {
      findings.add(source.finding(mark(keyNode), again(key, before.at().line())));
      if (twice == Twice.REFUSED) {
        return;
      }
    }
    json.set(key, value.json());
    // A field stands where its name does.
    fields.put(key, new Place(mark(keyNode), value.place().fields(), value.place().items()));
  }

  private Problem again(String key, int line) {
    var given = "\"%s\" is given twice, first on line %d; ".formatted(key, line);
    return switch (twice) {
      case REFUSED -> Problem.error("", given + "keep one");
      case LAST_COUNTS -> Problem.warning("", given + "this one counts");
    };
  }

  /// What is written in the mapping itself wins over what is merged into it.
  private void merge(Node node, ObjectNode json, Map<String, Place> fields) throws Endless {
    var sources = node instanceof SequenceNode list ? list.getValue() : List.of(node);
    for (var one : sources) {
      var read = read(one);
      if (!(read.json() instanceof ObjectNode object)) {
        findings.add(source.finding(mark(one), "only a mapping can be merged with <<"));
        continue;
      }
      for (var field : object.properties()) {
        if (!json.has(field.getKey())) {
          json.set(field.getKey(), field.getValue());
          fields.put(field.getKey(), read.place().field(field.getKey()).orElse(read.place()));
        }
      }
    }
  }

  private static boolean isMerge(Node key) {
    return key instanceof ScalarNode scalar
        && scalar.getValue().equals(MERGE)
        && scalar.getTag().equals(PlainWords.PLAIN);
  }

  private Mark mark(Node node) {
    var at = node.getStartMark();
    return new Mark(lineBefore + at.getLine() + 1, at.getColumn() + 1);
  }

  /// The document cannot be written out.
  static final class Endless extends Exception {
    private final transient Mark at;

    Endless(Mark at, String message) {
      super(message);
      this.at = at;
    }

    Mark at() {
      return at;
    }
  }
}
