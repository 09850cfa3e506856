package dev.trainyard.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Problem;
import java.util.Optional;

/// One object of a manifest. It has an apiVersion, a kind and a name, or it would be a problem.
public final class Document {

  private final Source source;
  private final ObjectNode json;
  private final Place place;

  Document(Source source, ObjectNode json, Place place) {
    this.source = source;
    this.json = json;
    this.place = place;
  }

  public String file() {
    return source.name();
  }

  /// The line on which the document begins.
  public int line() {
    return place.at().line();
  }

  /// The line of a field path; of its nearest ancestor where the field is not there.
  public int line(String path) {
    return place.nearest(path).line();
  }

  /// The object as Kubernetes reads it; the caller's own copy.
  public ObjectNode json() {
    return json.deepCopy();
  }

  public String apiVersion() {
    return text("apiVersion");
  }

  public String kind() {
    return text("kind");
  }

  public String name() {
    return json.path("metadata").path("name").asText("");
  }

  public Optional<String> namespace() {
    return Optional.ofNullable(json.path("metadata").path("namespace").textValue())
        .filter(namespace -> !namespace.isEmpty());
  }

  public Finding finding(Problem problem) {
    return source.finding(place.nearest(problem.path()), problem);
  }

  JsonNode at(String field) {
    return json.path(field);
  }

  Source source() {
    return source;
  }

  Place place() {
    return place;
  }

  private String text(String field) {
    return json.path(field).asText("");
  }

  @Override
  public String toString() {
    return "%s:%d: %s %s".formatted(file(), line(), kind(), name());
  }
}
