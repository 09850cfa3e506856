package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.tables.Table;
import dev.trainyard.yard.http.Call;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The form a reader wants objects in: whole, only their metadata, or as rows of a table.
record View(Form form, Table.Include include) {

  enum Form {
    WHOLE,
    METADATA,
    TABLE
  }

  /// The first form in the reader's list that can be given; whole objects otherwise.
  static View of(Call call) {
    var form =
        Arrays.stream(call.header("Accept").orElse("").split(","))
            .map(View::parameters)
            .filter(type -> type.getOrDefault("", "").matches("application/(json|\\*)|\\*/\\*"))
            .filter(type -> type.getOrDefault("v", "v1").equals("v1"))
            .map(
                type ->
                    switch (type.getOrDefault("as", "")) {
                      case "Table" -> Form.TABLE;
                      case "PartialObjectMetadata", "PartialObjectMetadataList" -> Form.METADATA;
                      default -> Form.WHOLE;
                    })
            .findFirst()
            .orElse(Form.WHOLE);
    return new View(form, include(call));
  }

  /// The parts of one media type; its name is the one without a name.
  private static Map<String, String> parameters(String type) {
    return Arrays.stream(type.trim().split(";"))
        .map(part -> part.trim().split("=", 2))
        .collect(
            Collectors.toMap(
                part -> part.length == 1 ? "" : part[0],
                part -> part[part.length - 1],
                (first, _) -> first));
  }

  private static Table.Include include(Call call) {
    var asked = call.query().text("includeObject").orElse("Metadata");
    return switch (asked) {
      case "Metadata" -> Table.Include.METADATA;
      case "Object" -> Table.Include.OBJECT;
      case "None" -> Table.Include.NONE;
      default ->
          throw new ApiException(
              Status.badRequest(
                  "includeObject: \"%s\" is not one of Metadata, Object, None".formatted(asked)));
    };
  }

  ObjectNode one(Kind kind, ObjectNode object, Instant now) {
    return switch (form) {
      case WHOLE -> object;
      case METADATA -> Table.partial(object);
      case TABLE -> {
        var metadata = Json.object();
        metadata.set("resourceVersion", object.at("/metadata/resourceVersion"));
        yield Table.of(kind.columns(), metadata, List.of(object), include, now);
      }
    };
  }

  /// Takes the list as the whole form has it.
  ObjectNode list(Kind kind, ObjectNode list, Instant now) {
    var objects = new ArrayList<ObjectNode>();
    list.path("items").forEach(item -> objects.add((ObjectNode) item));
    return switch (form) {
      case WHOLE -> list;
      case TABLE -> Table.of(kind.columns(), list.path("metadata"), objects, include, now);
      case METADATA -> {
        var partial =
            Json.object()
                .put("kind", "PartialObjectMetadataList")
                .put("apiVersion", "meta.k8s.io/v1");
        partial.set("metadata", list.path("metadata"));
        var items = partial.putArray("items");
        objects.stream().<JsonNode>map(Table::partial).forEach(items::add);
        yield partial;
      }
    };
  }
}
