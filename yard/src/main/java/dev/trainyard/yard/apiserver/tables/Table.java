package dev.trainyard.yard.apiserver.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/// Objects as rows, in the form of `meta.k8s.io/v1`.
public final class Table {

  /// How much of the object itself goes with its row.
  public enum Include {
    METADATA,
    OBJECT,
    NONE
  }

  /// The metadata is the list's or the one object's.
  public static ObjectNode of(
      List<Column> columns,
      JsonNode metadata,
      List<ObjectNode> objects,
      Include include,
      Instant now) {
    var table =
        JsonNodeFactory.instance
            .objectNode()
            .put("kind", "Table")
            .put("apiVersion", "meta.k8s.io/v1");
    table.set("metadata", metadata);
    var definitions = table.putArray("columnDefinitions");
    columns.forEach(column -> definitions.add(column.definition()));
    var rows = table.putArray("rows");
    for (var object : objects) {
      var row = rows.addObject();
      var cells = row.putArray("cells");
      columns.forEach(column -> cells.add(column.show(object, now)));
      switch (include) {
        case METADATA -> row.set("object", partial(object));
        case OBJECT -> row.set("object", object);
        case NONE -> {
          // The cells are all that was asked for.
        }
      }
    }
    return table;
  }

  /// An object of which only the metadata is shown.
  public static ObjectNode partial(ObjectNode object) {
    var partial =
        JsonNodeFactory.instance
            .objectNode()
            .put("kind", "PartialObjectMetadata")
            .put("apiVersion", "meta.k8s.io/v1");
    partial.set("metadata", object.path("metadata"));
    return partial;
  }

  private Table() {}
}
