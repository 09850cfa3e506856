package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.simulation.time.Dice;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A manifest with mistakes as people, templates and converters make them. The same seed makes the
/// same mistakes.
///
/// @param edits what was done to it, in words
public record Mutant(long seed, ObjectNode manifest, List<String> edits) {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int MOST_EDITS = 3;

  private static final List<String> ODD_WORDS =
      List.of(
          "",
          " ",
          "a b",
          " padded ",
          "Größe",
          "日本語",
          "🚂",
          "a".repeat(64),
          "a".repeat(300),
          "UPPER",
          "under_score",
          "-dash",
          "dash-",
          "a..b",
          "a/b",
          "/",
          "..",
          "../up",
          "a/b/c",
          "example.com/device",
          "kubernetes.io/os",
          "1",
          "-1",
          "1.5",
          "1e3",
          "1Gi",
          "500m",
          "5 apples",
          "true",
          "null",
          "$(HOME)",
          "a=b",
          "a:b",
          "two\nlines",
          "bell\u0007",
          "TCP",
          "tcp",
          "Always",
          "pytorch",
          "data");

  private static final List<Number> ODD_NUMBERS =
      List.of(
          0,
          -1,
          1,
          2,
          3,
          64,
          511,
          512,
          65_535,
          65_536,
          10_001,
          Integer.MAX_VALUE,
          Integer.MIN_VALUE,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          new BigDecimal("1.5"),
          new BigDecimal("1e300"),
          BigInteger.TEN.pow(40));

  public Mutant {
    edits = List.copyOf(edits);
  }

  /// Of one of these manifests.
  public static Mutant of(long seed, List<ObjectNode> manifests) {
    var dice = new Dice(seed);
    var manifest = dice.oneOf(manifests).deepCopy();
    var edits = new ArrayList<String>();
    int count = dice.oneIn(2) ? 1 : dice.between(1, MOST_EDITS);
    for (int i = 0; i < count; i++) {
      var places = places(manifest);
      edits.add(edit(dice.oneOf(places), places, dice));
    }
    return new Mutant(seed, manifest, edits);
  }

  @Override
  public String toString() {
    return "seed %d: %s in %s".formatted(seed, String.join("; ", edits), manifest);
  }

  /// Where a value stands: a field of an object, or an element of a list.
  private record Place(JsonNode parent, String field, int index, String path) {

    JsonNode value() {
      return parent instanceof ArrayNode list ? list.get(index) : parent.path(field);
    }

    void set(JsonNode value) {
      switch (parent) {
        case ArrayNode list -> list.set(index, value);
        case ObjectNode object -> object.set(field, value);
        default -> throw new IllegalStateException(path);
      }
    }

    void remove() {
      switch (parent) {
        case ArrayNode list -> list.remove(index);
        case ObjectNode object -> object.remove(field);
        default -> throw new IllegalStateException(path);
      }
    }
  }

  /// What the kind is called is left alone: another kind is not ours to read.
  private static List<Place> places(ObjectNode manifest) {
    var places = new ArrayList<Place>();
    for (var part : List.of("metadata", "spec")) {
      if (manifest.has(part)) {
        places.add(new Place(manifest, part, 0, part));
        collect(manifest.path(part), part, places);
      }
    }
    return places;
  }

  private static void collect(JsonNode node, String path, List<Place> places) {
    switch (node) {
      case ObjectNode object ->
          object
              .properties()
              .forEach(
                  entry -> {
                    var at = path + "." + entry.getKey();
                    places.add(new Place(object, entry.getKey(), 0, at));
                    collect(entry.getValue(), at, places);
                  });
      case ArrayNode list -> {
        for (int i = 0; i < list.size(); i++) {
          var at = "%s[%d]".formatted(path, i);
          places.add(new Place(list, "", i, at));
          collect(list.get(i), at, places);
        }
      }
      default -> {}
    }
  }

  private static String edit(Place place, List<Place> places, Dice dice) {
    return switch (dice.below(12)) {
      case 0 -> {
        place.remove();
        yield place.path() + " dropped";
      }
      case 1 -> set(place, NullNode.instance);
      case 2, 3, 4 -> set(place, alike(place.value(), dice));
      case 5 -> set(place, JSON.textNode(dice.oneOf(ODD_WORDS)));
      case 6 -> set(place, number(dice.oneOf(ODD_NUMBERS)));
      case 7 ->
          set(
              place,
              dice.oneOf(
                  List.<JsonNode>of(
                      JSON.booleanNode(true),
                      JSON.booleanNode(false),
                      JSON.arrayNode(),
                      JSON.objectNode())));
      case 8 -> renamed(place, dice);
      case 9 -> repeated(place);
      case 10 -> set(place, dice.oneOf(places).value().deepCopy());
      default -> nested(place, dice);
    };
  }

  /// Of the same type, so that what is odd about it is its value.
  private static JsonNode alike(JsonNode value, Dice dice) {
    return switch (value.getNodeType()) {
      case STRING -> JSON.textNode(dice.oneOf(ODD_WORDS));
      case NUMBER -> number(dice.oneOf(ODD_NUMBERS));
      case BOOLEAN -> JSON.booleanNode(!value.booleanValue());
      case ARRAY -> JSON.arrayNode();
      case OBJECT -> JSON.objectNode();
      case NULL, MISSING, BINARY, POJO -> JSON.textNode("");
    };
  }

  private static String set(Place place, JsonNode value) {
    place.set(value);
    var text = value.toString();
    return "%s set to %s".formatted(place.path(), text.length() < 80 ? text : "something long");
  }

  private static JsonNode number(Number number) {
    return switch (number) {
      case Integer small -> JSON.numberNode(small);
      case Long large -> JSON.numberNode(large);
      case BigInteger huge -> JSON.numberNode(huge);
      case BigDecimal fraction -> JSON.numberNode(fraction);
      default -> throw new IllegalStateException(number.toString());
    };
  }

  /// Another case, another word, a letter too many.
  private static String renamed(Place place, Dice dice) {
    if (!(place.parent() instanceof ObjectNode object)) {
      return repeated(place);
    }
    var name =
        switch (dice.below(4)) {
          case 0 -> place.field().toLowerCase(Locale.ROOT);
          case 1 -> place.field().toUpperCase(Locale.ROOT);
          case 2 -> place.field() + "s";
          default -> dice.oneOf(ODD_WORDS);
        };
    object.set(name, object.remove(place.field()));
    return "%s renamed to \"%s\"".formatted(place.path(), name);
  }

  /// In a list once more; in an object a second spelling.
  private static String repeated(Place place) {
    switch (place.parent()) {
      case ArrayNode list -> list.add(list.get(place.index()).deepCopy());
      case ObjectNode object ->
          object.set(place.field().toLowerCase(Locale.ROOT), place.value().deepCopy());
      default -> throw new IllegalStateException(place.path());
    }
    return place.path() + " repeated";
  }

  /// A level too many, or one too few.
  private static String nested(Place place, Dice dice) {
    var value = place.value();
    if (value.isContainerNode() && !value.isEmpty() && dice.oneIn(2)) {
      place.set(value.elements().next().deepCopy());
      return place.path() + " replaced by what was in it";
    }
    place.set(
        dice.oneIn(2)
            ? JSON.arrayNode().add(value.deepCopy())
            : JSON.objectNode().set("value", value.deepCopy()));
    return place.path() + " wrapped";
  }
}
