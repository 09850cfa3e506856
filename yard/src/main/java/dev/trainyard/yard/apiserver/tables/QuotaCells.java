package dev.trainyard.yard.apiserver.tables;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.stream.Collectors;

/// What a quota limits and how much of it is taken.
final class QuotaCells {

  private static final String LIMITS = "limits.";

  static String used(JsonNode quota, boolean limits) {
    return quota
        .at("/status/hard")
        .propertyStream()
        .filter(hard -> hard.getKey().startsWith(LIMITS) == limits)
        .sorted(Map.Entry.comparingByKey())
        .map(
            hard ->
                "%s: %s/%s"
                    .formatted(
                        hard.getKey(),
                        quota.at("/status/used").path(hard.getKey()).asText("0"),
                        hard.getValue().asText()))
        .collect(Collectors.joining(", "));
  }

  private QuotaCells() {}
}
