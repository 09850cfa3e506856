package dev.trainyard.integration.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// An answer as `path: value`, without what is another value on every server: identities, versions,
/// times, addresses and ports that were given out.
final class NormalForm {

  private static final JsonNode SET = TextNode.valueOf("(set)");
  private static final Set<String> OF_THE_MOMENT =
      Set.of("Age", "Last Seen", "Cluster-IP", "Created At", "First Seen");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
  private static final Pattern IDENTITY =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern GENERATED = Pattern.compile("(made-|x{50,})[a-z0-9]{5}");
  private static final Pattern GIVEN =
      Pattern.compile(
          ".*\\.(uid|resourceVersion|selfLink|continue|clusterIP|nodePort|clusterIPs\\[\\d+])");

  static Map<String, String> of(Answer answer) {
    var paths = new TreeMap<String, String>();
    collect("", prepared(answer.body()), paths);
    return paths;
  }

  private static JsonNode prepared(JsonNode body) {
    return switch (body) {
      case ArrayNode events -> events(events);
      case ObjectNode object -> object(object);
      default -> body;
    };
  }

  private static JsonNode object(ObjectNode object) {
    return object.path("kind").asText().equals("Table") ? table(object) : withoutManagers(object);
  }

  /// Bookmarks come when they come; only the one that ends the initial events counts.
  private static JsonNode events(ArrayNode all) {
    var events = JsonNodeFactory.instance.arrayNode();
    for (var event : all) {
      var type = event.path("type").asText();
      var object = event.path("object");
      if (!type.equals("BOOKMARK")) {
        var shown = events.addObject().put("type", type);
        shown.set("object", object instanceof ObjectNode found ? object(found) : object);
      } else if (object.at("/metadata/annotations").has("k8s.io/initial-events-end")) {
        events.addObject().put("type", "BOOKMARK").put("kind", object.path("kind").asText());
      }
    }
    return events;
  }

  /// Titles and cells; how old something is depends on when one looks.
  private static JsonNode table(ObjectNode table) {
    var shown = JsonNodeFactory.instance.objectNode().put("kind", "Table");
    var titles = shown.putArray("titles");
    table
        .path("columnDefinitions")
        .forEach(
            column ->
                titles.add(
                    "%s %s %d"
                        .formatted(
                            column.path("name").asText(),
                            column.path("type").asText(),
                            column.path("priority").asInt())));
    var rows = shown.putArray("rows");
    for (var row : table.path("rows")) {
      var shownRow = rows.addObject().put("object", row.at("/object/kind").asText());
      var cells = shownRow.putArray("cells");
      for (int i = 0; i < row.path("cells").size(); i++) {
        var title = table.path("columnDefinitions").path(i).path("name").asText();
        cells.add(OF_THE_MOMENT.contains(title) ? SET : row.path("cells").get(i));
      }
    }
    return shown;
  }

  private static JsonNode withoutManagers(ObjectNode object) {
    if (object.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove("managedFields");
    }
    for (var item : object.path("items")) {
      if (item instanceof ObjectNode found) {
        withoutManagers(found);
      }
    }
    return object;
  }

  private static void collect(String path, JsonNode node, Map<String, String> paths) {
    switch (node) {
      case ObjectNode object when !object.isEmpty() ->
          object
              .properties()
              .forEach(
                  field ->
                      collect(
                          path.isEmpty() ? field.getKey() : path + "." + field.getKey(),
                          field.getValue(),
                          paths));
      case ArrayNode list when !list.isEmpty() -> {
        for (int i = 0; i < list.size(); i++) {
          collect("%s[%d]".formatted(path, i), list.get(i), paths);
        }
      }
      // An empty list or object says as much as none.
      case JsonNode empty when empty.isEmpty() && !empty.isValueNode() -> {}
      case JsonNode none when none.isNull() || none.equals(TextNode.valueOf("")) -> {}
      default -> paths.put(path, value(path, node));
    }
  }

  private static String value(String path, JsonNode node) {
    var text = node.isTextual() ? node.asText() : node.toString();
    if (node.isMissingNode()) {
      return "";
    }
    if (TIME.matcher(text).matches()
        || IDENTITY.matcher(text).matches()
        || (GIVEN.matcher("." + path).matches() && !text.isEmpty() && !text.equals("None"))) {
      return SET.asText();
    }
    return GENERATED.matcher(node.toString()).replaceAll("$1…");
  }

  private NormalForm() {}
}
