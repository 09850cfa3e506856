package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A JSON patch (RFC 6902): operations, one after the other, all of them or none. What it copies is
/// counted as API servers count it: a copy of a copy of a copy would soon be larger than any
/// memory.
final class JsonPatch {

  private static final long MAX_COPIED_BYTES = 3L * 1024 * 1024;

  private JsonNode document;
  private long copied;

  private JsonPatch(JsonNode document) {
    this.document = document;
  }

  /// The object stays as it is. Refuses, with an `IllegalArgumentException`, what cannot be done.
  static JsonNode apply(ObjectNode object, JsonNode operations) {
    var patch = new JsonPatch(object.deepCopy());
    operations.forEach(patch::operate);
    return patch.document;
  }

  private void operate(JsonNode operation) {
    var path = text(operation, "path");
    switch (text(operation, "op")) {
      case "add" -> add("add", path, value(operation));
      case "remove" -> remove("remove", path);
      case "replace" -> replace(path, value(operation));
      case "move" -> {
        var from = text(operation, "from");
        if (path.startsWith(from + "/")) {
          throw new IllegalArgumentException(
              "move operation does not apply: %s lies within %s".formatted(path, from));
        }
        add("move", path, remove("move", from));
      }
      case "copy" -> {
        var from = text(operation, "from");
        var source = find(from).orElseThrow(() -> missing("copy", "from path", from));
        count(source);
        add("copy", path, source.deepCopy());
      }
      case "test" -> {
        var wanted = operation.path("value");
        if (!find(path).orElse(NullNode.getInstance()).equals(known(wanted))) {
          throw new IllegalArgumentException(
              "testing value %s failed: test failed".formatted(path));
        }
      }
      default ->
          throw new IllegalArgumentException(
              "Unexpected kind: %s".formatted(operation.path("op").asText()));
    }
  }

  private void count(JsonNode source) {
    var extent = Extent.of(source, MAX_COPIED_BYTES - copied);
    copied += extent.bytes();
    if (copied > MAX_COPIED_BYTES || extent.tooDeep()) {
      throw new IllegalArgumentException(
          "Unable to complete the copy, the accumulated size increase of copy is %d, exceeding the limit %d"
              .formatted(copied, MAX_COPIED_BYTES));
    }
  }

  private static JsonNode known(JsonNode value) {
    return value.isMissingNode() ? NullNode.getInstance() : value;
  }

  private static JsonNode value(JsonNode operation) {
    return known(operation.path("value")).deepCopy();
  }

  private static String text(JsonNode operation, String field) {
    if (!operation.path(field).isTextual()) {
      throw new IllegalArgumentException(
          "operation missing %s field: missing value".formatted(field));
    }
    return operation.path(field).textValue();
  }

  /// Where a path leads to: what holds the value, and under which key.
  private record Place(JsonNode holder, String key) {}

  private Optional<Place> place(String path) {
    var steps = steps(path);
    var holder = document;
    for (var step : steps.subList(0, Math.max(0, steps.size() - 1))) {
      var next = child(holder, step);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      holder = next.get();
    }
    return Optional.of(new Place(holder, steps.isEmpty() ? "" : steps.getLast()));
  }

  private Optional<JsonNode> find(String path) {
    return path.isEmpty()
        ? Optional.of(document)
        : place(path).flatMap(place -> child(place.holder(), place.key()));
  }

  private static Optional<JsonNode> child(JsonNode holder, String key) {
    return switch (holder) {
      case ObjectNode object -> Optional.ofNullable(object.get(key));
      case ArrayNode list -> Optional.ofNullable(list.get(index(list, key, list.size() - 1)));
      default -> Optional.empty();
    };
  }

  private void add(String operation, String path, JsonNode value) {
    if (path.isEmpty()) {
      document = value;
      return;
    }
    var place = place(path).orElseThrow(() -> missing(operation, "path", path));
    switch (place.holder()) {
      case ObjectNode object -> object.set(place.key(), value);
      case ArrayNode list -> {
        if (place.key().equals("-")) {
          list.add(value);
        } else {
          list.insert(index(list, place.key(), list.size()), value);
        }
      }
      default -> throw missing(operation, "path", path);
    }
  }

  /// A field that is not there is set all the same, as API servers do it.
  private void replace(String path, JsonNode value) {
    if (path.isEmpty()) {
      document = value;
      return;
    }
    var place = place(path).orElseThrow(() -> missing("replace", "path", path));
    switch (place.holder()) {
      case ObjectNode object -> object.set(place.key(), value);
      case ArrayNode list -> list.set(index(list, place.key(), list.size() - 1), value);
      default -> throw missing("replace", "path", path);
    }
  }

  private JsonNode remove(String operation, String path) {
    var gone =
        path.isEmpty()
            ? Optional.<JsonNode>empty()
            : place(path).flatMap(place -> removed(place.holder(), place.key()));
    return gone.orElseThrow(() -> missing(operation, "path", path));
  }

  private static Optional<JsonNode> removed(JsonNode holder, String key) {
    return switch (holder) {
      case ObjectNode object -> Optional.ofNullable(object.remove(key));
      case ArrayNode list -> Optional.ofNullable(list.remove(index(list, key, list.size() - 1)));
      default -> Optional.empty();
    };
  }

  /// A negative one counts from the end.
  private static int index(ArrayNode list, String key, int last) {
    int index;
    try {
      index = Integer.parseInt(key);
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException("\"%s\" is not an index of a list".formatted(key));
    }
    var found = index < 0 ? index + list.size() : index;
    if (found < 0 || found > last) {
      throw new IllegalArgumentException(
          "Unable to access invalid index: %d: invalid index referenced".formatted(index));
    }
    return found;
  }

  private static List<String> steps(String path) {
    if (path.isEmpty()) {
      return List.of();
    }
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("the path \"%s\" does not begin with /".formatted(path));
    }
    var steps = new ArrayList<String>();
    for (var step : path.substring(1).split("/", -1)) {
      steps.add(step.replace("~1", "/").replace("~0", "~"));
    }
    return steps;
  }

  private static IllegalArgumentException missing(String operation, String what, String path) {
    return new IllegalArgumentException(
        "%s operation does not apply: doc is missing %s: \"%s\": missing value"
            .formatted(operation, what, path));
  }
}
