package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// What Kubernetes demands of the metadata of every object.
final class MetadataRules {

  private static final int MAX_ANNOTATION_BYTES = 256 * 1024;

  /// Refuses a body whose metadata cannot even be read.
  static void requireReadable(ObjectNode object) {
    var metadata = object.path("metadata");
    require(metadata.isMissingNode() || metadata.isObject(), "metadata", "an object");
    for (var field : List.of("name", "generateName", "namespace", "uid", "resourceVersion")) {
      var value = metadata.path(field);
      require(absent(value) || value.isTextual(), "metadata." + field, "a string");
    }
    for (var field : List.of("labels", "annotations")) {
      var values = metadata.path(field);
      require(absent(values) || values.isObject(), "metadata." + field, "an object");
      values
          .properties()
          .forEach(
              value ->
                  require(
                      value.getValue().isTextual(),
                      "metadata.%s.%s".formatted(field, value.getKey()),
                      "a string; quote it"));
    }
    for (var field : List.of("finalizers", "ownerReferences")) {
      var values = metadata.path(field);
      require(absent(values) || values.isArray(), "metadata." + field, "a list");
    }
  }

  private static boolean absent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private static void require(boolean readable, String path, String form) {
    if (!readable) {
      throw new ApiException(Status.badRequest("%s must be %s".formatted(path, form)));
    }
  }

  static List<Violation> check(Kind kind, ObjectNode object) {
    var violations = new ArrayList<Violation>();
    var metadata = object.path("metadata");
    var name = metadata.path("name").asText("");
    if (name.isEmpty()) {
      violations.add(Violation.required("metadata.name", "name or generateName is required"));
    } else {
      kind.rules()
          .names()
          .problems(name)
          .forEach(problem -> violations.add(Violation.invalid("metadata.name", name, problem)));
    }
    checkLabels(metadata.path("labels"), violations);
    checkAnnotations(metadata.path("annotations"), violations);
    for (var finalizer : metadata.path("finalizers")) {
      NameRule.qualifiedNameProblems(finalizer.asText())
          .forEach(
              problem ->
                  violations.add(Violation.invalid("metadata.finalizers", finalizer, problem)));
    }
    checkOwners(metadata.path("ownerReferences"), violations);
    return violations;
  }

  private static void checkLabels(JsonNode labels, List<Violation> violations) {
    for (var label : labels.properties()) {
      NameRule.qualifiedNameProblems(label.getKey())
          .forEach(
              problem ->
                  violations.add(Violation.invalid("metadata.labels", label.getKey(), problem)));
      NameRule.LABEL_VALUE
          .problems(label.getValue().asText())
          .forEach(
              problem ->
                  violations.add(Violation.invalid("metadata.labels", label.getValue(), problem)));
    }
  }

  private static void checkAnnotations(JsonNode annotations, List<Violation> violations) {
    var size = 0L;
    for (var annotation : annotations.properties()) {
      size += annotation.getKey().length() + annotation.getValue().asText().length();
      NameRule.qualifiedNameProblems(annotation.getKey())
          .forEach(
              problem ->
                  violations.add(
                      Violation.invalid("metadata.annotations", annotation.getKey(), problem)));
    }
    if (size > MAX_ANNOTATION_BYTES) {
      violations.add(
          Violation.tooLong("metadata.annotations", Json.object(), MAX_ANNOTATION_BYTES));
    }
  }

  private static void checkOwners(JsonNode owners, List<Violation> violations) {
    var controllers = new HashSet<String>();
    for (int i = 0; i < owners.size(); i++) {
      var path = "metadata.ownerReferences[%d]".formatted(i);
      for (var field : List.of("apiVersion", "kind", "name", "uid")) {
        if (owners.get(i).path(field).asText("").isEmpty()) {
          var at = path + "." + field;
          violations.add(Violation.invalid(at, "", "%s must not be empty".formatted(field)));
        }
      }
      if (owners.get(i).path("controller").asBoolean()) {
        controllers.add(owners.get(i).path("uid").asText());
      }
    }
    if (controllers.size() > 1) {
      violations.add(
          Violation.invalid(
              "metadata.ownerReferences",
              owners,
              "Only one reference can have Controller set to true"));
    }
  }

  /// While an object is on its way out nobody may hold it up anew.
  static List<Violation> checkChange(ApiObject before, ApiObject after) {
    var added = new ArrayList<>(after.finalizers());
    added.removeAll(before.finalizers());
    if (!before.deleting() || added.isEmpty()) {
      return List.of();
    }
    return List.of(
        Violation.forbidden(
            "metadata.finalizers",
            "no new finalizers can be added if the object is being deleted, found new finalizers %s"
                .formatted(added)));
  }

  private MetadataRules() {}
}
