package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.tables.CustomColumns;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/// Reads CustomResourceDefinitions: one kind for each version that is served.
final class Definitions {

  static List<Kind> kinds(ObjectNode definition) {
    var spec = definition.path("spec");
    var kinds = new ArrayList<Kind>();
    for (var version : spec.path("versions")) {
      if (version.path("served").asBoolean()) {
        kinds.add(kind(spec, version));
      }
    }
    return kinds;
  }

  private static Kind kind(JsonNode spec, JsonNode version) {
    var subresources = version.path("subresources");
    var traits = EnumSet.of(Kind.Trait.CUSTOM, Kind.Trait.GENERATION);
    if (subresources.path("status").isObject()) {
      traits.add(Kind.Trait.STATUS);
    }
    var names = spec.path("names");
    var columns = CustomColumns.of(version);
    return new Kind(
        spec.path("group").asText(),
        version.path("name").asText(),
        new Kind.Names(
            names.path("kind").asText(),
            names.path("listKind").asText(names.path("kind").asText() + "List"),
            names.path("plural").asText(),
            names.path("singular").asText(""),
            Json.texts(names.path("shortNames")),
            Json.texts(names.path("categories"))),
        spec.path("scope").asText().equals("Namespaced"),
        traits,
        scale(subresources.path("scale")),
        () -> columns,
        new CustomRules(StructuralSchema.of(version.at("/schema/openAPIV3Schema"))));
  }

  private static Optional<Kind.ScalePaths> scale(JsonNode scale) {
    return scale.isObject()
        ? Optional.of(
            new Kind.ScalePaths(
                scale.path("specReplicasPath").asText(),
                scale.path("statusReplicasPath").asText(),
                Json.text(scale, "labelSelectorPath")))
        : Optional.empty();
  }

  private Definitions() {}
}
