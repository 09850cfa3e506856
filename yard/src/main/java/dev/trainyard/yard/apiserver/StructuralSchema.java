package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The schema of a custom resource: what Kubernetes checks, fills in and drops. Needs no server.
///
/// Paths read as Kubernetes writes them: `spec.replicaSpecs.Worker.template`, `spec.ports[0].name`.
public final class StructuralSchema {

  private final ObjectNode schema;
  private final boolean hasRules;

  private StructuralSchema(ObjectNode schema) {
    this.schema = schema;
    this.hasRules = ExpressionRules.in(schema);
  }

  /// The content of `schema.openAPIV3Schema` in a definition. A missing one accepts everything.
  public static StructuralSchema of(JsonNode openApiV3Schema) {
    return new StructuralSchema(
        openApiV3Schema instanceof ObjectNode given
            ? given.deepCopy()
            : Json.object().put(SchemaFields.PRESERVE, true));
  }

  /// Every rule that the object breaks.
  public List<Violation> validate(JsonNode object) {
    return SchemaValidation.violations(object, schema);
  }

  /// The paths of all fields the schema does not know, which `pruned` would drop.
  public List<String> unknownFields(JsonNode object) {
    return SchemaFields.prune(object.deepCopy(), schema);
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

  /// A copy of the schema itself.
  ObjectNode openApi() {
    return schema.deepCopy();
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
