package dev.trainyard.dialects;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Fields that a type of Kubernetes does not have. Its Java types take anything and keep it, so a
/// document is walked along them instead.
public final class UnknownFields {

  private static final Set<Class<?>> LEAVES = Set.of(Quantity.class, IntOrString.class);

  /// Their paths, in document order.
  public static List<String> in(JsonNode document, Class<?> type) {
    var unknown = new ArrayList<String>();
    collect("", document, Json.MAPPER.constructType(type), unknown);
    return unknown;
  }

  private static void collect(String at, JsonNode node, JavaType type, List<String> unknown) {
    if (LEAVES.contains(type.getRawClass())) {
      return;
    }
    if (type.isMapLikeType() && node.isObject()) {
      node.properties()
          .forEach(
              entry ->
                  collect(
                      below(at, entry.getKey()), entry.getValue(), type.getContentType(), unknown));
    } else if (type.isCollectionLikeType() && node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        collect("%s[%d]".formatted(at, i), node.get(i), type.getContentType(), unknown);
      }
    } else if (node.isObject() && type.getRawClass() != Object.class) {
      fields(at, node, type, unknown);
    }
  }

  private static void fields(String at, JsonNode node, JavaType type, List<String> unknown) {
    var known = new TreeSet<String>();
    for (var property : Json.MAPPER.getSerializationConfig().introspect(type).findProperties()) {
      known.add(property.getName());
      if (node.has(property.getName())) {
        collect(
            below(at, property.getName()),
            node.get(property.getName()),
            property.getPrimaryType(),
            unknown);
      }
    }
    node.fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                unknown.add(below(at, name));
              }
            });
  }

  private static String below(String at, String name) {
    return at.isEmpty() ? name : at + "." + name;
  }

  private UnknownFields() {}
}
