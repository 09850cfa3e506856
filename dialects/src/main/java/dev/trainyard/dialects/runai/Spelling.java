package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/// Words that may be written in several ways, put into the one that everybody behind expects.
final class Spelling {

  private static final Map<String, String> AFFINITIES =
      Map.of("hard", "hard", "required", "hard", "soft", "soft", "preferred", "soft");

  static Effective settled(Effective written) {
    var values = written.values().deepCopy();
    settle(values, "imagePullPolicy", ContainerRules.PULL_POLICIES);
    settle(values, "serviceType", NetworkRules.SERVICE_TYPES);
    for (JsonNode port : values.path("ports")) {
      if (port instanceof ObjectNode item) {
        settle(item, "serviceType", NetworkRules.SERVICE_TYPES);
      }
    }
    written
        .text("podAffinitySchedulingRule")
        .ifPresent(
            rule ->
                values.put(
                    "podAffinitySchedulingRule",
                    AFFINITIES.getOrDefault(Findings.lower(rule), rule)));
    return new Effective(values);
  }

  private static void settle(ObjectNode values, String field, List<String> words) {
    words.stream()
        .filter(word -> word.equalsIgnoreCase(values.path(field).asText()))
        .forEach(word -> values.put(field, word));
  }

  private Spelling() {}
}
