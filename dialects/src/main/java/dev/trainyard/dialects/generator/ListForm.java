package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Problem;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A list, checked entry by entry.
sealed interface ListForm extends Form {

  void entry(String at, JsonNode entry, Chart chart, List<Problem> found);

  @Override
  default void check(String at, JsonNode value, Chart chart, List<Problem> found) {
    if (!value.isArray()) {
      found.add(Form.mismatch(at, "a list", value));
      return;
    }
    for (int i = 0; i < value.size(); i++) {
      entry("%s[%d]".formatted(at, i), value.get(i), chart, found);
    }
  }

  /// Single values, each written as its text. Null is an empty text.
  record Values(String what) implements ListForm {
    @Override
    public String words() {
      return "a list of " + what;
    }

    @Override
    public void entry(String at, JsonNode entry, Chart chart, List<Problem> found) {
      if (entry.isContainerNode()) {
        found.add(Form.mismatch(at, "text, a number or a truth value", entry));
      }
    }
  }

  /// Objects that need certain parts and may have others, which do nothing.
  record Entries(List<String> needed) implements ListForm {
    Entries(String... needed) {
      this(List.of(needed));
    }

    @Override
    public String words() {
      return "a list of {%s}".formatted(String.join(", ", needed));
    }

    @Override
    public void entry(String at, JsonNode entry, Chart chart, List<Problem> found) {
      if (isObject(at, entry, found)) {
        needed.forEach(part -> scalar(at + "." + part, entry.path(part), found));
      }
    }
  }

  record InitContainers() implements ListForm {
    private static final Entries NAMED = new Entries("name", "image");

    @Override
    public String words() {
      return "a list of {name, image, command}, the command a list of words";
    }

    @Override
    public void entry(String at, JsonNode entry, Chart chart, List<Problem> found) {
      NAMED.entry(at, entry, chart, found);
      if (!entry.isObject()) {
        return;
      }
      var command = entry.path("command");
      var here = at + ".command";
      if (absent(command)) {
        found.add(Form.missing(here));
      } else if (command.isArray()) {
        new Values("words").check(here, command, chart, found);
      } else if (!command.isTextual()) {
        found.add(Form.mismatch(here, "a list of words", command));
      }
    }
  }

  /// Copied as they are.
  record Objects(String what) implements ListForm {
    @Override
    public String words() {
      return "a list of " + what;
    }

    @Override
    public void entry(String at, JsonNode entry, Chart chart, List<Problem> found) {
      isObject(at, entry, found);
    }
  }

  record Labels() implements ListForm {
    private static final Pattern DOTTED = Pattern.compile("[a-z]([-a-z0-9.]*[a-z0-9])?");
    private static final Pattern LOOSE = Pattern.compile("[a-z]([-a-z0-9._]*[a-z0-9])?");
    private static final int MAX_PART = 63;
    private static final int MAX_SECOND = 254;

    private static final String LOOSE_RULE =
        "use lower-case letters, digits, '-', '.' and '_', start with a letter, end with a letter"
            + " or digit";

    @Override
    public String words() {
      return "a list of {key, value}";
    }

    /// The chart takes what stands before the slash for the name; what it enforces is this.
    @Override
    public void entry(String at, JsonNode entry, Chart chart, List<Problem> found) {
      if (!isObject(at, entry, found)) {
        return;
      }
      text(at + ".key", entry.path("key"), found).ifPresent(key -> key(at + ".key", key, found));
      text(at + ".value", entry.path("value"), found)
          .ifPresent(
              value ->
                  part(at + ".value", value, "", LOOSE, LOOSE_RULE, MAX_PART)
                      .ifPresent(found::add));
    }

    private static Optional<String> text(String at, JsonNode value, List<Problem> found) {
      if (!Settled.given(value)) {
        found.add(Form.missing(at));
      } else if (!value.isTextual()) {
        found.add(Form.mismatch(at, "text that starts with a letter", value));
      }
      return Settled.given(value) ? Optional.ofNullable(value.textValue()) : Optional.empty();
    }

    private static void key(String at, String key, List<Problem> found) {
      var parts = key.split("/", -1);
      boolean slashed = parts.length > 1;
      part(at, parts[0], slashed ? " before the '/'" : "", LOOSE, LOOSE_RULE, MAX_PART)
          .ifPresent(found::add);
      if (slashed && !parts[1].isEmpty()) {
        var rule =
            "use lower-case letters, digits, '-' and '.', start with a letter, end with a letter"
                + " or digit";
        part(at, parts[1], " after the '/'", DOTTED, rule, MAX_SECOND).ifPresent(found::add);
      }
    }

    private static Optional<Problem> part(
        String at, String text, String where, Pattern form, String rule, int most) {
      if (!form.matcher(text).matches()) {
        return Optional.of(
            Problem.error(at, "%s%s; got %s".formatted(rule, where, Problem.quoted(text))));
      }
      return text.length() <= most
          ? Optional.empty()
          : Optional.of(
              Problem.error(
                  at,
                  "at most %d characters%s, got %d; shorten it"
                      .formatted(most, where, text.length())));
    }
  }

  record Variables() implements ListForm {
    @Override
    public String words() {
      return "a list of {name, value} or {name, secret: {name, key}}, with chart %s also {name,"
              .formatted(Chart.NEWEST)
          + " configmap: {name, key}}";
    }

    @Override
    public void entry(String at, JsonNode entry, Chart chart, List<Problem> found) {
      if (!isObject(at, entry, found)) {
        return;
      }
      scalar(at + ".name", entry.path("name"), found);
      switch (VariableSource.of(entry, chart)) {
        case VariableSource.Literal(var value) -> {
          if (value.isContainerNode()) {
            found.add(Form.mismatch(at + ".value", "text, a number or true", value));
          }
        }
        case VariableSource.Referred(var setting, _, var reference) -> {
          var here = at + "." + setting;
          if (isObject(here, reference, found)) {
            scalar(here + ".name", reference.path("name"), found);
            scalar(here + ".key", reference.path("key"), found);
          }
        }
        case VariableSource.Nothing() ->
            found.add(Problem.error(at + ".value", "required, but not set; " + hint(entry, chart)));
      }
    }

    private static String hint(JsonNode entry, Chart chart) {
      if (entry.path("value").isBoolean()) {
        return "put false in quotes";
      }
      if (!chart.readsConfigMaps && Settled.given(entry.path("configmap"))) {
        return "for a configmap use --chart " + Chart.NEWEST;
      }
      if (Settled.given(entry.path("configMap"))) {
        return "did you mean configmap?";
      }
      return entry.path("value").isTextual()
          ? "there is no way to set an empty variable; leave it out"
          : "give a value or a secret";
    }
  }

  private static boolean isObject(String at, JsonNode entry, List<Problem> found) {
    if (!entry.isObject()) {
      found.add(Form.mismatch(at, "an object", entry));
    }
    return entry.isObject();
  }

  /// Null and empty text are nothing; 0 and false are something.
  private static boolean absent(JsonNode value) {
    return value.isMissingNode()
        || value.isNull()
        || (value.isTextual() && value.textValue().isEmpty());
  }

  private static void scalar(String at, JsonNode value, List<Problem> found) {
    if (absent(value)) {
      found.add(Form.missing(at));
    } else if (value.isContainerNode()) {
      found.add(Form.mismatch(at, "text", value));
    }
  }
}
