package dev.trainyard.dialects;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Between JSON and a dialect's records: the single place that meets malformed input, and it never
/// throws for it. Unknown fields are read past, because pruning them is the API's work.
public final class Codec<R> {

  /// Every further problem costs one more reading of the resource.
  private static final int MAX_PROBLEMS = 50;

  private final Class<R> type;

  private Codec(Class<R> type) {
    this.type = type;
  }

  public static <R> Codec<R> of(Class<R> type) {
    return new Codec<>(type);
  }

  /// Every problem at once: what cannot be read is noted, taken out, and the rest is read again.
  public Parsed<R> parse(JsonNode raw) {
    if (!raw.isObject()) {
      return new Parsed.NotUnderstood<>(
          List.of(Problem.error("", "expected an object, found %s".formatted(JsonWords.of(raw)))));
    }
    ObjectNode rest = raw.deepCopy();
    var problems = new ArrayList<>(Holes.fill(rest));
    while (problems.size() < MAX_PROBLEMS) {
      switch (attempt(rest)) {
        case Attempt.Read<R>(var resource) -> {
          return problems.isEmpty()
              ? new Parsed.Understood<>(resource)
              : new Parsed.NotUnderstood<>(problems);
        }
        case Attempt.Stuck<R>(var at, var failure) -> {
          problems.add(Problem.error(FieldPath.of(at), JsonWords.mismatch(rest, at, failure)));
          if (!FieldPath.remove(rest, at)) {
            return new Parsed.NotUnderstood<>(problems);
          }
        }
      }
    }
    problems.add(
        Problem.error("", "only the first %d problems are listed".formatted(MAX_PROBLEMS)));
    return new Parsed.NotUnderstood<>(problems);
  }

  public ObjectNode write(R resource) {
    return Json.MAPPER.valueToTree(resource);
  }

  /// What can be read of a resource whose spec cannot: its name and its status, which is enough to
  /// tell the user there.
  public R remains(JsonNode raw) {
    var bare = JsonNodeFactory.instance.objectNode();
    for (var field : List.of("metadata", "status")) {
      var alone = JsonNodeFactory.instance.objectNode();
      alone.set(field, raw.path(field));
      if (raw.path(field).isObject() && parse(alone) instanceof Parsed.Understood<R>) {
        bare.set(field, raw.path(field));
      }
    }
    if (!bare.has("metadata")) {
      var names = bare.putObject("metadata");
      for (var field : List.of("name", "namespace", "uid")) {
        Optional.ofNullable(raw.path("metadata").path(field).textValue())
            .ifPresent(text -> names.put(field, text));
      }
    }
    return switch (parse(bare)) {
      case Parsed.Understood<R>(var resource) -> resource;
      case Parsed.NotUnderstood<R>(var problems) -> throw new IllegalStateException("" + problems);
    };
  }

  private Attempt<R> attempt(ObjectNode json) {
    try {
      return new Attempt.Read<>(Json.MAPPER.treeToValue(json, type));
    } catch (JsonMappingException failure) {
      return new Attempt.Stuck<>(failure.getPath(), failure);
    } catch (JsonProcessingException failure) {
      return new Attempt.Stuck<>(List.of(), failure);
    }
  }

  private sealed interface Attempt<R> {
    record Read<R>(R resource) implements Attempt<R> {}

    record Stuck<R>(List<Reference> at, JsonProcessingException failure) implements Attempt<R> {}
  }
}
