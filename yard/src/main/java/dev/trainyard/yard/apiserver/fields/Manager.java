package dev.trainyard.yard.apiserver.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Comparator;

/// Somebody who writes to objects, in one way and in one version of the API.
///
/// @param apiVersion for updates; empty for appliers, who stay the same in another version
/// @param subresource what was written through; empty for the object itself
public record Manager(String name, Operation operation, String apiVersion, String subresource)
    implements Comparable<Manager> {

  private static final Comparator<Manager> ORDER =
      Comparator.comparing(Manager::name)
          .thenComparing(Manager::operation)
          .thenComparing(Manager::apiVersion)
          .thenComparing(Manager::subresource);

  public enum Operation {
    APPLY("Apply"),
    UPDATE("Update");

    private final String word;

    Operation(String word) {
      this.word = word;
    }

    static Operation read(JsonNode word) {
      for (var operation : values()) {
        if (operation.word.equals(word.asText())) {
          return operation;
        }
      }
      throw new IllegalArgumentException("operation must be `Apply` or `Update`");
    }
  }

  public static Manager applier(String name, String subresource) {
    return new Manager(name, Operation.APPLY, "", subresource);
  }

  public static Manager updater(String name, String apiVersion, String subresource) {
    return new Manager(name, Operation.UPDATE, apiVersion, subresource);
  }

  static Manager read(JsonNode entry) {
    var operation = Operation.read(entry.path("operation"));
    return new Manager(
        entry.path("manager").asText(""),
        operation,
        operation == Operation.APPLY ? "" : entry.path("apiVersion").asText(""),
        entry.path("subresource").asText(""));
  }

  boolean applies() {
    return operation == Operation.APPLY;
  }

  /// The beginning of an entry in `managedFields`.
  ObjectNode json(String version) {
    var entry = JsonNodeFactory.instance.objectNode();
    if (!name.isEmpty()) {
      entry.put("manager", name);
    }
    return entry.put("operation", operation.word).put("apiVersion", version);
  }

  /// As Kubernetes names a manager whose fields somebody else wants.
  @Override
  public String toString() {
    var shown = TextNode.valueOf(name).toString();
    if (!subresource.isEmpty()) {
      shown += " with subresource " + TextNode.valueOf(subresource);
    }
    return applies() ? shown : shown + " using " + apiVersion;
  }

  @Override
  public int compareTo(Manager other) {
    return ORDER.compare(this, other);
  }
}
