package dev.trainyard.dialects.runai;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Members of items that are passwords where no secret is named. With one, they are names of its
/// entries.
final class Credentials {

  static final String SECRET_NAME = "secretName";

  private static final Map<String, List<String>> MEMBERS =
      new TreeMap<>(Map.of("s3", List.of("key", "secret"), "gitSync", List.of("password")));

  /// One that is written out, and where.
  record Literal(String field, String key, String member, String value) {

    /// Nobody's log should ever have it.
    @Override
    public String toString() {
      return "%s.%s.%s".formatted(field, key, member);
    }
  }

  /// Whether a message should not show what stands there.
  static boolean hidden(String field, String member) {
    return field.equals("environment")
        || MEMBERS.getOrDefault(field, List.of()).contains(member)
        || member.equals("username");
  }

  /// Those that a job needs and that nothing else may show.
  static List<Literal> of(Effective values) {
    return MEMBERS.entrySet().stream()
        .flatMap(
            field ->
                values.items(field.getKey()).entrySet().stream()
                    .filter(item -> !item.getValue().has(SECRET_NAME))
                    .flatMap(item -> of(field.getKey(), item.getKey(), item.getValue())))
        .toList();
  }

  private static Stream<Literal> of(String field, String key, Effective item) {
    return MEMBERS.getOrDefault(field, List.of()).stream()
        .flatMap(
            member ->
                item.text(member).map(value -> new Literal(field, key, member, value)).stream());
  }

  private Credentials() {}
}
