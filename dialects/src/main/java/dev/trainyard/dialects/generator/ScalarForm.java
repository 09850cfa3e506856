package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A single value.
sealed interface ScalarForm extends Form {

  Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  Pattern QUANTITY = Pattern.compile("[0-9]+(Ki|Mi|Gi|Ti|Pi|Ei|m|k|M|G|T|P|E)");
  Pattern DURATION = Pattern.compile("[0-9]+[smhd]");

  int MAX_LABEL = 63;
  int MAX_JOB_NAME = 50;

  String NAME_RULE =
      "use lower-case letters, digits and '-', start with a letter, end with a letter or digit";

  record JobName() implements ScalarForm {
    @Override
    public String words() {
      return "a name of at most %d lower-case letters, digits and '-'".formatted(MAX_JOB_NAME);
    }

    @Override
    public void check(String at, JsonNode value, Chart chart, List<Problem> found) {
      if (!textual(at, value, found)) {
        return;
      }
      var name = value.textValue();
      if (!NAME.matcher(name).matches()) {
        found.add(refused(at, NAME_RULE, name));
      }
      int length = name.codePointCount(0, name.length());
      if (length > MAX_JOB_NAME) {
        found.add(
            Problem.error(
                at, "at most %d characters, got %d; shorten it".formatted(MAX_JOB_NAME, length)));
      }
    }
  }

  record Label() implements ScalarForm {
    @Override
    public String words() {
      return "a name of at most %d lower-case letters, digits and '-'".formatted(MAX_LABEL);
    }

    @Override
    public void check(String at, JsonNode value, Chart chart, List<Problem> found) {
      if (!textual(at, value, found)) {
        return;
      }
      var name = value.textValue();
      if (!NAME.matcher(name).matches() || name.length() > MAX_LABEL) {
        found.add(refused(at, "%s, at most %d characters".formatted(NAME_RULE, MAX_LABEL), name));
      }
    }
  }

  record Text() implements ScalarForm {
    @Override
    public String words() {
      return "text";
    }

    @Override
    public void check(String at, JsonNode value, Chart chart, List<Problem> found) {
      textual(at, value, found);
    }
  }

  record OneOf(List<String> choices) implements ScalarForm {
    OneOf(String... choices) {
      this(List.of(choices));
    }

    @Override
    public String words() {
      return "one of " + String.join(", ", choices);
    }

    @Override
    public void check(String at, JsonNode value, Chart chart, List<Problem> found) {
      if (value.isTextual() && choices.contains(value.textValue())) {
        return;
      }
      var got = value.isTextual() ? Problem.quoted(value.textValue()) : Texts.shown(value);
      var meant =
          Optional.ofNullable(value.textValue())
              .flatMap(word -> Words.nearest(word, choices))
              .map("; did you mean %s?"::formatted)
              .orElse("");
      found.add(Problem.error(at, "expected %s; got %s%s".formatted(words(), got, meant)));
    }
  }

  /// Without `most` there is no upper bound.
  record Whole(int least, Optional<Integer> most) implements ScalarForm {
    static Whole atLeast(int least) {
      return new Whole(least, Optional.empty());
    }

    static Whole between(int least, int most) {
      return new Whole(least, Optional.of(most));
    }

    @Override
    public String words() {
      return "a whole number, " + range();
    }

    private String range() {
      return most.map(bound -> "between %d and %d".formatted(least, bound))
          .orElseGet(() -> "at least %d".formatted(least));
    }

    @Override
    public void check(String at, JsonNode value, Chart chart, List<Problem> found) {
      if (!Texts.whole(value)) {
        found.add(withoutQuotes(Form.mismatch(at, "a whole number", value), value));
        return;
      }
      var number = Texts.integer(value);
      boolean within =
          number.compareTo(BigInteger.valueOf(least)) >= 0
              && most.stream().allMatch(bound -> number.compareTo(BigInteger.valueOf(bound)) <= 0);
      if (!within) {
        found.add(Problem.error(at, "must be %s; got %s".formatted(range(), number)));
      }
    }
  }

  record Cpu() implements ScalarForm {
    private static final String FORM = "a whole number, or text such as 500m";

    @Override
    public String words() {
      return FORM;
    }

    @Override
    public void check(String at, JsonNode value, Chart chart, List<Problem> found) {
      if (value.isTextual()) {
        var amount = value.textValue();
        if (!QUANTITY.matcher(amount).matches()) {
          var mismatch = Problem.error(at, "expected %s; got %s".formatted(FORM, quoted(amount)));
          found.add(withoutQuotes(mismatch, value));
        }
      } else if (!Texts.whole(value)) {
        found.add(Form.mismatch(at, FORM, value));
      }
    }
  }

  record Memory() implements ScalarForm {
    @Override
    public String words() {
      return "an amount such as 1Gi or 200M";
    }

    @Override
    public void check(String at, JsonNode value, Chart chart, List<Problem> found) {
      if (!value.isTextual() && !value.isNumber()) {
        found.add(Form.mismatch(at, words(), value));
      } else if (value.isNumber() || !QUANTITY.matcher(value.textValue()).matches()) {
        var got = value.isNumber() ? Texts.shown(value) : quoted(value.textValue());
        found.add(
            Problem.error(
                at,
                "expected a whole number with a suffix such as Gi or M; got %s".formatted(got)));
      }
    }
  }

  record Duration() implements ScalarForm {
    @Override
    public String words() {
      return "a duration such as 30s, 10m or 2h";
    }

    @Override
    public void check(String at, JsonNode value, Chart chart, List<Problem> found) {
      if (!value.isTextual() && !value.isNumber()) {
        found.add(Form.mismatch(at, words(), value));
      } else if (value.isNumber() || !DURATION.matcher(value.textValue()).matches()) {
        var got = value.isNumber() ? Texts.shown(value) : quoted(value.textValue());
        found.add(
            Problem.error(
                at, "expected a whole number followed by s, m, h or d; got %s".formatted(got)));
      }
    }
  }

  record Truth() implements ScalarForm {
    @Override
    public String words() {
      return "true or false";
    }

    @Override
    public void check(String at, JsonNode value, Chart chart, List<Problem> found) {
      if (!value.isBoolean()) {
        found.add(withoutQuotes(Form.mismatch(at, words(), value), value));
      }
    }
  }

  private static boolean textual(String at, JsonNode value, List<Problem> found) {
    if (value.isTextual()) {
      return true;
    }
    var fix = value.isNumber() || value.isBoolean() ? "; put it in quotes" : "";
    found.add(Problem.error(at, Form.mismatch(at, "text", value).message() + fix));
    return false;
  }

  /// The most frequent mistake has an easy fix.
  private static Problem withoutQuotes(Problem problem, JsonNode value) {
    boolean quotes = value.isTextual() && value.textValue().matches("-?[0-9]+|true|false");
    return quotes
        ? Problem.error(problem.path(), problem.message() + "; remove the quotes")
        : problem;
  }

  private static Problem refused(String at, String rule, String value) {
    return Problem.error(at, "%s; got %s".formatted(rule, quoted(value)));
  }

  private static String quoted(String text) {
    return Problem.quoted(text);
  }
}
