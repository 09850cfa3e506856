package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.trainyard.api.runai.Catalogue;
import dev.trainyard.api.runai.Field;
import dev.trainyard.api.runai.Shape;
import dev.trainyard.api.runai.ValueType;
import dev.trainyard.dialects.pods.Amounts;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/// What a policy gives to a workload: its values below all others, then members for items that lack
/// them, then numbers that follow other numbers.
final class PolicyDefaults {

  static ObjectNode below(Layer above, Policy policy) {
    var values = Merge.over(policy.values(), above);
    policy.itemDefaults().forEach((field, defaults) -> complete(values.path(field), defaults));
    // A number may follow one that follows another.
    for (int pass = 0; pass < Catalogue.fields().size() && follow(values, policy); pass++) {}
    return values;
  }

  private static void complete(JsonNode items, ObjectNode defaults) {
    items
        .properties()
        .forEach(
            item -> {
              if (item.getValue() instanceof ObjectNode members) {
                defaults
                    .properties()
                    .forEach(one -> members.putIfAbsent(one.getKey(), one.getValue().deepCopy()));
              }
            });
  }

  private static boolean follow(ObjectNode values, Policy policy) {
    boolean changed = false;
    for (var field : Catalogue.fields()) {
      var value =
          values.has(field.name()) ? Optional.<JsonNode>empty() : from(field, values, policy);
      value.ifPresent(one -> values.set(field.name(), one));
      changed |= value.isPresent();
    }
    return changed;
  }

  private static Optional<JsonNode> from(Field field, ObjectNode values, Policy policy) {
    return field.shape() instanceof Shape.Scalar(var type)
        ? policy
            .rules(field.name())
            .defaultFrom()
            .flatMap(
                from ->
                    Amounts.parse(values.path(from.field()).asText())
                        .map(other -> other.multiply(from.factor())))
            .flatMap(amount -> written(amount, type))
        : Optional.empty();
  }

  private static Optional<JsonNode> written(BigDecimal amount, ValueType type) {
    return switch (type) {
      case INTEGER ->
          Optional.of(amount.setScale(0, RoundingMode.CEILING))
              .filter(whole -> whole.abs().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0)
              .map(whole -> IntNode.valueOf(whole.intValueExact()));
      case AMOUNT -> Optional.of(TextNode.valueOf(amount.stripTrailingZeros().toPlainString()));
      case STRING, BOOLEAN, STRINGS -> Optional.empty();
    };
  }

  private PolicyDefaults() {}
}
