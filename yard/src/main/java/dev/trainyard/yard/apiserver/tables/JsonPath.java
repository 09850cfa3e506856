package dev.trainyard.yard.apiserver.tables;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The JSONPath that printer columns are written in: fields, indexes, wildcards and filters that
/// compare one field, as in `.status.conditions[?(@.type=="Ready")].status`.
public final class JsonPath {

  private static final Pattern STEP =
      Pattern.compile(
          "\\.?\\[\\?\\(\\s*@\\.([^=!\\s)]+)\\s*(==|!=)\\s*[\"']?([^\"')]*)[\"']?\\s*\\)]"
              + "|\\.?\\[['\"]([^'\"]+)['\"]]"
              + "|\\.?\\[(-?\\d+|\\*)]"
              + "|\\.?\\[(-?\\d*):(-?\\d*)]"
              + "|\\.((?:\\\\.|[^.\\[])++)");

  private static final int MANY = Integer.MAX_VALUE;

  private final List<Step> steps;

  private sealed interface Step {
    record Field(String name) implements Step {}

    record Element(int index) implements Step {}

    record All() implements Step {}

    /// From one index up to before another, counted from the end where negative.
    record Slice(int from, int to) implements Step {}

    record Filter(List<String> path, boolean equal, String value) implements Step {}
  }

  private JsonPath(List<Step> steps) {
    this.steps = List.copyOf(steps);
  }

  /// Refuses, with an `IllegalArgumentException`, what it does not understand.
  public static JsonPath parse(String text) {
    var path = text.startsWith("{") ? text.substring(1, text.length() - 1) : text;
    path = path.startsWith("$") ? path.substring(1) : path;
    path = path.startsWith(".") || path.startsWith("[") ? path : "." + path;
    var steps = new ArrayList<Step>();
    var matcher = STEP.matcher(path);
    int at = 0;
    while (at < path.length()) {
      if (!matcher.find(at) || matcher.start() != at) {
        throw new IllegalArgumentException(
            "%s: \"%s\" is not understood".formatted(text, path.substring(at)));
      }
      if (matcher.group(1) != null) {
        steps.add(
            new Step.Filter(
                List.of(matcher.group(1).split("\\.", -1)),
                matcher.group(2).equals("=="),
                matcher.group(3).trim()));
      } else if (matcher.group(4) != null) {
        steps.add(new Step.Field(matcher.group(4)));
      } else if (matcher.group(5) != null) {
        steps.add(
            matcher.group(5).equals("*")
                ? new Step.All()
                : new Step.Element(Integer.parseInt(matcher.group(5))));
      } else if (matcher.group(6) != null) {
        steps.add(new Step.Slice(number(matcher.group(6), 0), number(matcher.group(7), MANY)));
      } else {
        var name = matcher.group(8).replace("\\", "");
        steps.add(name.equals("*") ? new Step.All() : new Step.Field(name));
      }
      at = matcher.end();
    }
    return new JsonPath(steps);
  }

  private static int number(String text, int otherwise) {
    return text.isEmpty() ? otherwise : Integer.parseInt(text);
  }

  /// Everything the path leads to.
  public List<JsonNode> find(JsonNode root) {
    var found = List.of(root);
    for (var step : steps) {
      var next = new ArrayList<JsonNode>();
      found.forEach(node -> follow(step, node, next));
      found = next;
    }
    return found;
  }

  private static void follow(Step step, JsonNode node, List<JsonNode> next) {
    switch (step) {
      case Step.Field(var name) -> addPresent(node.path(name), next);
      case Step.Element(var index) ->
          addPresent(node.path(index < 0 ? node.size() + index : index), next);
      case Step.All() -> node.forEach(next::add);
      case Step.Slice(var from, var to) -> {
        var first = Math.max(0, from < 0 ? node.size() + from : from);
        var end = Math.min(node.size(), to < 0 ? node.size() + to : to);
        for (int i = first; i < end; i++) {
          next.add(node.path(i));
        }
      }
      case Step.Filter(var path, var equal, var value) -> {
        for (var element : node) {
          var field = element;
          for (var name : path) {
            field = field.path(name);
          }
          if (field.asText().equals(value) == equal) {
            next.add(element);
          }
        }
      }
    }
  }

  private static void addPresent(JsonNode node, List<JsonNode> next) {
    if (!node.isMissingNode() && !node.isNull()) {
      next.add(node);
    }
  }
}
