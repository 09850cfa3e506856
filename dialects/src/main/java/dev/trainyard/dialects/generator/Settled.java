package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/// Every setting as it counts: the user's, or its default. One that the user sets to null is not
/// there at all, not even its default.
final class Settled {

  private final Map<String, JsonNode> values = new LinkedHashMap<>();

  Settled(ObjectNode written) {
    for (var setting : Catalogue.ALL) {
      var value = Optional.ofNullable(written.get(setting.name())).orElse(setting.standard());
      if (!value.isNull() && !value.isMissingNode()) {
        values.put(setting.name(), value);
      }
    }
  }

  /// Missing where there is none.
  JsonNode at(String name) {
    if (Catalogue.find(name).isEmpty()) {
      throw new IllegalArgumentException("%s is no setting".formatted(name));
    }
    return values.getOrDefault(name, MissingNode.getInstance());
  }

  boolean has(String name) {
    return !at(name).isMissingNode();
  }

  boolean given(String name) {
    return given(at(name));
  }

  /// As the chart's language decides what is worth writing: neither false, 0, nor anything empty.
  static boolean given(JsonNode value) {
    return switch (value.getNodeType()) {
      case BOOLEAN -> value.booleanValue();
      case NUMBER -> value.doubleValue() != 0;
      case STRING -> !value.textValue().isEmpty();
      case ARRAY, OBJECT -> !value.isEmpty();
      case NULL, MISSING, BINARY, POJO -> false;
    };
  }

  /// The text of a given setting.
  Optional<String> text(String name) {
    return text(at(name));
  }

  /// The text of a given part of an object.
  Optional<String> text(String name, String part) {
    return text(at(name).path(part));
  }

  private static Optional<String> text(JsonNode value) {
    return given(value) ? Optional.of(Texts.of(value)) : Optional.empty();
  }

  /// Zero where the setting is not there.
  BigInteger number(String name) {
    return has(name) ? Texts.integer(at(name)) : BigInteger.ZERO;
  }

  /// None where the setting is no list.
  List<JsonNode> list(String name) {
    return StreamSupport.stream(at(name).spliterator(), false).toList();
  }

  boolean severalPods() {
    return number("numPods").compareTo(BigInteger.ONE) > 0;
  }
}
