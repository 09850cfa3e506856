package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.Catalogue;
import dev.trainyard.api.runai.Field;
import dev.trainyard.api.runai.Shape;
import dev.trainyard.api.runai.ValueType;
import dev.trainyard.dialects.JsonWords;
import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Reads a spec field by field, and names everything in it that has another shape than the
/// catalogue says.
final class LayerReading {

  private static final List<String> USAGES = List.of(Layer.SUBMIT, Layer.TEMPLATE);

  /// Nothing to run is the same as nothing said.
  private static final Set<String> COMMANDS = Set.of("command", "arguments");

  private final ObjectNode values = JsonNodeFactory.instance.objectNode();
  private final Map<String, String> bare = new TreeMap<>();
  private final Map<String, Set<String>> deleted = new TreeMap<>();
  private final List<Problem> problems = new ArrayList<>();

  private LayerReading() {}

  static Layer.Reading read(ObjectNode spec) {
    var reading = new LayerReading();
    spec.properties().forEach(field -> reading.field(field.getKey(), field.getValue()));
    reading.oneName();
    return new Layer.Reading(
        new Layer(
            Optional.ofNullable(reading.bare.get("usage")),
            Optional.ofNullable(reading.bare.get("baseWorkload")),
            reading.values,
            reading.deleted),
        reading.problems);
  }

  private void field(String name, JsonNode node) {
    var field = Catalogue.find(name);
    if (field.isEmpty()) {
      problems.add(Unknown.problem(Paths.field(name), name, Catalogue.names()));
    } else if (!node.isNull()) {
      var read =
          switch (field.get().shape()) {
            case Shape.Bare() -> bare(name, node);
            case Shape.Scalar(var type) -> scalar(name, type, node);
            case Shape.Texts() -> items(name, node, value -> text(name, value));
            case Shape.Items members -> items(name, node, value -> members(name, members, value));
          };
      read.ifPresent(value -> keep(field.get(), name, value));
    }
  }

  private void keep(Field field, String name, JsonNode value) {
    if (field.shape() instanceof Shape.Bare) {
      bare.put(field.name(), value.asText());
      return;
    }
    var other = values.get(field.name());
    if (other != null && !other.equals(value)) {
      problems.add(
          Problem.error(
              Paths.field(name),
              "%s and %s are the same field and differ; remove one"
                  .formatted(field.name(), String.join(", ", field.aliases()))));
    }
    values.set(field.name(), value);
  }

  private Optional<JsonNode> bare(String name, JsonNode node) {
    var at = Paths.field(name);
    if (!node.isTextual()) {
      problems.add(
          Problem.error(
              at,
              "must be a string, found %s; write %s: %s"
                  .formatted(JsonWords.of(node), name, word(node))));
      return Optional.empty();
    }
    if (name.equals("usage") && !USAGES.contains(node.textValue())) {
      problems.add(Problem.unsupported(at, node.textValue(), USAGES));
      return Optional.empty();
    }
    return Optional.of(node).filter(text -> !text.textValue().isEmpty());
  }

  /// It is easily put into an object as all other values are.
  private static String word(JsonNode node) {
    var inside = node.path("value");
    return inside.isTextual() ? inside.textValue() : "and the word itself";
  }

  private Optional<JsonNode> scalar(String name, ValueType type, JsonNode node) {
    if (!(node instanceof ObjectNode wrapper)) {
      problems.add(
          Problem.error(
              Paths.field(name),
              "must be an object, found %s; write %s: {value: %s}"
                  .formatted(JsonWords.of(node), name, node.isValueNode() ? node : "…")));
      return Optional.empty();
    }
    Unknown.among(wrapper, List.of("value"), Paths.field(name), problems);
    var value = wrapper.path("value");
    if (value.isNull() || value.isMissingNode() || (COMMANDS.contains(name) && blank(value))) {
      return Optional.empty();
    }
    var read = Values.normalised(type, value);
    if (read.isEmpty()) {
      problems.add(Problem.error(Paths.scalar(name), Values.mismatch(type, value, false)));
    }
    return read;
  }

  private static boolean blank(JsonNode value) {
    return value.isTextual() && value.textValue().isBlank();
  }

  private Optional<JsonNode> items(String name, JsonNode node, ItemReading reading) {
    if (!(node instanceof ObjectNode wrapper)) {
      problems.add(
          Problem.error(
              Paths.field(name),
              "must be an object, found %s; write %s: {items: {<key>: {value: …}}}"
                  .formatted(JsonWords.bare(node), name)));
      return Optional.empty();
    }
    Unknown.besideItems(wrapper, name, problems);
    var items = wrapper.path("items");
    if (items.isNull() || items.isMissingNode()) {
      return Optional.empty();
    }
    if (!items.isObject()) {
      problems.add(
          Problem.error(
              Paths.items(name),
              "items must be an object with a key for each item, found %s; write items: {<key>:"
                      .formatted(JsonWords.bare(items))
                  + " {value: …}}"));
      return Optional.empty();
    }
    var read = JsonNodeFactory.instance.objectNode();
    items
        .properties()
        .forEach(
            item ->
                item(name, item.getKey(), item.getValue(), reading)
                    .ifPresent(value -> read.set(item.getKey(), value)));
    return read.isEmpty() ? Optional.empty() : Optional.of(read);
  }

  private Optional<JsonNode> item(String name, String key, JsonNode node, ItemReading reading) {
    var at = Paths.item(name, key);
    if (node.isNull()) {
      return Optional.empty();
    }
    if (!(node instanceof ObjectNode item)) {
      problems.add(
          Problem.error(
              at,
              "must be an object, found %s; write %s: {value: %s}"
                  .formatted(
                      isShown(name) ? JsonWords.of(node) : JsonWords.bare(node),
                      key,
                      isShown(name) && node.isValueNode() ? node : "…")));
      return Optional.empty();
    }
    Unknown.inItem(item, MemberReading.names(name), at, problems);
    var marks = ItemMarks.read(item, at, problems);
    var value = item.path("value");
    boolean valued = !value.isNull() && !value.isMissingNode();
    if (marks.deleted()) {
      if (valued) {
        problems.add(Problem.error(at, "is deleted and has a value; keep one of the two"));
      }
      deleted.computeIfAbsent(name, _ -> new TreeSet<>()).add(key);
      return Optional.empty();
    }
    return valued ? reading.read(new Item(key, value)) : Optional.empty();
  }

  /// What may be a password is not.
  private static boolean isShown(String name) {
    return Catalogue.find(name).filter(field -> field.shape() instanceof Shape.Texts).isPresent()
        && !Credentials.hidden(name, "");
  }

  private Optional<JsonNode> text(String name, Item item) {
    var read = Values.normalised(ValueType.STRING, item.value());
    if (read.isEmpty()) {
      problems.add(
          Problem.error(
              Paths.itemValue(name, item.key()),
              Values.mismatch(ValueType.STRING, item.value(), Credentials.hidden(name, ""))));
    }
    return read;
  }

  private Optional<JsonNode> members(String name, Shape.Items shape, Item item) {
    return MemberReading.read(name, shape, item.key(), item.value(), problems).map(one -> one);
  }

  private void oneName() {
    if (values.has("name") && values.has("namePrefix")) {
      problems.add(
          Problem.error(
              Paths.field("name"), "name and namePrefix exclude each other; keep one of the two"));
    }
  }

  private record Item(String key, JsonNode value) {}

  private interface ItemReading {
    Optional<JsonNode> read(Item item);
  }
}
