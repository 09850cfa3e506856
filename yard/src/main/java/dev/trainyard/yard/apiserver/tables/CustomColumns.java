package dev.trainyard.yard.apiserver.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The columns that a definition gives its custom resources.
public final class CustomColumns {

  private static final Logger log = LoggerFactory.getLogger(CustomColumns.class);

  /// The columns of one version of a definition; name and age where it asks for none.
  public static List<Column> of(JsonNode version) {
    var columns = new ArrayList<Column>();
    columns.add(Column.name("Name"));
    for (var column : version.path("additionalPrinterColumns")) {
      try {
        columns.add(column(column));
      } catch (IllegalArgumentException e) {
        log.atInfo()
            .addKeyValue("column", column.path("name").asText())
            .log("A printer column is left out: {}", e.getMessage());
      }
    }
    if (columns.size() == 1) {
      columns.add(Column.age());
    }
    return List.copyOf(columns);
  }

  private static Column column(JsonNode column) {
    var type = column.path("type").asText("string");
    var path = JsonPath.parse(column.path("jsonPath").asText());
    return new Column(
        column.path("name").asText(),
        type,
        column.path("format").asText(""),
        column.path("description").asText(""),
        column.path("priority").asInt(0),
        (object, now) -> {
          var found = path.find(object);
          if (found.isEmpty()) {
            return NullNode.instance;
          }
          return switch (type) {
            case "date" -> new TextNode(Ages.since(found.getFirst().asText(""), now));
            case "string" ->
                new TextNode(
                    found.stream()
                        .map(node -> node.isContainerNode() ? node.toString() : node.asText())
                        .collect(Collectors.joining(",")));
            default -> found.getFirst();
          };
        });
  }

  private CustomColumns() {}
}
