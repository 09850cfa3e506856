package dev.trainyard.cli.rehearse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// The fields of one mapping of a script. What is not as it must be is a problem, and then absent.
record Fields(ObjectNode json, String path, Consumer<Problem> problems) {

  String at(String field) {
    if (field.isEmpty()) {
      return path;
    }
    return path.isEmpty() ? field : path + "." + field;
  }

  boolean has(String field) {
    return json.has(field);
  }

  void problem(String field, String message) {
    problems.accept(Problem.error(at(field), message));
  }

  /// What stands here and is none of these is a slip; answers whether there is none.
  boolean allow(Collection<String> known) {
    for (var field : json.properties()) {
      if (!known.contains(field.getKey())) {
        var free = known.stream().filter(one -> !json.has(one)).toList();
        problem(
            field.getKey(),
            "unknown field; "
                + Words.nearest(field.getKey(), free)
                    .map("did you mean %s?"::formatted)
                    .orElse("here stand " + String.join(", ", known)));
      }
    }
    return json.properties().stream().allMatch(field -> known.contains(field.getKey()));
  }

  Optional<String> text(String field) {
    var value = json.path(field);
    if (value.isMissingNode()) {
      return Optional.empty();
    }
    if (!value.isTextual() || value.textValue().isBlank()) {
      problem(field, "%s is not a text".formatted(shown(value)));
      return Optional.empty();
    }
    return Optional.of(value.textValue());
  }

  Optional<String> requiredText(String field, String fix) {
    if (!has(field)) {
      problem(field, "is missing; " + fix);
    }
    return text(field);
  }

  Optional<String> word(String field, Collection<String> words) {
    var word = text(field);
    word.filter(one -> !words.contains(one))
        .ifPresent(
            one ->
                problem(
                    field,
                    "\"%s\" is not one of %s%s"
                        .formatted(
                            one,
                            String.join(", ", words),
                            Words.nearest(one, words)
                                .map("; did you mean %s?"::formatted)
                                .orElse(""))));
    return word.filter(words::contains);
  }

  Optional<Duration> time(String field) {
    var value = json.path(field);
    if (value.isMissingNode()) {
      return Optional.empty();
    }
    var time = value.isValueNode() ? Times.parse(value.asText()) : Optional.<Duration>empty();
    if (time.isEmpty()) {
      problem(
          field, "%s is not a length of time such as 20s, 1m30s or 500ms".formatted(shown(value)));
    }
    return time;
  }

  Optional<Boolean> truth(String field) {
    var value = json.path(field);
    if (value.isMissingNode()) {
      return Optional.empty();
    }
    if (!value.isBoolean()) {
      problem(field, "%s is neither true nor false".formatted(shown(value)));
      return Optional.empty();
    }
    return Optional.of(value.booleanValue());
  }

  OptionalInt number(String field, int least, int most) {
    var value = json.path(field);
    if (value.isMissingNode()) {
      return OptionalInt.empty();
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.intValue() < least
        || value.intValue() > most) {
      problem(field, "%s is not a number from %d to %d".formatted(shown(value), least, most));
      return OptionalInt.empty();
    }
    return OptionalInt.of(value.intValue());
  }

  Optional<Quantity> quantity(String field) {
    var value = json.path(field);
    if (value.isMissingNode()) {
      return Optional.empty();
    }
    try {
      var quantity = new Quantity(value.asText());
      if (value.isValueNode() && Quantity.getAmountInBytes(quantity).signum() >= 0) {
        return Optional.of(quantity);
      }
    } catch (IllegalArgumentException _) {
      // Told below.
    }
    problem(field, "%s is not a quantity such as 8, 500m or 32Gi".formatted(shown(value)));
    return Optional.empty();
  }

  Optional<Fields> mapping(String field) {
    var value = json.path(field);
    if (value.isMissingNode()) {
      return Optional.empty();
    }
    if (!(value instanceof ObjectNode object)) {
      problem(field, "%s is not a mapping; write {key: value}".formatted(shown(value)));
      return Optional.empty();
    }
    return Optional.of(new Fields(object, at(field), problems));
  }

  /// The mappings of a list.
  List<Fields> mappings(String field) {
    var value = json.path(field);
    var all = new ArrayList<Fields>();
    if (value.isMissingNode()) {
      return all;
    }
    if (!value.isArray()) {
      problem(field, "%s is not a list; begin every entry with -".formatted(shown(value)));
      return all;
    }
    for (int i = 0; i < value.size(); i++) {
      var entry = "%s[%d]".formatted(field, i);
      if (value.get(i) instanceof ObjectNode object) {
        all.add(new Fields(object, at(entry), problems));
      } else {
        problem(entry, "%s is not a mapping; write {key: value}".formatted(shown(value.get(i))));
      }
    }
    return all;
  }

  List<String> texts(String field) {
    var value = json.path(field);
    var all = new ArrayList<String>();
    if (value.isMissingNode()) {
      return all;
    }
    if (!value.isArray()) {
      problem(field, "%s is not a list; write [one, other]".formatted(shown(value)));
      return all;
    }
    value.forEach(one -> all.add(one.asText()));
    return all;
  }

  /// Texts by their names; null is nothing.
  SortedMap<String, Optional<String>> labels(String field) {
    var labels = new TreeMap<String, Optional<String>>();
    mapping(field)
        .ifPresent(
            mapping -> {
              for (var label : mapping.json().properties()) {
                if (label.getValue().isTextual() || label.getValue().isNull()) {
                  labels.put(label.getKey(), Optional.ofNullable(label.getValue().textValue()));
                } else {
                  mapping.problem(
                      label.getKey(),
                      "%s is not a text; put it in quotes".formatted(shown(label.getValue())));
                }
              }
            });
    return labels;
  }

  static String shown(JsonNode value) {
    if (value.isObject()) {
      return "a mapping";
    }
    if (value.isArray()) {
      return "a list";
    }
    return value.isTextual() ? "\"%s\"".formatted(value.textValue()) : value.asText();
  }
}
