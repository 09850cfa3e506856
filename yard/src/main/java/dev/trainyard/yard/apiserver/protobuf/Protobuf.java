package dev.trainyard.yard.apiserver.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.trainyard.yard.apiserver.protobuf.FieldTable.Field;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/// Turns the protobuf form of an object into its JSON form. Go's typed clients, and with them
/// `kubectl create configmap` and its sisters, send nothing else.
public final class Protobuf {

  public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";
  private static final byte[] MAGIC = {'k', '8', 's', 0};
  private static final ObjectMapper JSON = new ObjectMapper();

  /// Refuses, with an `IllegalArgumentException`, what is no object of a built-in kind.
  public static ObjectNode decode(byte[] body) {
    if (body.length < MAGIC.length
        || !Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new IllegalArgumentException("the body does not begin as a Kubernetes object does");
    }
    var apiVersion = "";
    var kind = "";
    var content = new byte[0];
    var envelope = new WireReader(Arrays.copyOfRange(body, MAGIC.length, body.length));
    while (envelope.more()) {
      var field = envelope.next();
      switch (field.number()) {
        case 1 -> {
          var type = new WireReader(field.bytes());
          while (type.more()) {
            var part = type.next();
            apiVersion = part.number() == 1 ? text(part.bytes()) : apiVersion;
            kind = part.number() == 2 ? text(part.bytes()) : kind;
          }
        }
        case 2 -> content = field.bytes();
        default -> {
          // Encodings that nobody uses.
        }
      }
    }
    var object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", apiVersion).put("kind", kind);
    return read(object, content, typeName(apiVersion, kind));
  }

  private static String typeName(String apiVersion, String kind) {
    if (kind.equals("DeleteOptions")) {
      return "meta.v1.DeleteOptions";
    }
    var slash = apiVersion.indexOf('/');
    var group = slash < 0 ? "core" : apiVersion.substring(0, slash).split("\\.", 2)[0];
    return group + "." + apiVersion.substring(slash + 1) + "." + kind;
  }

  private static ObjectNode read(ObjectNode object, byte[] message, String type) {
    var fields =
        FieldTable.get()
            .fields(type)
            .orElseThrow(() -> new IllegalArgumentException(type + " is read as JSON only"));
    var reader = new WireReader(message);
    while (reader.more()) {
      var part = reader.next();
      Optional.ofNullable(fields.get(part.number())).ifPresent(field -> put(object, field, part));
    }
    return object;
  }

  private static void put(ObjectNode object, Field field, WireReader.Field part) {
    if (field.name().isEmpty()) {
      read(object, part.bytes(), field.type());
      return;
    }
    switch (field.type().charAt(0)) {
      case '*' -> {
        var element = value(field.type().substring(1), part);
        if (!element.isMissingNode()) {
          object.withArrayProperty(field.name()).add(element);
        }
      }
      case '%' -> putEntry(object.withObjectProperty(field.name()), field, part.bytes());
      default -> {
        var value = value(field.type(), part);
        if (!value.isMissingNode() && (field.optional() || !empty(value))) {
          object.set(field.name(), value);
        }
      }
    }
  }

  private static void putEntry(ObjectNode map, Field field, byte[] entry) {
    var key = "";
    JsonNode value = new TextNode("");
    var reader = new WireReader(entry);
    while (reader.more()) {
      var part = reader.next();
      if (part.number() == 1) {
        key = text(part.bytes());
      } else if (part.number() == 2) {
        value = value(field.type().substring(1), part);
      }
    }
    map.set(key, value);
  }

  /// Go writes every plain field, set or not; in JSON those that were not set are left out.
  private static boolean empty(JsonNode value) {
    return switch (value.getNodeType()) {
      case NUMBER -> value.asDouble() == 0;
      case BOOLEAN -> !value.asBoolean();
      case STRING -> value.asText().isEmpty();
      default -> value.isEmpty();
    };
  }

  private static JsonNode value(String type, WireReader.Field part) {
    return switch (type) {
      case "s" -> new TextNode(text(part.bytes()));
      case "i" -> LongNode.valueOf(part.value());
      case "b" -> BooleanNode.valueOf(part.value() != 0);
      case "d" -> DoubleNode.valueOf(Double.longBitsToDouble(part.value()));
      case "B" -> new TextNode(Base64.getEncoder().encodeToString(part.bytes()));
      case "t" -> time(part.bytes(), ChronoUnit.SECONDS);
      case "u" -> time(part.bytes(), ChronoUnit.MICROS);
      case "q" -> new TextNode(quantity(part.bytes()));
      case "o" -> intOrText(part.bytes());
      case "R" -> raw(part.bytes());
      case "x" -> MissingNode.getInstance();
      default -> read(JsonNodeFactory.instance.objectNode(), part.bytes(), type);
    };
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static JsonNode time(byte[] message, ChronoUnit unit) {
    long seconds = 0;
    long nanos = 0;
    var reader = new WireReader(message);
    while (reader.more()) {
      var part = reader.next();
      seconds = part.number() == 1 ? part.value() : seconds;
      nanos = part.number() == 2 ? part.value() : nanos;
    }
    // Go's zero time lies far before any that is meant.
    return message.length == 0 || seconds < 0
        ? MissingNode.getInstance()
        : new TextNode(Instant.ofEpochSecond(seconds, nanos).truncatedTo(unit).toString());
  }

  private static String quantity(byte[] message) {
    var text = "";
    var reader = new WireReader(message);
    while (reader.more()) {
      var part = reader.next();
      text = part.number() == 1 ? text(part.bytes()) : text;
    }
    return text;
  }

  private static JsonNode intOrText(byte[] message) {
    long isText = 0;
    long number = 0;
    var text = "";
    var reader = new WireReader(message);
    while (reader.more()) {
      var part = reader.next();
      switch (part.number()) {
        case 1 -> isText = part.value();
        case 2 -> number = part.value();
        case 3 -> text = text(part.bytes());
        default -> {
          // Nothing else is known.
        }
      }
    }
    return isText == 0 ? LongNode.valueOf(number) : new TextNode(text);
  }

  private static JsonNode raw(byte[] message) {
    var reader = new WireReader(message);
    try {
      return reader.more() ? JSON.readTree(reader.next().bytes()) : MissingNode.getInstance();
    } catch (IOException e) {
      throw new IllegalArgumentException("an embedded object is not JSON", e);
    }
  }

  private Protobuf() {}
}
