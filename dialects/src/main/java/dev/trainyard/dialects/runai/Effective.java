package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.pods.Amounts;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The values a workload is submitted with: those of the policy, of its bases and its own, merged
/// and normalised. Scalars stand for themselves, items under their keys; nothing that is not set is
/// there. The same form is frozen when a workload is submitted.
record Effective(ObjectNode values) {

  /// A scalar of any type, as it is written.
  Optional<String> text(String field) {
    return text(values.path(field));
  }

  Optional<Integer> number(String field) {
    return Optional.of(values.path(field)).filter(JsonNode::isInt).map(JsonNode::intValue);
  }

  /// What a number or a quantity amounts to.
  Optional<BigDecimal> amount(String field) {
    return text(field).flatMap(Amounts::parse);
  }

  boolean has(String field) {
    return values.has(field);
  }

  /// Nothing where nobody has said anything.
  Optional<Boolean> flag(String field) {
    return Optional.of(values.path(field)).filter(JsonNode::isBoolean).map(JsonNode::booleanValue);
  }

  boolean isOn(String field) {
    return flag(field).orElse(false);
  }

  /// The items of a field whose values are texts, in the order of their keys.
  Map<String, String> texts(String field) {
    var texts = new TreeMap<String, String>();
    values
        .path(field)
        .properties()
        .forEach(item -> text(item.getValue()).ifPresent(text -> texts.put(item.getKey(), text)));
    return Collections.unmodifiableMap(texts);
  }

  /// The items of a field whose values have members, in the order of their keys.
  Map<String, Effective> items(String field) {
    var items = new TreeMap<String, Effective>();
    values
        .path(field)
        .properties()
        .forEach(
            item -> {
              if (item.getValue() instanceof ObjectNode members) {
                items.put(item.getKey(), new Effective(members));
              }
            });
    return Collections.unmodifiableMap(items);
  }

  private static Optional<String> text(JsonNode value) {
    return value.isValueNode() && !value.isNull() ? Optional.of(value.asText()) : Optional.empty();
  }
}
