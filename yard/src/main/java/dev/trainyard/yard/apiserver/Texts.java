package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.Change;
import dev.trainyard.yard.store.StoredObject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Answers made of objects as they rest: what nobody changes on the way out need not be read and
/// written again for every reader.
final class Texts {

  /// Clients say first what they send, and it is kept as it was sent.
  private static final Pattern HEAD =
      Pattern.compile(
          "\\{(?:\"apiVersion\":\"(?<first>[^\"\\\\]*)\",\"kind\":\"[^\"\\\\]*\""
              + "|\"kind\":\"[^\"\\\\]*\",\"apiVersion\":\"(?<second>[^\"\\\\]*)\"),");

  /// What a text says of its type, and where the rest begins.
  private record Head(String apiVersion, int end) {

    static Optional<Head> of(String text) {
      var found = HEAD.matcher(text);
      return found.lookingAt()
          ? Optional.of(
              new Head(
                  Optional.ofNullable(found.group("first")).orElseGet(() -> found.group("second")),
                  found.end()))
          : Optional.empty();
    }
  }

  /// A list of these objects, as [View] shows a whole one.
  ///
  /// @param list what it says besides its items, of which it has none
  static byte[] list(Kind kind, ObjectNode list, List<StoredObject> objects) {
    var custom = kind.has(Kind.Trait.CUSTOM);
    var head = written(list.without("items"));
    var out = new ByteArrayOutputStream();
    out.writeBytes(utf8(head.substring(0, head.length() - 1) + ",\"items\":["));
    var separator = "";
    for (var object : objects) {
      out.writeBytes(utf8(separator));
      out.writeBytes(utf8(custom ? withType(kind, object) : withoutType(object)));
      separator = ",";
    }
    out.writeBytes(utf8("]}"));
    return out.toByteArray();
  }

  /// An event of a watch about an object that a change has left, where it rests in the words of
  /// this kind.
  static Optional<byte[]> event(Kind kind, String type, Change change) {
    return change
        .after()
        .filter(object -> object.path("apiVersion").asText("").equals(kind.apiVersion()))
        .flatMap(_ -> change.text())
        .map(text -> utf8("{\"type\":\"%s\",\"object\":".formatted(type) + text + "}\n"));
  }

  private static String withType(Kind kind, StoredObject object) {
    return Head.of(object.text())
        .filter(head -> head.apiVersion().equals(kind.apiVersion()))
        .map(_ -> object.text())
        .orElseGet(() -> written(kind.shown(object.json())));
  }

  /// In lists of built-in kinds only the list itself says of what kind all are.
  private static String withoutType(StoredObject object) {
    return Head.of(object.text())
        .map(head -> "{" + object.text().substring(head.end()))
        .orElseGet(() -> written(View.bare(object.json())));
  }

  private static String written(ObjectNode json) {
    try {
      return Json.MAPPER.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("What was read as JSON cannot be written as such", e);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Texts() {}
}
