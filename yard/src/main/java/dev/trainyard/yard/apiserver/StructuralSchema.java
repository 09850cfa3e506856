package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.fields.FieldType;
import dev.trainyard.yard.apiserver.fields.FieldTypes;
import dev.trainyard.yard.apiserver.types.BuiltInFields;
import dev.trainyard.yard.apiserver.types.BuiltInTypes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The schema of a kind, from its definition or Kubernetes' own documents: what Kubernetes checks,
/// fills in and drops. Needs no server.
///
/// Paths read as Kubernetes writes them: `spec.replicaSpecs.Worker.template`, `spec.ports[0].name`.
public final class StructuralSchema {

  private final ObjectNode schema;
  private final boolean hasRules;
  private final boolean builtIn;
  private volatile Optional<FieldType> fieldType = Optional.empty();

  private StructuralSchema(ObjectNode schema, boolean hasRules, boolean builtIn) {
    this.schema = schema;
    this.hasRules = hasRules;
    this.builtIn = builtIn;
  }

  /// The content of `schema.openAPIV3Schema` in a definition. A missing one accepts everything.
  public static StructuralSchema of(JsonNode openApiV3Schema) {
    ObjectNode schema =
        openApiV3Schema instanceof ObjectNode given
            ? given.deepCopy()
            : Json.object().put(SchemaFields.PRESERVE, true);
    return new StructuralSchema(schema, ExpressionRules.in(schema), false);
  }

  /// The schema of a built-in kind; nothing for one that is not among them.
  public static Optional<StructuralSchema> builtIn(String group, String version, String kind) {
    return BuiltInTypes.of(group, version, kind)
        .map(schema -> new StructuralSchema(schema, false, true));
  }

  /// Every rule that the object breaks. Kubernetes lets elements of lists in its own kinds be
  /// alike.
  public List<Violation> validate(JsonNode object) {
    var violations = SchemaValidation.violations(object, schema);
    return builtIn
        ? violations.stream().filter(found -> found.rule() != Violation.Rule.DUPLICATE).toList()
        : violations;
  }

  /// The paths of all fields the schema does not know, which `pruned` would drop.
  public List<String> unknownFields(JsonNode object) {
    return SchemaFields.unknown(object, schema);
  }

  /// Drops the fields that the schema does not know from the object itself.
  void prune(ObjectNode object) {
    SchemaFields.prune(object, schema);
  }

  /// A copy without the fields the schema does not know.
  public JsonNode pruned(JsonNode object) {
    var copy = object.deepCopy();
    SchemaFields.prune(copy, schema);
    return copy;
  }

  /// A copy in which what is missing, or null where null is not allowed, has its default.
  public JsonNode withDefaults(JsonNode object) {
    var copy = object.deepCopy();
    SchemaDefaults.fill(copy, schema);
    return copy;
  }

  /// The schema of the field at a path, with elements of lists and maps by any index or key.
  public Optional<JsonNode> schemaAt(String path) {
    JsonNode found = schema;
    for (var step : path.replace("[", ".[").split("\\.", -1)) {
      if (!step.isEmpty()) {
        found = step.startsWith("[") ? found.path("items") : child(found, step);
      }
    }
    return Optional.of(found).filter(JsonNode::isObject);
  }

  /// The names a schema knows below a path: what a misspelt field may have meant.
  public Set<String> fieldsAt(String path) {
    var names = new LinkedHashSet<String>();
    schemaAt(path)
        .map(found -> found.path("properties"))
        .ifPresent(properties -> properties.fieldNames().forEachRemaining(names::add));
    return names;
  }

  /// What objects consist of, as the ownership of fields sees them. Read when it is first needed.
  FieldType fieldType() {
    if (fieldType.isEmpty()) {
      fieldType = Optional.of(FieldTypes.custom(schema, BuiltInFields.metadata()));
    }
    return fieldType.get();
  }

  /// The schema itself, not to be changed.
  ObjectNode openApi() {
    return schema;
  }

  /// Takes the nulls out of an object of a built-in kind.
  void settleNulls(ObjectNode object) {
    Nulls.settle(object, schema);
  }

  /// What an object of a built-in kind lacks.
  List<Violation> missingFields(ObjectNode object) {
    return RequiredFields.missing(object, schema);
  }

  /// Every rule about what was that a change breaks.
  List<Violation> validateChange(JsonNode before, JsonNode after) {
    return ExpressionRules.violations(before, after, schema);
  }

  /// Whether any part carries rules in CEL.
  boolean hasRules() {
    return hasRules;
  }

  /// The rules in CEL that are kept and not enforced.
  Set<String> rulesNotEnforced() {
    return ExpressionRules.notEnforced(schema);
  }

  /// The schema of one field, whether it is listed or any name is allowed.
  static JsonNode child(JsonNode schema, String name) {
    var property = schema.path("properties").path(name);
    return property.isObject() ? property : schema.path("additionalProperties");
  }

  static String join(String path, String field) {
    return path.isEmpty() ? field : path + "." + field;
  }
}
