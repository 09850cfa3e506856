package dev.trainyard.yard.apiserver.types;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the types of the built-in kinds.
public final class BuiltInTypes {

  /// Where the model keeps the groups; the core group is at its root.
  private static final Map<String, String> PACKAGES =
      Map.ofEntries(
          Map.entry("", ""),
          Map.entry("apps", ".apps"),
          Map.entry("batch", ".batch.v1"),
          Map.entry("autoscaling", ".autoscaling.v2"),
          Map.entry("coordination.k8s.io", ".coordination.v1"),
          Map.entry("scheduling.k8s.io", ".scheduling.v1"),
          Map.entry("policy", ".policy.v1"),
          Map.entry("networking.k8s.io", ".networking.v1"),
          Map.entry("discovery.k8s.io", ".discovery.v1"),
          Map.entry("rbac.authorization.k8s.io", ".rbac"),
          Map.entry("storage.k8s.io", ".storage"),
          Map.entry("admissionregistration.k8s.io", ".admissionregistration.v1"),
          Map.entry("apiextensions.k8s.io", ".apiextensions.v1"));

  /// The type of a built-in kind; nothing for one the model does not have.
  static Optional<StructType> of(String group, String kind) {
    var place = Optional.ofNullable(PACKAGES.get(group));
    try {
      return place.isEmpty()
          ? Optional.empty()
          : Optional.of(
              StructType.of(
                  Class.forName(
                      "io.fabric8.kubernetes.api.model%s.%s".formatted(place.get(), kind))));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  /// The paths of all fields of an object that its kind does not have.
  public static List<String> unknownFields(String group, String kind, ObjectNode object) {
    var unknown = new ArrayList<String>();
    of(group, kind).ifPresent(type -> look(object, new Shape.Structure(type), "", unknown));
    return unknown;
  }

  private static void look(JsonNode node, Shape shape, String path, List<String> unknown) {
    switch (shape) {
      case Shape.Structure(var type) -> {
        for (var entry : node.properties()) {
          var field = Optional.ofNullable(type.fields().get(entry.getKey()));
          var at = path.isEmpty() ? entry.getKey() : path + "." + entry.getKey();
          if (field.isEmpty()) {
            unknown.add(at);
          } else {
            look(entry.getValue(), field.get().shape(), at, unknown);
          }
        }
      }
      case Shape.ListOf(var element) -> {
        for (int i = 0; i < node.size(); i++) {
          look(node.path(i), element, "%s[%d]".formatted(path, i), unknown);
        }
      }
      case Shape.MapOf(var value) -> {
        for (var entry : node.properties()) {
          look(entry.getValue(), value, path + "." + entry.getKey(), unknown);
        }
      }
      case Shape.Text _,
          Shape.WholeNumber _,
          Shape.Decimal _,
          Shape.Flag _,
          Shape.NumberOrText _,
          Shape.Amount _,
          Shape.Anything _ -> {
        // Nothing below that could be unknown.
      }
    }
  }

  private BuiltInTypes() {}
}
