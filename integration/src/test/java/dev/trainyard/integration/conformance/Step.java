package dev.trainyard.integration.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/// One request as a corpus writes it, before names and versions are put in.
///
/// @param path from the root, or what follows the object's or the collection's own path
record Step(String verb, String path, Body body, Optional<Map.Entry<String, String>> header) {

  /// What is sent along.
  sealed interface Body {
    record None() implements Body {}

    record Text(String text) implements Body {}

    /// The good object with changes.
    record Manifest(ObjectNode changes) implements Body {}

    /// The object as this server has last shown it, with changes.
    record Stored(ObjectNode changes) implements Body {}

    /// A manifest that is good no longer.
    record Whole(JsonNode object) implements Body {}
  }

  private static final Map<String, String> PATCHES =
      Map.of(
          "merge", "application/merge-patch+json",
          "json", "application/json-patch+json",
          "strategic", "application/strategic-merge-patch+json",
          "apply", "application/apply-patch+yaml");

  Step(String verb, String path, Body body) {
    this(verb, path, body, Optional.empty());
  }

  String method() {
    var word = verb.split(" ", 2);
    return switch (word[0]) {
      case "create" -> "POST";
      case "update" -> "PUT";
      case "get", "list", "watch" -> "GET";
      case "delete", "sweep" -> "DELETE";
      case "call" -> word[1];
      default -> "PATCH";
    };
  }

  /// Whether it is about all objects of a kind.
  boolean aboutAll() {
    return switch (verb) {
      case "create", "list", "watch", "sweep" -> true;
      default -> false;
    };
  }

  /// What tables call it.
  String word() {
    return verb.startsWith("call ") ? "other" : verb;
  }

  String contentType() {
    return header
        .filter(given -> given.getKey().equals("Content-Type"))
        .map(Map.Entry::getValue)
        .orElse(PATCHES.getOrDefault(verb, "application/json"));
  }

  String accept() {
    return header
        .filter(given -> given.getKey().equals("Accept"))
        .map(Map.Entry::getValue)
        .orElse("application/json");
  }
}
