package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.fields.FieldType;
import java.util.ArrayList;
import java.util.List;

/// Custom resources obey the schema of their definition.
record CustomRules(StructuralSchema schema) implements Rules {

  /// What every object has; definitions say nothing of it. Found when the first object is written.
  private static final class OfEveryObject {
    static final StructuralSchema SCHEMA = metadata();

    private static StructuralSchema metadata() {
      var anyKind = StructuralSchema.builtIn("", "v1", "ConfigMap").orElseThrow();
      var schema = Json.object().put("type", "object").put(SchemaFields.PRESERVE, true);
      schema
          .putObject("properties")
          .set("metadata", anyKind.openApi().path("properties").path("metadata"));
      return StructuralSchema.of(schema);
    }
  }

  @Override
  public void requireReadable(Kind kind, ObjectNode object) {
    var known = OfEveryObject.SCHEMA;
    known.settleNulls(object);
    BuiltInRules.requireTypes(kind, known, object);
  }

  @Override
  public FieldType fieldType() {
    return schema.fieldType();
  }

  @Override
  public List<String> unknownFields(ObjectNode object) {
    var unknown = new ArrayList<>(OfEveryObject.SCHEMA.unknownFields(object));
    unknown.addAll(schema.unknownFields(object));
    return unknown;
  }

  @Override
  public void complete(ObjectNode object) {
    var completed = schema.withDefaults(schema.pruned(object));
    object.removeAll();
    object.setAll((ObjectNode) completed);
  }

  @Override
  public List<Violation> check(ObjectNode object) {
    var violations = new ArrayList<>(schema.validate(object));
    if (schema.hasRules() && blocks(violations)) {
      violations.add(
          Violation.invalid(
              "",
              NullNode.getInstance(),
              "some validation rules were not checked because the object was invalid; correct the"
                  + " existing errors to complete validation"));
    }
    return violations;
  }

  @Override
  public List<Violation> checkChange(ObjectNode before, ObjectNode after) {
    return schema.hasRules() && blocks(schema.validate(after))
        ? List.of()
        : schema.validateChange(before, after);
  }

  /// Whether the object is so wrong that rules in CEL are not asked, as in k8s.io/apiextensions-
  /// apiserver `pkg/registry/customresource/strategy.go`.
  private static boolean blocks(List<Violation> violations) {
    return violations.stream()
        .anyMatch(
            violation ->
                switch (violation.rule()) {
                  case NOT_SUPPORTED, REQUIRED, TOO_LONG, TOO_MANY, TYPE -> true;
                  case INVALID, DUPLICATE, NOT_FOUND, FORBIDDEN -> false;
                });
  }
}
