package dev.trainyard.dialects.runai;

import java.util.List;
import java.util.Map;

/// Members of items that are passwords where no secret is named. With one, they are names of its
/// entries.
final class Credentials {

  static final Map<String, List<String>> MEMBERS =
      Map.of("s3", List.of("key", "secret"), "gitSync", List.of("password"));

  static final String SECRET_NAME = "secretName";

  /// Whether a message should not show what stands there.
  static boolean hidden(String field, String member) {
    return field.equals("environment")
        || MEMBERS.getOrDefault(field, List.of()).contains(member)
        || member.equals("username");
  }

  private Credentials() {}
}
