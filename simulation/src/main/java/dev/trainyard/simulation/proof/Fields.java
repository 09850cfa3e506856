package dev.trainyard.simulation.proof;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.Crds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Every field that the definition of a kind knows, with values to change it to. Fields that come
/// with a later definition are changed as well.
final class Fields {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /// A pod template is copied, so that one value for each part of it is enough.
  private static final List<String> COPIED =
      List.of("template/metadata", "template/spec", "template/spec/containers/0");

  /// Values that mean something, by what the field's path ends in.
  private static final Map<String, List<JsonNode>> TELLING =
      Map.ofEntries(
          entry("Specs/Master/replicas", numbers(0, 2)),
          entry("Specs/Worker/replicas", numbers(0, 1, 5, 40)),
          entry("Specs/Master/restartPolicy", words("Always", "Never", "OnFailure", "Sometimes")),
          entry("Specs/Worker/restartPolicy", words("Always", "Never", "OnFailure")),
          entry("runPolicy/cleanPodPolicy", words("All", "None")),
          entry("runPolicy/activeDeadlineSeconds", numbers(60, 86_400)),
          entry("runPolicy/ttlSecondsAfterFinished", numbers(0, 300)),
          entry("runPolicy/backoffLimit", numbers(0, 3)),
          entry("runPolicy/cleanUpPolicy", words("All", "Unfinished", "Some")),
          entry("elastic/expectedReplicas", numbers(1, 4, 9)),
          entry("debug/replicaSpecs", List.of(debugging("worker"), debugging("nobody"))),
          entry("spec/nprocPerNode", words("2", "gpu", "several")),
          entry("template/spec/nodeName", words("n1")),
          entry("runPolicy/managedBy", words("kueue.x-k8s.io/multikueue", "nobody")));

  private final ObjectNode base;
  private final List<Change> changes = new ArrayList<>();

  /// A job that differs from another in one field.
  record Change(String field, JsonNode value, ObjectNode job) {
    @Override
    public String toString() {
      return "%s: %s".formatted(field, value);
    }
  }

  /// @param base has a value wherever a map's keys or a list's items are to be changed
  static List<Change> of(ObjectNode base) {
    var fields = new Fields(base);
    fields.visit(List.of("spec"), schema(base.path("kind").asText()));
    return List.copyOf(fields.changes);
  }

  private Fields(ObjectNode base) {
    this.base = base;
  }

  private static JsonNode schema(String kind) {
    return Crds.all().stream()
        .map(crd -> new ObjectMapper().<JsonNode>valueToTree(crd))
        .filter(crd -> crd.at("/spec/names/kind").asText().equals(kind))
        .map(crd -> crd.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec"))
        .findFirst()
        .orElseThrow();
  }

  private void visit(List<String> path, JsonNode schema) {
    var values = telling(path);
    if (!values.isEmpty()) {
      values.forEach(value -> add(path, value));
    } else if (schema.has("properties") && !partOfACopy(path)) {
      schema
          .path("properties")
          .properties()
          .forEach(field -> visit(with(path, field.getKey()), field.getValue()));
    } else if (schema.path("additionalProperties").has("properties")) {
      below(path)
          .fieldNames()
          .forEachRemaining(key -> visit(with(path, key), schema.path("additionalProperties")));
    } else if (String.join("/", path).endsWith("template/spec/containers")) {
      visit(with(path, "0"), schema.path("items"));
    } else {
      add(path, sample(schema));
    }
  }

  private static boolean partOfACopy(List<String> path) {
    var parent = String.join("/", path.subList(0, path.size() - 1));
    var own = String.join("/", path);
    return COPIED.stream().anyMatch(parent::endsWith) && COPIED.stream().noneMatch(own::endsWith);
  }

  private static List<JsonNode> telling(List<String> path) {
    var text = String.join("/", path);
    return TELLING.entrySet().stream()
        .filter(entry -> text.endsWith(entry.getKey()))
        .flatMap(entry -> entry.getValue().stream())
        .toList();
  }

  private void add(List<String> path, JsonNode value) {
    var job = base.deepCopy();
    JsonNode parent = job;
    for (var key : path.subList(0, path.size() - 1)) {
      parent =
          switch (parent) {
            case ArrayNode list -> list.get(Integer.parseInt(key));
            case ObjectNode object when object.has(key) -> object.get(key);
            default -> ((ObjectNode) parent).putObject(key);
          };
    }
    var before = ((ObjectNode) parent).replace(path.getLast(), value);
    if (!value.equals(before)) {
      changes.add(new Change(String.join(".", path), value, job));
    }
  }

  private JsonNode below(List<String> path) {
    return base.at("/" + String.join("/", path));
  }

  private static List<String> with(List<String> path, String key) {
    return Stream.concat(path.stream(), Stream.of(key)).toList();
  }

  /// Some value that the schema allows.
  private static JsonNode sample(JsonNode schema) {
    if (schema.has("properties")) {
      var object = JSON.objectNode();
      needed(schema).forEach(field -> object.set(field, sample(schema.at("/properties/" + field))));
      return object;
    }
    return switch (schema.path("type").asText()) {
      case "object" ->
          JSON.objectNode().set("trainyard.dev/x", sample(schema.path("additionalProperties")));
      case "array" -> JSON.arrayNode().add(sample(schema.path("items")));
      case "boolean" -> JSON.booleanNode(true);
      case "integer", "number" -> JSON.numberNode(7);
      case "string" -> JSON.textNode("changed");
      // A number or a text, such as a quantity.
      default -> JSON.numberNode(1);
    };
  }

  /// What an object cannot be without, else its first field.
  private static List<String> needed(JsonNode schema) {
    var required = new ArrayList<String>();
    schema.path("required").forEach(field -> required.add(field.asText()));
    if (required.isEmpty()) {
      schema.path("properties").fieldNames().forEachRemaining(required::add);
      return required.subList(0, Math.min(1, required.size()));
    }
    return required;
  }

  private static JsonNode debugging(String type) {
    return JSON.arrayNode()
        .add(
            JSON.objectNode()
                .put("type", type)
                .set("command", JSON.arrayNode().add("sleep").add("60")));
  }

  private static List<JsonNode> numbers(int... values) {
    return Arrays.stream(values).<JsonNode>mapToObj(JSON::numberNode).toList();
  }

  private static List<JsonNode> words(String... values) {
    return Stream.of(values).<JsonNode>map(JSON::textNode).toList();
  }
}
