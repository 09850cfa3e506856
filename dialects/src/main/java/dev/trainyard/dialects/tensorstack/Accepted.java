package dev.trainyard.dialects.tensorstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Json;
import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.plan.Digest;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The definition that a job goes by. A webhook refuses changes of what is fixed and values that
/// are wrong; where none has judged, a job that was taken on goes on as it was: its status keeps
/// what it was accepted with. Of a plain variable only as much is kept as tells its text from
/// another.
final class Accepted {

  private static final String IGNORED = "the change is ignored: ";
  private static final String FIXED =
      IGNORED + "the field is immutable, and the job goes by what it was before";

  private static final String VARIABLES = ".env[";
  private static final String DIGEST = "digest:";

  /// As it is kept.
  static ObjectNode kept(JsonNode spec) {
    var kept = plain(spec).deepCopy();
    hide(kept);
    return (ObjectNode) kept;
  }

  /// The tree that a parser would make of it, in which equal numbers are equal.
  private static JsonNode plain(JsonNode spec) {
    return Json.parse(spec.toString()).orElse(spec);
  }

  private static void hide(JsonNode node) {
    node.path("env")
        .forEach(
            entry -> {
              if (entry instanceof ObjectNode variable && variable.hasNonNull("value")) {
                variable.put("value", digest(variable));
              }
            });
    node.forEach(Accepted::hide);
  }

  private static String digest(JsonNode variable) {
    var words = List.of(variable.path("name").asText(), variable.path("value").asText());
    return DIGEST + Digest.of(words);
  }

  /// What is fixed as it was accepted, and the rest as it is now.
  static JsonNode restored(ObjectNode accepted, JsonNode spec) {
    return restored(Immutable.ROOT, accepted, plain(spec));
  }

  /// Fields that may change go back to what they were where they are wrong.
  static JsonNode corrected(ObjectNode accepted, JsonNode restored, List<Problem> mistakes) {
    var corrected = restored.deepCopy();
    wrong(mistakes).forEach(path -> put(corrected, path, at(accepted, path)));
    return corrected;
  }

  /// One warning for each field that is not followed.
  static List<Problem> ignored(ObjectNode accepted, JsonNode spec, List<Problem> mistakes) {
    var fixed =
        Immutable.check(accepted, kept(spec)).stream()
            .map(problem -> Problem.warning(problem.path(), FIXED));
    var wrong =
        mistakes.stream()
            .filter(mistake -> Immutable.MUTABLE.stream().anyMatch(mistake.path()::startsWith))
            .map(mistake -> Problem.warning(mistake.path(), IGNORED + mistake.message()));
    return Stream.concat(fixed, wrong).toList();
  }

  static boolean tellsOf(Problem warning) {
    return warning.message().startsWith(IGNORED);
  }

  private static Stream<String> wrong(List<Problem> mistakes) {
    return Immutable.MUTABLE.stream()
        .filter(path -> mistakes.stream().anyMatch(mistake -> mistake.path().startsWith(path)));
  }

  private static JsonNode restored(String path, JsonNode accepted, JsonNode now) {
    if (Immutable.MUTABLE.contains(path)) {
      return now;
    }
    if (path.contains(VARIABLES) && accepted.path("value").asText().startsWith(DIGEST)) {
      // Its old text is nowhere any more.
      return now;
    }
    return switch (accepted) {
      case ArrayNode list -> elements(path, list, now);
      case ObjectNode _, MissingNode _ when Immutable.structured(now) ->
          fields(path, accepted, now);
      default -> accepted;
    };
  }

  private static JsonNode fields(String path, JsonNode accepted, JsonNode now) {
    var fields = JsonNodeFactory.instance.objectNode();
    for (var name : Immutable.fields(accepted, now)) {
      var value = restored(path + "." + name, accepted.path(name), now.path(name));
      if (!value.isMissingNode()) {
        fields.set(name, value);
      }
    }
    return fields.isEmpty() && accepted.isMissingNode() ? accepted : fields;
  }

  private static JsonNode elements(String path, ArrayNode accepted, JsonNode now) {
    var elements = accepted.arrayNode();
    IntStream.range(0, accepted.size())
        .mapToObj(
            i ->
                restored(
                    "%s[%d]".formatted(path, i),
                    accepted.get(i),
                    counterpart(accepted.get(i), i, now)))
        .filter(element -> !element.isMissingNode())
        .forEach(elements::add);
    return elements;
  }

  /// Whoever has a name is found by it.
  private static JsonNode counterpart(JsonNode element, int index, JsonNode now) {
    return element.has("name")
        ? now.valueStream()
            .filter(other -> other.path("name").equals(element.path("name")))
            .findFirst()
            .orElse(MissingNode.getInstance())
        : now.path(index);
  }

  private static JsonNode at(JsonNode spec, String path) {
    return spec.at(path.substring(Immutable.ROOT.length()).replace('.', '/'));
  }

  private static void put(JsonNode spec, String path, JsonNode value) {
    var parent = at(spec, path.substring(0, path.lastIndexOf('.')));
    var name = path.substring(path.lastIndexOf('.') + 1);
    if (parent instanceof ObjectNode object) {
      if (value.isMissingNode()) {
        object.remove(name);
      } else {
        object.set(name, value);
      }
    }
  }

  static Optional<ObjectNode> of(Layout job) {
    return job.status()
        .flatMap(status -> Optional.ofNullable(status.memory()))
        .flatMap(memory -> Optional.ofNullable(memory.accepted()));
  }

  private Accepted() {}
}
