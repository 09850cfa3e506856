package dev.trainyard.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.emitter.Emitter;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;
import org.yaml.snakeyaml.serializer.Serializer;

/// Writes JSON as the YAML a person would: blocks, no anchors, quotes only where a reader of any
/// YAML would otherwise see something else than text.
final class YamlText {

  private static final Resolver WORDS = new QuotedWords();

  /// End a line to some readers and not to others; quoted they are written as escapes.
  private static final Pattern OTHER_BREAKS = Pattern.compile("[\r\u0085\u2028\u2029\ufeff]");

  static String of(JsonNode json) {
    var options = new DumperOptions();
    options.setDefaultFlowStyle(FlowStyle.BLOCK);
    options.setSplitLines(false);
    options.setDereferenceAliases(true);
    var text = new StringWriter();
    try {
      var serializer = new Serializer(new Emitter(text, options), WORDS, options, null);
      serializer.open();
      serializer.serialize(node(json));
      serializer.close();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.toString();
  }

  private static Node node(JsonNode json) {
    return switch (json) {
      case ObjectNode object -> {
        var fields = new ArrayList<NodeTuple>();
        object
            .properties()
            .forEach(
                field -> fields.add(new NodeTuple(text(field.getKey()), node(field.getValue()))));
        yield new MappingNode(Tag.MAP, fields, style(object));
      }
      case ArrayNode list -> {
        var items = new ArrayList<Node>();
        list.forEach(item -> items.add(node(item)));
        yield new SequenceNode(Tag.SEQ, items, style(list));
      }
      default -> json.isTextual() ? text(json.textValue()) : plain(json.asText());
    };
  }

  private static FlowStyle style(JsonNode collection) {
    return collection.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK;
  }

  private static Node text(String text) {
    return new ScalarNode(Tag.STR, text, null, null, style(text));
  }

  private static ScalarStyle style(String text) {
    if (OTHER_BREAKS.matcher(text).find()) {
      return ScalarStyle.DOUBLE_QUOTED;
    }
    if (text.contains("\n")) {
      return ScalarStyle.LITERAL;
    }
    boolean clear = WORDS.resolve(NodeId.scalar, text, true).equals(Tag.STR);
    return clear ? ScalarStyle.PLAIN : ScalarStyle.DOUBLE_QUOTED;
  }

  private static Node plain(String word) {
    return new ScalarNode(PlainWords.PLAIN, word, null, null, ScalarStyle.PLAIN);
  }

  /// Says which words stay text without quotes: for Kubernetes and for readers of YAML 1.1 alike.
  private static final class QuotedWords extends Resolver {

    @Override
    public Tag resolve(NodeId kind, String value, boolean implicit) {
      if (kind != NodeId.scalar || !implicit) {
        return super.resolve(kind, value, implicit);
      }
      boolean text =
          super.resolve(kind, value, true).equals(Tag.STR)
              && Scalars.meaning(value).isTextual()
              && !Scalars.beyondJson(value);
      return text ? Tag.STR : PlainWords.PLAIN;
    }
  }

  private YamlText() {}
}
