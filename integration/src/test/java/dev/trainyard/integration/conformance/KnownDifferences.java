package dev.trainyard.integration.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// The differences that are known, each with its reason, as `differences.yaml` has them.
record KnownDifferences(List<Entry> entries) {

  /// @param where what a difference in words must have in it
  /// @param seen a scenario that shows it, for a sample that must not miss it
  record Entry(String name, String why, Pattern where, String seen) {

    boolean covers(Difference difference) {
      return where.matcher(difference.toString()).find();
    }
  }

  KnownDifferences {
    entries = List.copyOf(entries);
  }

  static KnownDifferences read() {
    return new KnownDifferences(
        StreamSupport.stream(Texts.yaml("differences.yaml").spliterator(), false)
            .map(KnownDifferences::entry)
            .toList());
  }

  private static Entry entry(JsonNode node) {
    return new Entry(
        node.path("name").asText(),
        node.path("why").asText(),
        Pattern.compile(node.path("where").asText()),
        node.path("seen").asText());
  }

  /// The scenarios without which a sample could not tell whether an entry still holds.
  Set<String> seen() {
    return entries.stream().map(Entry::seen).collect(Collectors.toSet());
  }

  /// The first entry counts.
  Optional<Entry> of(Difference difference) {
    return entries.stream().filter(entry -> entry.covers(difference)).findFirst();
  }

  List<Difference> unknown(List<Difference> found) {
    return found.stream().filter(difference -> of(difference).isEmpty()).toList();
  }

  /// Entries that nothing was found for.
  List<Entry> obsolete(List<Difference> found) {
    var counts = count(found);
    return entries.stream().filter(entry -> !counts.containsKey(entry)).toList();
  }

  Map<Entry, Integer> count(List<Difference> found) {
    var counts = new HashMap<Entry, Integer>();
    found.forEach(
        difference -> of(difference).ifPresent(entry -> counts.merge(entry, 1, Integer::sum)));
    return counts;
  }
}
