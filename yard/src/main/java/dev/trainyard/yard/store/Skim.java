package dev.trainyard.yard.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/// Reads a few fields of an object's text and passes over the others.
final class Skim {

  private static final ObjectMapper JSON = new ObjectMapper();

  /// By the field of the object, the fields below it that a sketch has.
  private static final Map<String, Set<String>> SKETCHED =
      Map.of(
          "metadata", Set.of("name", "namespace", "labels"),
          "spec", Set.of("nodeName"),
          "status", Set.of("phase"));

  static ObjectNode sketch(Key key, String text) {
    var sketch = JsonNodeFactory.instance.objectNode();
    read(
        key,
        text,
        (field, parser) -> {
          var wanted = SKETCHED.get(field);
          if (wanted == null || parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return true;
          }
          var part = sketch.putObject(field);
          while (parser.nextToken() != JsonToken.END_OBJECT) {
            var name = parser.currentName();
            parser.nextToken();
            if (wanted.contains(name)) {
              part.set(name, parser.readValueAsTree());
            } else {
              parser.skipChildren();
            }
          }
          return true;
        });
    return sketch;
  }

  /// Ends where the metadata does, which in most objects is near the beginning.
  static ObjectNode metadata(Key key, String text) {
    var found = JsonNodeFactory.instance.objectNode();
    read(
        key,
        text,
        (field, parser) -> {
          if (field.equals("metadata")) {
            found.set(field, parser.readValueAsTree());
            return false;
          }
          parser.skipChildren();
          return true;
        });
    return found;
  }

  /// Takes in one field's value, and says whether to go on.
  private interface Reader {
    boolean take(String field, JsonParser parser) throws IOException;
  }

  private static void read(Key key, String text, Reader reader) {
    try (var parser = JSON.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("no object");
      }
      var more = true;
      while (more && parser.nextToken() != JsonToken.END_OBJECT) {
        var field = parser.currentName();
        parser.nextToken();
        more = reader.take(field, parser);
      }
    } catch (IOException e) {
      throw Trees.damaged(key, e);
    }
  }

  private Skim() {}
}
