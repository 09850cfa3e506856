package dev.trainyard.yard.apiserver.fields;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// One step of the way from an object to one of its fields.
///
/// @param text a field's name, or the compact JSON of what tells an element from its neighbours
public record Step(Kind kind, String text) implements Comparable<Step> {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Comparator<Step> ORDER =
      Comparator.comparing(Step::kind).thenComparing(Step::text);

  /// What a step goes by; the letter is how `FieldsV1` writes it.
  public enum Kind {
    /// A field of an object, or a key of a map.
    FIELD("f:"),
    /// The keys of an element in a list of objects.
    KEYS("k:"),
    /// The value of an element in a set.
    VALUE("v:"),
    /// The place of an element in a list.
    INDEX("i:");

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }
  }

  public static Step field(String name) {
    return new Step(Kind.FIELD, name);
  }

  static Step keys(Map<String, JsonNode> keys) {
    var sorted = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(keys).forEach(sorted::set);
    return new Step(Kind.KEYS, sorted.toString());
  }

  static Step value(JsonNode value) {
    return new Step(Kind.VALUE, value.toString());
  }

  /// Reads what `toString` writes. Nothing for a kind of step that a later version may know.
  ///
  /// @throws IllegalArgumentException for anything else
  static Optional<Step> parse(String written) {
    if (written.indexOf(':') < 0) {
      throw new IllegalArgumentException("missing colon: " + written);
    }
    for (var kind : Kind.values()) {
      if (written.startsWith(kind.prefix)) {
        return Optional.of(parse(kind, written.substring(kind.prefix.length())));
      }
    }
    return Optional.empty();
  }

  private static Step parse(Kind kind, String text) {
    return switch (kind) {
      case FIELD -> field(text);
      case KEYS ->
          keys(
              json(text).properties().stream()
                  .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
      case VALUE -> value(json(text));
      case INDEX -> new Step(Kind.INDEX, Integer.toString(Integer.parseInt(text)));
    };
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  /// As Kubernetes shows it to people: `.spec`, `[name="main"]`, `[="a"]`, `[0]`.
  String shown() {
    return switch (kind) {
      case FIELD -> "." + text;
      case KEYS ->
          json(text).properties().stream()
              .map(key -> key.getKey() + "=" + shown(key.getValue()))
              .collect(Collectors.joining(",", "[", "]"));
      case VALUE -> "[=%s]".formatted(shown(json(text)));
      case INDEX -> "[%s]".formatted(text);
    };
  }

  private static String shown(JsonNode value) {
    return value instanceof TextNode text
        ? TextNode.valueOf(text.asText()).toString()
        : value.asText();
  }

  /// As `FieldsV1` has it: `f:spec`, `k:{"name":"main"}`, `v:"a"`, `i:0`.
  @Override
  public String toString() {
    return kind.prefix + text;
  }

  @Override
  public int compareTo(Step other) {
    return ORDER.compare(this, other);
  }
}
