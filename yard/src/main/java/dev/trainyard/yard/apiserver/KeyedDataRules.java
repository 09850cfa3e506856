package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/// What Kubernetes demands of the data of ConfigMaps and Secrets: names of files, and not too much.
final class KeyedDataRules {

  static final int MAX_BYTES = 1024 * 1024;
  private static final int MAX_KEY = 253;

  static void checkKey(String key, String path, Findings findings) {
    var value = TextNode.valueOf(key);
    if (key.length() > MAX_KEY) {
      findings.invalid(path, value, "must be no more than %d characters".formatted(MAX_KEY));
    }
    if (key.isEmpty() || !key.chars().allMatch(KeyedDataRules::plain)) {
      findings.invalid(
          path,
          value,
          "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g."
              + " 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is"
              + " '[-._a-zA-Z0-9]+')");
    }
    if (key.equals(".") || key.equals("..")) {
      findings.invalid(path, value, "must not be '%s'".formatted(key));
    } else if (key.startsWith("..")) {
      findings.invalid(path, value, "must not start with '..'");
    }
  }

  private static boolean plain(int letter) {
    return (letter >= 'a' && letter <= 'z')
        || (letter >= 'A' && letter <= 'Z')
        || (letter >= '0' && letter <= '9')
        || "-_.".indexOf(letter) >= 0;
  }

  static void checkKeys(JsonNode data, String path, Findings findings) {
    for (var entry : data.properties()) {
      checkKey(entry.getKey(), "%s[%s]".formatted(path, entry.getKey()), findings);
    }
  }

  static long size(JsonNode texts) {
    var size = 0L;
    for (var text : texts) {
      size += text.asText().getBytes(StandardCharsets.UTF_8).length;
    }
    return size;
  }

  /// What there is when it is no longer written as Base64.
  static long decodedSize(JsonNode data) {
    var size = 0L;
    for (var text : data) {
      size += Base64.getMimeDecoder().decode(text.asText()).length;
    }
    return size;
  }

  /// Whoever has called it immutable once cannot take that back.
  static List<Violation> checkImmutable(ObjectNode before, ObjectNode after, List<String> fields) {
    var findings = new Findings();
    if (before.path("immutable").asBoolean()) {
      var rule = "field is immutable when `immutable` is set";
      if (!after.path("immutable").asBoolean()) {
        findings.forbidden("immutable", rule);
      }
      for (var field : fields) {
        if (!before.path(field).equals(after.path(field))) {
          findings.forbidden(field, rule);
        }
      }
    }
    return findings.all();
  }

  private KeyedDataRules() {}
}
