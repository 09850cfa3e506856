package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.yard.apiserver.types.BuiltInTypes;
import java.util.List;
import java.util.stream.Collectors;

/// Why a body cannot be read as its kind, in the words of Kubernetes' decoder. It names the first
/// value that does not fit and no place in a list, so all of them follow with their paths.
final class Undecodable {

  private static final int MAX_SHOWN = 60;
  private static final String BASE64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/\r\n";
  private static final String QUANTITY =
      "quantities must match the regular expression"
          + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

  /// Where a value stands, as Go's decoder sees it.
  ///
  /// @param struct the type that has the field
  /// @param field the names of fields on the way, without keys and indices
  /// @param schema what should stand there
  private record Place(String struct, String field, JsonNode schema) {}

  static Status status(Kind kind, JsonNode schema, List<Violation> mistyped) {
    var secret = kind.resource().equals("secrets");
    return Status.badRequest(
        "%s in version \"%s\" cannot be handled as a %s: %s (%s)"
            .formatted(
                kind.name(),
                kind.version(),
                kind.name(),
                reason(place(schema, mistyped.getFirst().path()), mistyped.getFirst().value()),
                mistyped.stream()
                    .map(one -> secret ? one.path() : one.path() + ": " + shown(one.value()))
                    .collect(Collectors.joining(", "))));
  }

  private static Place place(JsonNode schema, String path) {
    var place = new Place("", "", schema);
    for (var step : path.replace("[", ".[").split("\\.", -1)) {
      var here = place.schema();
      var property = here.path("properties").path(step);
      if (step.startsWith("[")) {
        place = new Place(place.struct(), place.field(), here.path("items"));
      } else if (property.isObject()) {
        place =
            new Place(
                simple(here.path(BuiltInTypes.GO_TYPE).asText()),
                StructuralSchema.join(place.field(), step),
                property);
      } else if (here.path("additionalProperties").isObject()) {
        place = new Place(place.struct(), place.field(), here.path("additionalProperties"));
      }
    }
    return place;
  }

  private static String simple(String goType) {
    return goType.substring(goType.indexOf('.') + 1);
  }

  private static String reason(Place place, JsonNode value) {
    var schema = place.schema();
    var type = schema.path("type").asText("");
    var format = schema.path("format").asText("");
    if (type.equals("quantity")) {
      return QUANTITY;
    }
    if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
      return "json: cannot unmarshal %s into Go value of type int32".formatted(found(value, true));
    }
    if (value.isTextual() && format.equals("date-time")) {
      return "parsing time %s as \"2006-01-02T15:04:05Z07:00\": cannot parse".formatted(value);
    }
    if (value.isTextual() && format.equals("byte")) {
      return "illegal base64 data at input byte " + readable(value.textValue());
    }
    return "json: cannot unmarshal %s into Go struct field %s.%s of type %s"
        .formatted(
            found(value, type.equals("integer")), place.struct(), place.field(), goType(schema));
  }

  /// How much of a text is Base64.
  private static int readable(String text) {
    var end = 0;
    while (end < text.length() && BASE64.indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    return end;
  }

  private static String found(JsonNode value, boolean wholeNumber) {
    return switch (value.getNodeType()) {
      case OBJECT, POJO -> "object";
      case ARRAY -> "array";
      case STRING, BINARY -> "string";
      case BOOLEAN -> "bool";
      case NUMBER -> wholeNumber ? "number " + value.asText() : "number";
      case NULL, MISSING -> "null";
    };
  }

  private static String goType(JsonNode schema) {
    return switch (schema.path("type").asText("")) {
      case "array" -> "[]" + goType(schema.path("items"));
      case "boolean" -> "bool";
      case "number" -> "float64";
      case "integer" -> schema.path("format").asText("int");
      case "string" -> schema.path("format").asText("").equals("byte") ? "[]uint8" : "string";
      case "quantity" -> "resource.Quantity";
      default ->
          schema.path("additionalProperties").isObject()
              ? "map[string]" + goType(schema.path("additionalProperties"))
              : schema.path(BuiltInTypes.GO_TYPE).asText("interface {}");
    };
  }

  private static String shown(JsonNode value) {
    var text = value.toString();
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
  }

  private Undecodable() {}
}
