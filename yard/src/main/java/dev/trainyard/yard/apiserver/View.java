package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.tables.Table;
import dev.trainyard.yard.http.Call;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The form a reader wants objects in: whole, only their metadata, or as rows of a table.
record View(Form form, Table.Include include) {

  enum Form {
    WHOLE,
    METADATA,
    TABLE
  }

  /// What is answered.
  enum Answer {
    ONE,
    LIST,
    STREAM
  }

  /// The form that the reader likes best of those that can be given.
  ///
  /// @throws ApiException when there is none
  static View of(Call call, Answer answer) {
    var form =
        MediaRange.of(call).stream()
            .filter(range -> range.encoding(answer == Answer.STREAM).isPresent())
            .flatMap(range -> form(range, answer).stream())
            .findFirst()
            .orElseThrow(() -> new ApiException(Status.notAcceptable(answer == Answer.STREAM)));
    return new View(form, include(call));
  }

  private static Optional<Form> form(MediaRange range, Answer answer) {
    return range
        .as()
        .<Optional<Form>>map(
            as ->
                switch (as) {
                  case "Table" -> Optional.of(Form.TABLE);
                  case "PartialObjectMetadata" ->
                      Optional.of(Form.METADATA).filter(_ -> answer != Answer.LIST);
                  case "PartialObjectMetadataList" ->
                      Optional.of(Form.METADATA).filter(_ -> answer == Answer.LIST);
                  default -> Optional.empty();
                })
        .orElse(Optional.of(Form.WHOLE));
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
      case WHOLE -> kind.has(Kind.Trait.CUSTOM) ? list : withBareItems(list, objects);
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

  /// In lists of built-in kinds only the list itself says of what kind all are.
  private static ObjectNode withBareItems(ObjectNode list, List<ObjectNode> objects) {
    var items = list.putArray("items");
    objects.forEach(object -> items.add(bare(object)));
    return list;
  }

  static ObjectNode bare(ObjectNode object) {
    return Json.shallowCopy(object).remove(List.of("kind", "apiVersion"));
  }
}
