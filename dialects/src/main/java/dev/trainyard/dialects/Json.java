package dev.trainyard.dialects;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.util.Optional;

/// The one JSON mapper of the dialects. It reads past unknown fields, and as strictly as an API
/// server otherwise: `"2"` is not a number and `2` not a string.
public final class Json {

  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .withCoercionConfig(
              LogicalType.Textual,
              strings ->
                  strings
                      .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .build();

  /// A record as a document has it.
  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /// Nothing where the text is not JSON.
  public static Optional<JsonNode> parse(String text) {
    try {
      return Optional.ofNullable(MAPPER.readTree(text));
    } catch (JsonProcessingException _) {
      return Optional.empty();
    }
  }

  private Json() {}
}
