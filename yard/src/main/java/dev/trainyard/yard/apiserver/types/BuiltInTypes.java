package dev.trainyard.yard.apiserver.types;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The types of the built-in kinds, as Kubernetes' own OpenAPI documents have them. A command makes
/// the resource they are read from (CONTRIBUTING.md names it), so nothing here is written by hand.
///
/// Every schema is in one piece: where the documents refer to a type, the type itself stands, once
/// for all who refer to it. Some types contain themselves, so whoever walks a schema follows a
/// value and not the schema alone. Beside what the documents say, a schema has
/// - `x-go-type`, the name Kubernetes' messages call it by (`v1.Container`);
/// - the type `quantity`, for numbers with a unit such as `500m` or `2Gi`;
/// - `x-kubernetes-int-or-string` and `x-kubernetes-preserve-unknown-fields`, as definitions of
///   custom resources have them.
public final class BuiltInTypes {

  public static final String GO_TYPE = "x-go-type";
  static final String REFERENCE = "#/components/schemas/";
  private static final String KINDS = "x-kubernetes-group-version-kind";
  private static final String QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity";
  private static final String NUMBER_OR_TEXT = "io.k8s.apimachinery.pkg.util.intstr.IntOrString";

  /// What a field of these types holds is whatever its author likes.
  private static final Set<String> ANYTHING =
      Set.of(
          "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1",
          "io.k8s.apimachinery.pkg.runtime.RawExtension");

  private final ObjectNode documented = read("schemas.json");
  private final Map<String, ObjectNode> types = new HashMap<>();
  private final Map<String, String> kinds = new HashMap<>();

  private static final class Loaded {
    static final BuiltInTypes TYPES = new BuiltInTypes();
  }

  /// The schema of a built-in kind; nothing for one that the documents do not have. It belongs to
  /// everybody: do not change it.
  public static Optional<ObjectNode> of(String group, String version, String kind) {
    var types = Loaded.TYPES;
    return types.name(group, version, kind).map(types.types::get);
  }

  /// Read once, when the first needs it.
  static BuiltInTypes get() {
    return Loaded.TYPES;
  }

  private BuiltInTypes() {
    for (var type : documented.properties()) {
      begin(type.getKey(), type.getValue());
    }
    for (var type : documented.properties()) {
      var whole = Objects.requireNonNull(types.get(type.getKey()));
      if (whole.path("properties") instanceof ObjectNode properties) {
        for (var field : type.getValue().path("properties").properties()) {
          properties.set(field.getKey(), whole(field.getValue()));
        }
      }
    }
  }

  /// The name of a kind's type.
  Optional<String> name(String group, String version, String kind) {
    return Optional.ofNullable(kinds.get(key(group, version, kind)));
  }

  /// A type as the documents have it, without descriptions.
  JsonNode documented(String name) {
    return documented.path(name);
  }

  /// What the documents say about each type, by field; about the type itself under no name.
  static ObjectNode descriptions() {
    return read("descriptions.json");
  }

  private static ObjectNode read(String resource) {
    try (var file = BuiltInTypes.class.getResourceAsStream(resource)) {
      return (ObjectNode) new ObjectMapper().readTree(Objects.requireNonNull(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String key(String group, String version, String kind) {
    return group + "/" + version + "/" + kind;
  }

  /// All but the fields, which may be of types that have not begun yet.
  private void begin(String name, JsonNode type) {
    var whole = JsonNodeFactory.instance.objectNode();
    switch (name) {
      case QUANTITY -> whole.put("type", "quantity");
      case NUMBER_OR_TEXT -> whole.put("x-kubernetes-int-or-string", true).put("format", "int32");
      default -> {
        whole.setAll((ObjectNode) type);
        whole.remove(KINDS);
        if (type.has("properties")) {
          whole.putObject("properties");
        } else if (ANYTHING.contains(name) || !type.has("type")) {
          whole.put("x-kubernetes-preserve-unknown-fields", true);
        }
      }
    }
    types.put(name, whole.put(GO_TYPE, goName(name)));
    for (var kind : type.path(KINDS)) {
      kinds.put(
          key(
              kind.path("group").asText(),
              kind.path("version").asText(),
              kind.path("kind").asText()),
          name);
    }
  }

  private static String goName(String name) {
    var steps = name.split("\\.", -1);
    return steps[steps.length - 2] + "." + steps[steps.length - 1];
  }

  /// A field's schema with types in place of references to them.
  private JsonNode whole(JsonNode schema) {
    var reference = schema.path("$ref").asText(schema.at("/allOf/0/$ref").asText(""));
    var whole = JsonNodeFactory.instance.objectNode();
    if (!reference.isEmpty()) {
      var type = Objects.requireNonNull(types.get(reference.substring(REFERENCE.length())));
      if (plain(schema)) {
        return type;
      }
      whole.setAll(type);
    }
    for (var word : schema.properties()) {
      switch (word.getKey()) {
        case "$ref", "allOf" -> {}
        case "items", "additionalProperties" ->
            whole.set(
                word.getKey(),
                word.getValue().isObject() ? whole(word.getValue()) : word.getValue());
        case "default" -> {
          // The documents give every plain field the value that Go begins with, which says nothing.
          if (!empty(word.getValue())) {
            whole.set("default", word.getValue());
          }
        }
        default -> whole.set(word.getKey(), word.getValue());
      }
    }
    return whole;
  }

  /// Whether a reference has nothing beside it that counts.
  private static boolean plain(JsonNode schema) {
    for (var word : schema.properties()) {
      var counts =
          switch (word.getKey()) {
            case "$ref", "allOf" -> false;
            case "default" -> !empty(word.getValue());
            default -> true;
          };
      if (counts) {
        return false;
      }
    }
    return true;
  }

  private static boolean empty(JsonNode value) {
    return value.isContainerNode()
        ? value.isEmpty()
        : Set.of("", "0", "false").contains(value.asText());
  }
}
