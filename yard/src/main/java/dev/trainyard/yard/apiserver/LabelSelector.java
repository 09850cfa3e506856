package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Chooses objects by their labels: `a=b`, `a!=b`, `a in (b,c)`, `a notin (b)`, `a`, `!a`, `a>1`.
final class LabelSelector {

  private static final String KEY =
      "((?:[A-Za-z0-9][-A-Za-z0-9_.]*+/)?[A-Za-z0-9][-A-Za-z0-9_.]*+)";
  private static final String VALUE = "([-A-Za-z0-9_.]*)";
  private static final Pattern EXISTS = Pattern.compile("(!?)\\s*" + KEY);
  private static final Pattern EQUALS = Pattern.compile(KEY + "\\s*(==?|!=)\\s*" + VALUE);
  private static final Pattern SET = Pattern.compile(KEY + "\\s+(in|notin)\\s*\\(([^()]*)\\)");
  private static final Pattern COMPARES = Pattern.compile(KEY + "\\s*([<>])\\s*(-?\\d+)");

  private final List<Predicate<JsonNode>> requirements;

  private LabelSelector(List<Predicate<JsonNode>> requirements) {
    this.requirements = requirements;
  }

  static LabelSelector parse(String text) {
    var requirements = new ArrayList<Predicate<JsonNode>>();
    if (!text.isBlank()) {
      atOuterCommas(text).forEach(part -> requirements.add(requirement(part.trim())));
    }
    return new LabelSelector(requirements);
  }

  boolean everything() {
    return requirements.isEmpty();
  }

  boolean matches(JsonNode labels) {
    return requirements.stream().allMatch(requirement -> requirement.test(labels));
  }

  private static List<String> atOuterCommas(String text) {
    var parts = new ArrayList<String>();
    var begin = 0;
    var inside = false;
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '(' -> inside = true;
        case ')' -> inside = false;
        case ',' -> {
          if (!inside) {
            parts.add(text.substring(begin, i));
            begin = i + 1;
          }
        }
        default -> {}
      }
    }
    parts.add(text.substring(begin));
    return parts;
  }

  private static Predicate<JsonNode> requirement(String text) {
    var exists = EXISTS.matcher(text);
    if (exists.matches()) {
      var wanted = exists.group(1).isEmpty();
      var key = exists.group(2);
      return labels -> labels.has(key) == wanted;
    }
    var equals = EQUALS.matcher(text);
    if (equals.matches()) {
      return oneOf(equals.group(1), List.of(equals.group(3)), !equals.group(2).equals("!="));
    }
    var set = SET.matcher(text);
    if (set.matches()) {
      var values = Arrays.stream(set.group(3).split(",", -1)).map(String::trim).toList();
      return oneOf(set.group(1), values, set.group(2).equals("in"));
    }
    var compares = COMPARES.matcher(text);
    if (compares.matches()) {
      var limit = Long.parseLong(compares.group(3));
      return compares(compares.group(1), compares.group(2).equals(">"), limit);
    }
    throw new ApiException(
        Status.badRequest(
            ("unable to parse requirement: \"%s\" is not a label selector; write a=b,"
                    + " a!=b, a in (b,c), a notin (b,c), a or !a")
                .formatted(text)));
  }

  private static Predicate<JsonNode> oneOf(String key, List<String> values, boolean wanted) {
    return labels -> Json.text(labels, key).filter(values::contains).isPresent() == wanted;
  }

  private static Predicate<JsonNode> compares(String key, boolean greater, long limit) {
    return labels ->
        Json.text(labels, key)
            .flatMap(LabelSelector::number)
            .filter(value -> greater ? value > limit : value < limit)
            .isPresent();
  }

  private static Optional<Long> number(String text) {
    try {
      return Optional.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
