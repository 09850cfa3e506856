package dev.trainyard.integration.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/// One kind that requests are about, with a good object of it.
///
/// @param label what tables call it
/// @param base where its API is, such as `apis/batch/v1`
/// @param nameForm what becomes of a scenario's name, `NAME` unless the kind is picky
/// @param change a merge patch that is allowed
/// @param fixed a merge patch of what must stay as it is
record Subject(
    String label,
    String base,
    String plural,
    boolean cluster,
    boolean custom,
    List<String> parts,
    String nameForm,
    ObjectNode manifest,
    Optional<ObjectNode> change,
    Optional<ObjectNode> fixed) {

  Subject {
    parts = List.copyOf(parts);
  }

  /// All kinds that a yard serves.
  static List<Subject> all() {
    return StreamSupport.stream(Texts.yaml("kinds.yaml").spliterator(), false)
        .map(Subject::read)
        .toList();
  }

  private static Subject read(JsonNode node) {
    var at = node.path("at").asText();
    var slash = at.lastIndexOf('/');
    var plural = at.substring(slash + 1);
    var manifest = (ObjectNode) node.path("manifest");
    var kind = manifest.path("kind").asText();
    return new Subject(
        node.has("name") ? "%s (%s)".formatted(kind, node.path("name").asText()) : kind,
        at.substring(0, slash),
        plural,
        node.path("scope").asText().equals("cluster"),
        node.path("custom").asBoolean(),
        StreamSupport.stream(node.path("parts").spliterator(), false)
            .map(JsonNode::asText)
            .toList(),
        node.path("named").asText("NAME"),
        manifest,
        object(node, "change"),
        object(node, "fixed"));
  }

  private static Optional<ObjectNode> object(JsonNode node, String field) {
    return node.get(field) instanceof ObjectNode found ? Optional.of(found) : Optional.empty();
  }

  String kind() {
    return manifest.path("kind").asText();
  }

  String apiVersion() {
    return manifest.path("apiVersion").asText();
  }

  /// Where all objects of the kind in a namespace are.
  String collection(String namespace) {
    return cluster
        ? "/%s/%s".formatted(base, plural)
        : "/%s/namespaces/%s/%s".formatted(base, namespace, plural);
  }

  /// Whether a word of a flow's heading fits the kind.
  boolean is(String word) {
    return switch (word) {
      case "custom" -> custom;
      case "cluster" -> cluster;
      case "change" -> change.isPresent();
      case "fixed" -> fixed.isPresent();
      case "many" -> nameForm.equals("NAME");
      case "status", "scale" -> parts.contains(word);
      default ->
          word.startsWith("!") ? !is(word.substring(1)) : word.equals(label) || word.equals(plural);
    };
  }
}
