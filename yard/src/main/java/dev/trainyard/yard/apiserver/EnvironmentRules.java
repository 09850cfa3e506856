package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.Findings.at;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.regex.Pattern;

/// What Kubernetes demands of the environment of a container.
final class EnvironmentRules {

  private static final Pattern NAME = Pattern.compile("[ -<>-~]+");
  private static final String NAME_RULE =
      "a valid environment variable name must consist only of printable ASCII characters other"
          + " than '='";
  private static final Pattern FIELD =
      Pattern.compile(
          "metadata\\.(name|namespace|uid|labels|annotations)"
              + "|metadata\\.(labels|annotations)\\['.*'\\]"
              + "|spec\\.(nodeName|restartPolicy|serviceAccountName)|status\\.(phase|hostIPs?|podIPs?)",
          Pattern.DOTALL);
  private static final List<String> RESOURCES =
      List.of(
          "limits.cpu",
          "limits.ephemeral-storage",
          "limits.memory",
          "requests.cpu",
          "requests.ephemeral-storage",
          "requests.memory");
  private static final List<String> SOURCES =
      List.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef");
  private static final JsonNode NOTHING = TextNode.valueOf("");

  static void check(JsonNode container, String path, Findings findings) {
    for (int i = 0; i < container.path("env").size(); i++) {
      var variable = container.path("env").get(i);
      var at = at(path + ".env", i);
      if (findings.requireText(variable, "name", at)) {
        checkName(variable.path("name"), at + ".name", findings);
      }
      findings.noNul(variable.path("value"), at + ".value");
      if (variable.path("valueFrom").isObject()) {
        checkSource(variable, at + ".valueFrom", findings);
      }
    }
    for (int i = 0; i < container.path("envFrom").size(); i++) {
      checkAll(container.path("envFrom").get(i), path + ".envFrom", i, findings);
    }
  }

  private static void checkName(JsonNode name, String path, Findings findings) {
    if (!NAME.matcher(name.asText()).matches()) {
      findings.invalid(path, name, NAME_RULE);
    }
  }

  private static void checkSource(JsonNode variable, String path, Findings findings) {
    var from = variable.path("valueFrom");
    var given = SOURCES.stream().filter(source -> from.path(source).isObject()).count();
    if (given == 0) {
      findings.invalid(
          path,
          NOTHING,
          "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef`"
              + " or `fileKeyRef`");
    } else if (!variable.path("value").asText("").isEmpty()) {
      findings.invalid(path, NOTHING, "may not be specified when `value` is not empty");
    } else if (given > 1) {
      findings.invalid(path, NOTHING, "may not have more than one field specified at a time");
    }
    if (from.path("fieldRef").isObject()) {
      checkField(from.path("fieldRef"), path + ".fieldRef", findings);
    }
    if (from.path("resourceFieldRef").isObject()
        && findings.requireText(
            from.path("resourceFieldRef"), "resource", path + ".resourceFieldRef")) {
      checkResource(from.path("resourceFieldRef"), path + ".resourceFieldRef", findings);
    }
    for (var source : List.of("configMapKeyRef", "secretKeyRef")) {
      if (from.path(source).isObject()) {
        var at = path + "." + source;
        findings.name(from.path(source).path("name").asText(""), at + ".name", NameRule.SUBDOMAIN);
        if (findings.requireText(from.path(source), "key", at)) {
          KeyedDataRules.checkKey(from.path(source).path("key").asText(), at + ".key", findings);
        }
      }
    }
  }

  static void checkField(JsonNode reference, String path, Findings findings) {
    if (!findings.requireText(reference, "fieldPath", path)) {
      return;
    }
    var field = reference.path("fieldPath");
    if (!FIELD.matcher(field.asText()).matches()) {
      findings.invalid(
          path + ".fieldPath",
          field,
          "error converting fieldPath: field label not supported: " + field.asText());
    }
  }

  static void checkResource(JsonNode reference, String path, Findings findings) {
    var resource = reference.path("resource");
    if (!resource.asText().contains("hugepages-")) {
      findings.oneOf(resource, path + ".resource", RESOURCES);
    }
  }

  private static void checkAll(JsonNode source, String list, int index, Findings findings) {
    var path = at(list, index);
    if (!source.path("prefix").asText("").isEmpty()) {
      checkName(source.path("prefix"), path + ".prefix", findings);
    }
    var references =
        List.of("configMapRef", "secretRef").stream()
            .filter(reference -> source.path(reference).isObject())
            .toList();
    if (references.isEmpty()) {
      findings.invalid(list, NOTHING, "must specify one of: `configMapRef` or `secretRef`");
    } else if (references.size() > 1) {
      findings.invalid(list, NOTHING, "may not have more than one field specified at a time");
    }
    for (var reference : references) {
      if (findings.requireText(source.path(reference), "name", path + "." + reference)) {
        findings.name(
            source.path(reference).path("name").asText(),
            path + "." + reference + ".name",
            NameRule.SUBDOMAIN);
      }
    }
  }

  private EnvironmentRules() {}
}
