package dev.trainyard.yard.apiserver.types;

import dev.trainyard.yard.apiserver.fields.FieldType;
import dev.trainyard.yard.apiserver.fields.FieldTypes;
import java.util.concurrent.ConcurrentHashMap;

/// The types of the built-in kinds as the ownership of fields sees them.
public final class BuiltInFields {

  private static final ConcurrentHashMap<String, FieldType> KNOWN = new ConcurrentHashMap<>();

  /// Anything, for a kind that Kubernetes' documents do not have.
  public static FieldType of(String group, String version, String kind) {
    return BuiltInTypes.get()
        .name(group, version, kind)
        .map(BuiltInFields::named)
        .orElse(new FieldType.Anything());
  }

  /// What all objects have in common.
  public static FieldType metadata() {
    return named(OpenApiSchemas.METADATA);
  }

  private static FieldType named(String name) {
    return KNOWN.computeIfAbsent(
        name, _ -> FieldTypes.builtIn(BuiltInTypes.get().documented(name), BuiltInFields::named));
  }

  private BuiltInFields() {}
}
