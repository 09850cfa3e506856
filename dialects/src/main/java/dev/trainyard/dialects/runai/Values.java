package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.trainyard.api.runai.ValueType;
import dev.trainyard.dialects.JsonWords;
import dev.trainyard.dialects.pods.Amounts;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/// Values as users write them, turned into the type that the catalogue has for them.
final class Values {

  private static final Pattern DIGITS = Pattern.compile("-?[0-9]{1,10}");

  /// Nothing where it cannot be understood as one.
  static Optional<JsonNode> normalised(ValueType type, JsonNode value) {
    return switch (type) {
      case STRING -> Optional.of(value).filter(JsonNode::isTextual);
      case BOOLEAN -> flag(value);
      case INTEGER -> integer(value);
      case AMOUNT -> amount(value);
      case STRINGS ->
          Optional.of(value)
              .filter(JsonNode::isArray)
              .filter(
                  list ->
                      StreamSupport.stream(list.spliterator(), false)
                          .allMatch(JsonNode::isTextual));
    };
  }

  /// Why a value could not be understood.
  static String mismatch(ValueType type, JsonNode value, boolean hidden) {
    var found = hidden ? JsonWords.bare(value) : JsonWords.of(value);
    var fix =
        type == ValueType.STRING && (value.isNumber() || value.isBoolean())
            ? "; put it in quotes"
            : "";
    return "must be %s, found %s%s".formatted(type.words(), found, fix);
  }

  private static Optional<JsonNode> flag(JsonNode value) {
    if (value.isBoolean()) {
      return Optional.of(value);
    }
    return switch (value.asText()) {
      case "true" -> Optional.of(BooleanNode.TRUE);
      case "false" -> Optional.of(BooleanNode.FALSE);
      default -> Optional.empty();
    };
  }

  private static Optional<JsonNode> integer(JsonNode value) {
    boolean digits = value.isTextual() && DIGITS.matcher(value.textValue()).matches();
    if (!value.isIntegralNumber() && !digits) {
      return Optional.empty();
    }
    try {
      return Optional.of(IntNode.valueOf(Integer.parseInt(value.asText())));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static Optional<JsonNode> amount(JsonNode value) {
    if (!value.isNumber() && !value.isTextual()) {
      return Optional.empty();
    }
    var text = value.isNumber() ? value.decimalValue().toPlainString() : value.textValue().strip();
    return Amounts.parse(text).map(_ -> TextNode.valueOf(text));
  }

  private Values() {}
}
