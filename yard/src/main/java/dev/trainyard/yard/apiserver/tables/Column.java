package dev.trainyard.yard.apiserver.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.function.Function;

/// One column and how an object's cell in it is found. Columns of priority 1 are for `-o wide`.
public record Column(
    String name, String type, String format, String description, int priority, Cell cell) {

  /// What an object shows at a moment: ages grow.
  public interface Cell {
    JsonNode of(ObjectNode object, Instant now);
  }

  static final String NONE = "<none>";

  static Column name(String title) {
    return new Column(title, "string", "name", "", 0, (object, _) -> object.at("/metadata/name"));
  }

  static Column text(String title, Function<ObjectNode, String> text) {
    return new Column(title, "string", "", "", 0, (object, _) -> new TextNode(text.apply(object)));
  }

  /// The text at a JSON pointer, or this when there is none.
  static Column at(String title, String pointer, String otherwise) {
    return text(title, object -> text(object.at(pointer), otherwise));
  }

  static Column number(String title, String pointer) {
    return new Column(
        title,
        "integer",
        "",
        "",
        0,
        (object, _) -> JsonNodeFactory.instance.numberNode(object.at(pointer).asLong(0)));
  }

  /// How long ago the time at a JSON pointer was.
  static Column since(String title, String pointer) {
    return new Column(
        title,
        "string",
        "",
        "",
        0,
        (object, now) -> new TextNode(Ages.since(object.at(pointer).asText(""), now)));
  }

  static Column age() {
    return since("Age", "/metadata/creationTimestamp");
  }

  Column wide() {
    return new Column(name, type, format, description, 1, cell);
  }

  Column as(String otherType) {
    return new Column(name, otherType, format, description, priority, cell);
  }

  static String text(JsonNode node, String otherwise) {
    return node.isMissingNode() || node.isNull() || node.asText().isEmpty()
        ? otherwise
        : node.asText();
  }

  ObjectNode definition() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", name)
        .put("type", type)
        .put("format", format)
        .put("description", description)
        .put("priority", priority);
  }

  JsonNode show(ObjectNode object, Instant now) {
    var shown = cell.of(object, now);
    return shown.isMissingNode() ? NullNode.instance : shown;
  }
}
