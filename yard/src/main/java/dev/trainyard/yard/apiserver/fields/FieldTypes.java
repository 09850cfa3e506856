package dev.trainyard.yard.apiserver.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.yard.apiserver.fields.FieldType.Elements;
import dev.trainyard.yard.apiserver.fields.FieldType.Field;
import dev.trainyard.yard.apiserver.fields.FieldType.Identity;
import dev.trainyard.yard.apiserver.fields.FieldType.Named;
import dev.trainyard.yard.apiserver.fields.FieldType.Primitive;
import dev.trainyard.yard.apiserver.fields.FieldType.Scalar;
import dev.trainyard.yard.apiserver.fields.FieldType.Structure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Reads types from OpenAPI schemas: what `x-kubernetes-list-type`, `x-kubernetes-map-type` and
/// their like say about ownership.
public final class FieldTypes {

  private static final String EMBEDDED = "x-kubernetes-embedded-resource";
  private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";
  private static final Scalar TEXT = new Scalar(Primitive.TEXT);
  private static final Scalar ANY = new Scalar(Primitive.ANY);

  /// Types that their schemas do not describe as they are compared.
  private static final Map<String, FieldType> SPECIAL =
      Map.of(
          "io.k8s.apimachinery.pkg.api.resource.Quantity",
          ANY,
          "io.k8s.apimachinery.pkg.runtime.RawExtension",
          new FieldType.Opaque());

  private final Function<String, FieldType> named;
  private final FieldType metadata;
  private final boolean structs;

  private FieldTypes(Function<String, FieldType> named, FieldType metadata, boolean structs) {
    this.named = named;
    this.metadata = metadata;
    this.structs = structs;
  }

  /// The type of a built-in kind, whose objects are structs: some fields are there even when empty.
  ///
  /// @param named finds the types that others refer to
  public static FieldType builtIn(JsonNode schema, Function<String, FieldType> named) {
    return new FieldTypes(named, new FieldType.Anything(), true).type(schema, false);
  }

  /// The type of a custom resource, by the schema of its definition.
  ///
  /// @param metadata the type of what all objects have in common
  public static FieldType custom(JsonNode schema, FieldType metadata) {
    var types = new FieldTypes(_ -> new FieldType.Anything(), metadata, false);
    return types.resource(
        types.type(schema, false) instanceof Structure structure
            ? structure
            : new Structure(Map.of(), Optional.of(new FieldType.Anything()), false));
  }

  private Structure resource(Structure structure) {
    var fields = new LinkedHashMap<>(structure.fields());
    fields.put("apiVersion", plain(TEXT));
    fields.put("kind", plain(TEXT));
    fields.put("metadata", plain(metadata));
    return new Structure(fields, structure.others(), structure.whole());
  }

  private FieldType type(JsonNode schema, boolean preserve) {
    var reference = reference(schema);
    if (reference.isPresent()) {
      return named(reference.get(), schema);
    }
    var preserves = preserve || schema.path(PRESERVE).asBoolean(false);
    return switch (schema.path("type").asText("")) {
      case "object" -> object(schema, preserves);
      case "array" -> array(schema, preserves);
      case "integer", "number" -> new Scalar(Primitive.NUMBER);
      case "boolean" -> new Scalar(Primitive.FLAG);
      case "string" -> text(schema) ? TEXT : ANY;
      default ->
          schema.path("properties").isObject()
              ? object(schema, preserves)
              : new FieldType.Anything();
    };
  }

  private static boolean text(JsonNode schema) {
    return Set.of("", "byte").contains(schema.path("format").asText(""));
  }

  private static Optional<String> reference(JsonNode schema) {
    var direct = schema.path("$ref").asText("");
    var path = direct.isEmpty() ? schema.at("/allOf/0/$ref").asText("") : direct;
    return Optional.of(path.substring(path.lastIndexOf('/') + 1)).filter(name -> !name.isEmpty());
  }

  /// A field may say that what it refers to has one owner there.
  private FieldType named(String name, JsonNode schema) {
    if (SPECIAL.containsKey(name)) {
      return SPECIAL.getOrDefault(name, new FieldType.Opaque());
    }
    if (!schema.path("x-kubernetes-map-type").asText("").equals("atomic")) {
      return new Named(() -> named.apply(name));
    }
    return new Named(
        () ->
            named.apply(name).resolved() instanceof Structure structure
                ? new Structure(structure.fields(), structure.others(), true)
                : new FieldType.Opaque());
  }

  private FieldType object(JsonNode schema, boolean preserve) {
    var required = new HashSet<String>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    var fields = new LinkedHashMap<String, Field>();
    for (var property : schema.path("properties").properties()) {
      var member = property.getValue();
      var standard = member.path("default");
      var struct = standard.isObject() && standard.isEmpty();
      var always = structs && (struct || required.contains(property.getKey()));
      fields.put(property.getKey(), new Field(type(member, preserve), always, standard));
    }
    var atomic = schema.path("x-kubernetes-map-type").asText("").equals("atomic");
    var structure = new Structure(fields, others(schema, preserve), atomic);
    return schema.path(EMBEDDED).asBoolean(false) ? resource(structure) : structure;
  }

  private Optional<FieldType> others(JsonNode schema, boolean preserve) {
    var additional = schema.path("additionalProperties");
    if (additional.isObject()) {
      return Optional.of(type(additional, preserve));
    }
    var open =
        additional.isMissingNode()
            ? preserve || schema.path("properties").isEmpty()
            : additional.asBoolean();
    return open ? Optional.of(new FieldType.Anything()) : Optional.empty();
  }

  private FieldType array(JsonNode schema, boolean preserve) {
    var items = schema.path("items");
    var element = items.isObject() ? type(items, preserve) : new FieldType.Opaque();
    return new Elements(element, identity(schema));
  }

  private static Identity identity(JsonNode schema) {
    return switch (schema.path("x-kubernetes-list-type").asText("")) {
      case "set" -> new Identity.Itself();
      case "map" -> new Identity.Keys(texts(schema.path("x-kubernetes-list-map-keys")));
      case "" -> patched(schema);
      default -> new Identity.None();
    };
  }

  /// A list that says nothing for itself goes by how strategic patches merge it.
  private static Identity patched(JsonNode schema) {
    var key = schema.path("x-kubernetes-patch-merge-key").asText("");
    if (!schema.path("x-kubernetes-patch-strategy").asText("").startsWith("merge")) {
      return new Identity.None();
    }
    return key.isEmpty() ? new Identity.Itself() : new Identity.Keys(List.of(key));
  }

  private static List<String> texts(JsonNode array) {
    var texts = new ArrayList<String>();
    array.forEach(element -> texts.add(element.asText()));
    return texts;
  }

  private static Field plain(FieldType type) {
    return new Field(type, false, Values.NONE);
  }
}
