package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.Catalogue;
import dev.trainyard.api.runai.Field;
import dev.trainyard.api.runai.Member;
import dev.trainyard.api.runai.Shape;
import dev.trainyard.dialects.JsonWords;
import dev.trainyard.dialects.Problem;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads the value of an item that has members, under the first of the names each may have.
final class MemberReading {

  static Optional<ObjectNode> read(
      String field, Shape.Items shape, String key, JsonNode value, List<Problem> problems) {
    if (!(value instanceof ObjectNode written)) {
      problems.add(
          Problem.error(
              Paths.itemValue(field, key),
              "must be an object with members such as %s, found %s"
                  .formatted(shape.members().getFirst().name(), JsonWords.bare(value))));
      return Optional.empty();
    }
    Unknown.among(written, names(shape), Paths.itemValue(field, key), problems);
    var read = JsonNodeFactory.instance.objectNode();
    for (var member : shape.members()) {
      names(member).forEach(name -> member(field, key, member, name, written, read, problems));
    }
    return Optional.of(read);
  }

  private static void member(
      String field,
      String key,
      Member member,
      String name,
      ObjectNode written,
      ObjectNode read,
      List<Problem> problems) {
    var value = written.path(name);
    if (value.isNull() || value.isMissingNode()) {
      return;
    }
    var at = Paths.member(field, key, name);
    var normal = Values.normalised(member.type(), value);
    if (normal.isEmpty()) {
      var hidden = Credentials.hidden(field, member.name());
      problems.add(Problem.error(at, Values.mismatch(member.type(), value, hidden)));
      return;
    }
    var other = read.get(member.name());
    if (other != null && !other.equals(normal.get())) {
      problems.add(
          Problem.error(
              at, "is another name of %s, which differs; remove one".formatted(member.name())));
      return;
    }
    read.set(member.name(), normal.get());
  }

  /// What the members of a field may be called, if it has any.
  static List<String> names(String field) {
    return Catalogue.find(field)
        .map(Field::shape)
        .filter(Shape.Items.class::isInstance)
        .map(shape -> names((Shape.Items) shape))
        .orElse(List.of());
  }

  private static List<String> names(Shape.Items shape) {
    return shape.members().stream().flatMap(MemberReading::names).toList();
  }

  private static Stream<String> names(Member member) {
    return Stream.concat(Stream.of(member.name()), member.aliases().stream());
  }

  private MemberReading() {}
}
