package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/// What Kubernetes demands of the metadata of every object.
final class MetadataRules {

  private static final int MAX_ANNOTATION_BYTES = 256 * 1024;
  private static final String OWNERS = "metadata.ownerReferences";
  private static final List<String> STANDARD_FINALIZERS =
      List.of("kubernetes", ApiObject.FOREGROUND, ApiObject.ORPHAN);

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
    if (metadata.path("generation").asLong(0) < 0) {
      violations.add(
          Violation.invalid(
              "metadata.generation",
              metadata.path("generation"),
              "must be greater than or equal to 0"));
    }
    var base = metadata.path("generateName").asText("");
    if (!base.isEmpty()) {
      // What is added to it may follow a hyphen or a dot.
      kind.rules().names().problems(base.replaceFirst("[-.]+$", "")).stream()
          .map(problem -> Violation.invalid("metadata.generateName", base, problem))
          .forEach(violations::add);
    }
    var findings = new Findings();
    findings.labels(metadata.path("labels"), "metadata.labels");
    violations.addAll(findings.all());
    checkAnnotations(metadata.path("annotations"), violations);
    checkFinalizers(kind, metadata.path("finalizers"), violations);
    checkOwners(metadata.path("ownerReferences"), violations);
    return violations;
  }

  private static void checkAnnotations(JsonNode annotations, List<Violation> violations) {
    var size = 0L;
    for (var annotation : annotations.properties()) {
      size += annotation.getKey().length() + annotation.getValue().asText().length();
      // Unlike those of labels, prefixes of annotations may have capitals.
      NameRule.qualifiedNameProblems(annotation.getKey().toLowerCase(Locale.ROOT))
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

  private static void checkFinalizers(Kind kind, JsonNode finalizers, List<Violation> violations) {
    var found = Json.texts(finalizers);
    for (int i = 0; i < found.size(); i++) {
      var finalizer = found.get(i);
      NameRule.qualifiedNameProblems(finalizer)
          .forEach(
              problem ->
                  violations.add(Violation.invalid("metadata.finalizers", finalizer, problem)));
      if (!kind.has(Kind.Trait.CUSTOM)
          && !finalizer.contains("/")
          && !finalizer.isEmpty()
          && !STANDARD_FINALIZERS.contains(finalizer)) {
        violations.add(
            Violation.invalid(
                "metadata.finalizers[%d]".formatted(i),
                finalizer,
                "name is neither a standard finalizer name nor is it fully qualified"));
      }
    }
    if (found.containsAll(List.of(ApiObject.FOREGROUND, ApiObject.ORPHAN))) {
      violations.add(
          Violation.invalid(
              "metadata.finalizers",
              finalizers,
              "finalizer %s and %s cannot be both set"
                  .formatted(ApiObject.ORPHAN, ApiObject.FOREGROUND)));
    }
  }

  private static void checkOwners(JsonNode owners, List<Violation> violations) {
    var controllers = new HashSet<String>();
    for (var owner : owners) {
      checkOwner(owner, violations);
      if (owner.path("controller").asBoolean()) {
        controllers.add(owner.path("uid").asText());
      }
    }
    if (controllers.size() > 1) {
      violations.add(
          Violation.invalid(OWNERS, owners, "Only one reference can have Controller set to true"));
    }
  }

  /// Kubernetes does not say which of them it means.
  private static void checkOwner(JsonNode owner, List<Violation> violations) {
    var version = owner.path("apiVersion").asText("");
    if (version.isEmpty() || version.split("/", -1).length > 2) {
      violations.add(
          Violation.invalid(OWNERS + ".apiVersion", version, "version must not be empty"));
    }
    for (var field : List.of("kind", "name", "uid")) {
      if (owner.path(field).asText("").isEmpty()) {
        violations.add(Violation.invalid(OWNERS + "." + field, "", "must not be empty"));
      }
    }
    if (version.equals("v1") && owner.path("kind").asText().equals("Event")) {
      violations.add(
          Violation.invalid(OWNERS, owner, "/v1, Kind=Event is disallowed from being an owner"));
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
