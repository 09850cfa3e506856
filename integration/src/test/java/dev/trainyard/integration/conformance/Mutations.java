package dev.trainyard.integration.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Every value of a good object made wrong in every way there is: another type, none, null, empty,
/// out of bounds, twice, unknown.
final class Mutations {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /// Steps from the root: names of fields and indexes of lists.
  private record Place(List<Object> steps) {

    Place then(Object step) {
      var longer = new ArrayList<>(steps);
      longer.add(step);
      return new Place(longer);
    }

    JsonNode in(JsonNode root) {
      var node = root;
      for (var step : steps) {
        node = step instanceof Integer index ? node.path(index) : node.path((String) step);
      }
      return node;
    }

    void set(JsonNode root, JsonNode value) {
      switch (parent(root)) {
        case ArrayNode list -> list.set((int) steps.getLast(), value);
        case JsonNode object -> ((ObjectNode) object).set((String) steps.getLast(), value);
      }
    }

    void remove(JsonNode root) {
      switch (parent(root)) {
        case ArrayNode list -> list.remove((int) steps.getLast());
        case JsonNode object -> ((ObjectNode) object).remove((String) steps.getLast());
      }
    }

    JsonNode parent(JsonNode root) {
      return new Place(steps.subList(0, steps.size() - 1)).in(root);
    }

    @Override
    public String toString() {
      var text = new StringBuilder();
      steps.forEach(
          step ->
              text.append(
                  step instanceof Integer index ? "[%d]".formatted(index) : ".%s".formatted(step)));
      return text.substring(1);
    }
  }

  /// One mistake: what it is called, and how it is made at a place.
  private record Mistake(String name, Consumer<JsonNode> making) {}

  /// Each a creation that is not stored.
  static Stream<Scenario> of(Subject subject) {
    return places(subject)
        .flatMap(
            place ->
                mistakes(place, place.in(subject.manifest()))
                    .map(mistake -> scenario(subject, place, mistake)));
  }

  private static Scenario scenario(Subject subject, Place place, Mistake mistake) {
    var mutant = subject.manifest().deepCopy();
    mistake.making().accept(mutant);
    var strict = mistake.name().equals("unknown") ? "&fieldValidation=Strict" : "";
    return new Scenario(
        "%s/%s %s".formatted(subject.label(), place, mistake.name()),
        subject,
        List.of(new Step("create", "?dryRun=All" + strict, new Step.Body.Whole(mutant))));
  }

  private static Stream<Place> places(Subject subject) {
    var places = new ArrayList<Place>();
    subject
        .manifest()
        .properties()
        .forEach(
            field -> {
              if (!List.of("apiVersion", "kind").contains(field.getKey())) {
                collect(new Place(List.of(field.getKey())), field.getValue(), places);
              }
            });
    return places.stream();
  }

  private static void collect(Place place, JsonNode value, List<Place> places) {
    places.add(place);
    switch (value) {
      case ObjectNode object ->
          object
              .properties()
              .forEach(field -> collect(place.then(field.getKey()), field.getValue(), places));
      case ArrayNode list -> {
        for (int i = 0; i < list.size(); i++) {
          collect(place.then(i), list.get(i), places);
        }
      }
      default -> {}
    }
  }

  private static Stream<Mistake> mistakes(Place place, JsonNode value) {
    var mistakes = new ArrayList<Mistake>();
    mistakes.add(new Mistake("removed", place::remove));
    mistakes.add(setting(place, "null", JSON.nullNode()));
    switch (value) {
      case ObjectNode _ -> {
        mistakes.add(setting(place, "text", JSON.textNode("text")));
        mistakes.add(setting(place, "list", JSON.arrayNode().add(1)));
        mistakes.add(setting(place, "empty", JSON.objectNode()));
        mistakes.add(
            new Mistake("unknown", root -> ((ObjectNode) place.in(root)).put("nonsense", 1)));
      }
      case ArrayNode list -> {
        mistakes.add(setting(place, "text", JSON.textNode("text")));
        mistakes.add(setting(place, "object", JSON.objectNode().put("a", 1)));
        mistakes.add(setting(place, "empty", JSON.arrayNode()));
        if (!list.isEmpty()) {
          mistakes.add(
              new Mistake(
                  "doubled", root -> ((ArrayNode) place.in(root)).add(list.get(0).deepCopy())));
        }
      }
      case JsonNode leaf when leaf.isTextual() -> {
        mistakes.add(setting(place, "number", JSON.numberNode(5)));
        mistakes.add(setting(place, "boolean", JSON.booleanNode(true)));
        mistakes.add(setting(place, "object", JSON.objectNode()));
        mistakes.add(setting(place, "empty", JSON.textNode("")));
        mistakes.add(setting(place, "odd", JSON.textNode("Not good, at all!")));
      }
      case JsonNode leaf when leaf.isNumber() -> {
        mistakes.add(setting(place, "text", JSON.textNode("five")));
        mistakes.add(setting(place, "fraction", JSON.numberNode(1.5)));
        mistakes.add(setting(place, "negative", JSON.numberNode(-1)));
        mistakes.add(setting(place, "zero", JSON.numberNode(0)));
        mistakes.add(setting(place, "large", JSON.numberNode(70_000)));
        mistakes.add(setting(place, "huge", JSON.numberNode(Long.MAX_VALUE)));
      }
      default -> {
        mistakes.add(setting(place, "text", JSON.textNode("yes")));
        mistakes.add(setting(place, "number", JSON.numberNode(1)));
      }
    }
    return mistakes.stream();
  }

  private static Mistake setting(Place place, String name, JsonNode value) {
    return new Mistake(name, root -> place.set(root, value));
  }

  private Mutations() {}
}
