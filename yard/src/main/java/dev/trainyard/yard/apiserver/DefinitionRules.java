package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Definitions of custom resources: accepted whole or not at all, and in force at once.
final class DefinitionRules implements Rules {

  private static final List<String> SCOPES = List.of("Cluster", "Namespaced");
  private static final int MAX_SHOWN = 100;

  @Override
  public void complete(ObjectNode definition) {
    var spec = definition.withObjectProperty("spec");
    var names = spec.withObjectProperty("names");
    var kind = names.path("kind").asText("");
    Json.putIfAbsent(names, "singular", kind.toLowerCase(Locale.ROOT));
    Json.putIfAbsent(names, "listKind", kind + "List");
    spec.withObjectProperty("conversion").put("strategy", "None");
  }

  @Override
  public void begin(ObjectNode definition, Instant now) {
    var status = definition.putObject("status");
    var conditions = status.putArray("conditions");
    condition(conditions.addObject(), now, "NamesAccepted", "NoConflicts", "no conflicts found");
    condition(
        conditions.addObject(),
        now,
        "Established",
        "InitialNamesAccepted",
        "the initial names have been accepted");
    status.set("acceptedNames", definition.at("/spec/names").deepCopy());
    status.set("storedVersions", Json.array(storageVersions(definition.path("spec"))));
  }

  @Override
  public List<String> advice(ObjectNode definition) {
    var advice = new ArrayList<String>();
    for (int i = 0; i < definition.at("/spec/versions").size(); i++) {
      var version = definition.at("/spec/versions").get(i);
      var schema = StructuralSchema.of(version.at("/schema/openAPIV3Schema"));
      for (var rule : schema.rulesNotEnforced()) {
        advice.add(
            "spec.versions[%d].schema: the rule \"%s\" is kept and not enforced here"
                .formatted(i, shortened(rule)));
      }
    }
    return advice;
  }

  /// One line, no longer than a person reads.
  private static String shortened(String rule) {
    var line = rule.replaceAll("\\s+", " ").strip();
    return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "...";
  }

  private static void condition(
      ObjectNode condition, Instant now, String type, String reason, String message) {
    condition
        .put("type", type)
        .put("status", "True")
        .put("lastTransitionTime", Json.time(now))
        .put("reason", reason)
        .put("message", message);
  }

  private static List<String> storageVersions(JsonNode spec) {
    var versions = new ArrayList<String>();
    for (var version : spec.path("versions")) {
      if (version.path("storage").asBoolean()) {
        versions.add(version.path("name").asText());
      }
    }
    return versions;
  }

  @Override
  public List<Violation> check(ObjectNode definition) {
    var violations = new ArrayList<Violation>();
    var spec = definition.path("spec");
    for (var path : List.of("group", "scope")) {
      requireText(spec.path(path), "spec." + path, violations);
    }
    for (var name : List.of("plural", "kind")) {
      requireText(spec.at("/names/" + name), "spec.names." + name, violations);
    }
    var scope = spec.path("scope");
    if (scope.isTextual() && !SCOPES.contains(scope.asText())) {
      violations.add(Violation.notSupported("spec.scope", scope, SCOPES));
    }
    var expected = spec.at("/names/plural").asText() + "." + spec.path("group").asText();
    var name = new ApiObject(definition).name();
    if (!name.equals(expected)) {
      violations.add(
          Violation.invalid("metadata.name", name, "must be spec.names.plural+\".\"+spec.group"));
    }
    checkVersions(spec, violations);
    return violations;
  }

  private static void checkVersions(JsonNode spec, List<Violation> violations) {
    if (storageVersions(spec).size() != 1) {
      violations.add(
          Violation.invalid(
              "spec.versions",
              spec.path("versions"),
              "must have exactly one version marked as storage version"));
    }
    for (int i = 0; i < spec.path("versions").size(); i++) {
      var version = spec.path("versions").get(i);
      var path = "spec.versions[%d]".formatted(i);
      requireText(version.path("name"), path + ".name", violations);
      if (!version.at("/schema/openAPIV3Schema").isObject()) {
        violations.add(
            Violation.required(path + ".schema.openAPIV3Schema", "schemas are required"));
      }
    }
  }

  private static void requireText(JsonNode value, String path, List<Violation> violations) {
    if (value.asText("").isEmpty()) {
      violations.add(Violation.required(path, ""));
    }
  }
}
