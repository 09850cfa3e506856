package dev.trainyard.dialects.appwrapper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import dev.trainyard.engine.wrapper.GoDurations;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// One object of a configuration. Each question asks for a key and says what holds where it is not
/// set; in the end every key that nobody has asked for is warned of.
final class ConfigSection {

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

  /// Nobody means a grace of so few nanoseconds: a number without a unit was meant otherwise.
  private static final long TOO_FEW = 1_000_000;

  private final String path;
  private final JsonNode json;
  private final List<Problem> problems;
  private final Set<String> known = new LinkedHashSet<>();

  private ConfigSection(String path, JsonNode json, List<Problem> problems) {
    this.path = path;
    this.json = json;
    this.problems = problems;
  }

  /// @param problems where everything that is wrong, or has no effect, is added
  static ConfigSection of(JsonNode json, List<Problem> problems) {
    return section("", json, problems);
  }

  private static ConfigSection section(String path, JsonNode json, List<Problem> problems) {
    if (json.isObject() || missing(json)) {
      return new ConfigSection(path, json, problems);
    }
    problems.add(
        Problem.error(path, "%s is not an object; write keys below it".formatted(shown(json))));
    return new ConfigSection(path, JsonNodeFactory.instance.objectNode(), problems);
  }

  ConfigSection section(String key) {
    return section(at(key), value(key), problems);
  }

  /// The names of all that is set here, whatever they are.
  Set<String> names() {
    var names = new LinkedHashSet<String>();
    json.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /// The items of a list of objects.
  List<ConfigSection> list(String key) {
    var list = value(key);
    if (missing(list)) {
      return List.of();
    }
    if (!list.isArray()) {
      wrong(key, list, "is not a list; write one item per line, each behind a dash");
      return List.of();
    }
    return IntStream.range(0, list.size())
        .mapToObj(i -> section("%s[%d]".formatted(at(key), i), list.get(i), problems))
        .toList();
  }

  /// As text with a unit, or, as CodeFlare's operator wants it, as a number of nanoseconds.
  Duration duration(String key, Duration usual) {
    var value = value(key);
    if (missing(value)) {
      return usual;
    }
    var read =
        value.isIntegralNumber() && value.canConvertToLong()
            ? Optional.of(Duration.ofNanos(value.longValue()))
            : Optional.ofNullable(value.textValue()).flatMap(GoDurations::parse);
    if (read.isEmpty()) {
      wrong(key, value, "is not a duration; write one such as 90s, 5m or 24h");
      return usual;
    }
    if (read.get().isNegative()) {
      wrong(key, value, "is negative; write 0s or more");
      return usual;
    }
    if (value.isNumber() && value.longValue() > 0 && value.longValue() < TOO_FEW) {
      problems.add(
          Problem.warning(
              at(key),
              "%s is read as %s, for a number without a unit counts nanoseconds; write a unit, such as %ss"
                  .formatted(value, GoDurations.text(read.get()), value)));
    }
    return read.get();
  }

  int integer(String key, int usual, int least, int most) {
    var value = value(key);
    if (missing(value)) {
      return usual;
    }
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      wrong(key, value, "is not a whole number; write one such as %d".formatted(usual));
      return usual;
    }
    if (value.intValue() < least || value.intValue() > most) {
      wrong(key, value, "is not between %d and %d".formatted(least, most));
      return usual;
    }
    return value.intValue();
  }

  boolean flag(String key, boolean usual) {
    var value = value(key);
    if (missing(value)) {
      return usual;
    }
    if (!value.isBoolean()) {
      wrong(key, value, "is not a truth value; write true or false");
      return usual;
    }
    return value.booleanValue();
  }

  /// The name of something in the cluster; empty text takes the usual one away.
  Optional<String> name(String key, Optional<String> usual) {
    var value = value(key);
    if (missing(value)) {
      return usual;
    }
    if (!value.isTextual()
        || !(value.textValue().isEmpty() || NAME.matcher(value.textValue()).matches())) {
      wrong(key, value, "is not a name; use lower-case letters, digits, '-' and '.'");
      return usual;
    }
    return Optional.of(value.textValue()).filter(name -> !name.isEmpty());
  }

  /// Text that must be there.
  String text(String key) {
    var value = value(key);
    if (missing(value)) {
      problems.add(Problem.error(at(key), "is needed and not set"));
    } else if (!value.isTextual()) {
      wrong(key, value, "is not text; put it in quotes");
    }
    return value.asText("");
  }

  <T> Optional<T> word(String key, Words<T> words) {
    var value = value(key);
    if (missing(value)) {
      return Optional.empty();
    }
    var meaning = words.meaning(value.asText(""));
    if (meaning.isEmpty()) {
      var hint =
          Words.nearest(value.asText(""), words.words())
              .map("; did you mean %s?"::formatted)
              .orElse("");
      wrong(key, value, "is not one of %s%s".formatted(String.join(", ", words.words()), hint));
    }
    return meaning;
  }

  /// One of the words, which must be there.
  <T> Optional<T> needed(String key, Words<T> words) {
    if (missing(value(key))) {
      problems.add(
          Problem.error(
              at(key), "is needed and not set; write one of " + String.join(", ", words.words())));
    }
    return word(key, words);
  }

  /// Whether somebody has written that there is none.
  boolean isNull(String key) {
    known.add(key);
    return json.path(key).isNull();
  }

  /// What is set and does nothing.
  ///
  /// @param elsewhere by key, where the same is said to us
  void warn(Map<String, String> elsewhere) {
    for (var name : names()) {
      if (!known.contains(name)) {
        problems.add(
            Problem.warning(
                at(name),
                Optional.ofNullable(elsewhere.get(name))
                    .map("has no effect here: "::concat)
                    .orElseGet(
                        () ->
                            "unknown key, it has no effect"
                                + Words.nearest(name, known)
                                    .map("; did you mean %s?"::formatted)
                                    .orElse(""))));
      }
    }
  }

  private JsonNode value(String key) {
    known.add(key);
    return Optional.ofNullable(json.get(key)).orElse(NullNode.getInstance());
  }

  private String at(String key) {
    if (key.contains(".")) {
      return "%s[%s]".formatted(path, key);
    }
    return path.isEmpty() ? key : path + "." + key;
  }

  private void wrong(String key, JsonNode value, String why) {
    problems.add(Problem.error(at(key), "%s %s".formatted(shown(value), why)));
  }

  private static String shown(JsonNode value) {
    return value.isTextual() ? Problem.quoted(value.textValue()) : value.toString();
  }

  private static boolean missing(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }
}
