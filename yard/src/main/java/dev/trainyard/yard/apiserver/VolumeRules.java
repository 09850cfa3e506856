package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.Findings.at;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What Kubernetes demands of the volumes of a pod.
final class VolumeRules {

  private static final int MAX_MODE = 0777;
  private static final long LEAST_TOKEN_SECONDS = 600;
  private static final List<String> HOST_PATH_TYPES =
      List.of(
          "",
          "BlockDevice",
          "CharDevice",
          "Directory",
          "DirectoryOrCreate",
          "File",
          "FileOrCreate",
          "Socket");

  private final Findings findings;

  private VolumeRules(Findings findings) {
    this.findings = findings;
  }

  /// Checks them all and answers with the names there are to mount.
  static Set<String> check(JsonNode volumes, String path, Findings findings) {
    var rules = new VolumeRules(findings);
    var names = new HashSet<String>();
    for (int i = 0; i < volumes.size(); i++) {
      var volume = volumes.get(i);
      var at = at(path, i);
      var name = volume.path("name").asText("");
      if (findings.requireText(volume, "name", at)) {
        findings.name(name, at + ".name", NameRule.LABEL);
        if (!names.add(name)) {
          findings.add(Violation.duplicate(at + ".name", volume.path("name")));
        }
      }
      rules.checkSources(volume, at);
    }
    return names;
  }

  private void checkSources(JsonNode volume, String path) {
    var sources = new ArrayList<String>();
    for (var field : volume.properties()) {
      if (field.getValue().isObject()) {
        sources.add(field.getKey());
      }
    }
    sources.stream()
        .skip(1)
        .forEach(
            more ->
                findings.forbidden(path + "." + more, "may not specify more than 1 volume type"));
    if (!sources.isEmpty()) {
      var kind = sources.getFirst();
      checkSource(kind, volume.path(kind), path + "." + kind);
    }
  }

  private void checkSource(String kind, JsonNode source, String path) {
    switch (kind) {
      case "emptyDir" -> {
        var limit = Quantities.amount(source.path("sizeLimit")).orElse(BigDecimal.ZERO);
        if (limit.signum() < 0) {
          findings.forbidden(
              path + ".sizeLimit", "SizeLimit field must be a valid resource quantity");
        }
      }
      case "hostPath" -> checkHostPath(source, path);
      case "configMap" -> {
        findings.requireText(source, "name", path);
        checkFiles(source, path);
      }
      case "secret" -> {
        findings.requireText(source, "secretName", path);
        checkFiles(source, path);
      }
      case "downwardAPI" -> {
        checkMode(source.path("defaultMode"), path + ".defaultMode");
        source.path("items").forEach(item -> checkDownward(item, path));
      }
      case "projected" -> checkProjected(source, path);
      case "nfs" -> checkNfs(source, path);
      case "ephemeral" -> {
        if (!source.path("volumeClaimTemplate").isObject()) {
          findings.required(path + ".volumeClaimTemplate");
        } else {
          ClaimRules.checkSpec(
              source.at("/volumeClaimTemplate/spec"), path + ".volumeClaimTemplate.spec", findings);
        }
      }
      default -> {
        // What no rule here knows has at least the fields that the documents demand.
      }
    }
  }

  private void checkHostPath(JsonNode source, String path) {
    checkHostPath(source, path, findings);
  }

  static void checkHostPath(JsonNode source, String path, Findings findings) {
    if (findings.requireText(source, "path", path)) {
      findings.noWayUp(source.path("path"), path + ".path");
    }
    findings.optionalOneOf(source.path("type"), path + ".type", HOST_PATH_TYPES);
  }

  private void checkNfs(JsonNode source, String path) {
    checkNfs(source, path, findings);
  }

  static void checkNfs(JsonNode source, String path, Findings findings) {
    findings.requireText(source, "server", path);
    findings.requireText(source, "path", path);
    if (!source.path("path").asText("").startsWith("/")) {
      findings.invalid(
          path + ".path",
          TextNode.valueOf(source.path("path").asText("")),
          "must be an absolute path");
    }
  }

  private void checkFiles(JsonNode source, String path) {
    checkMode(source.path("defaultMode"), path + ".defaultMode");
    for (int i = 0; i < source.path("items").size(); i++) {
      var item = source.path("items").get(i);
      var at = at(path + ".items", i);
      findings.requireText(item, "key", at);
      if (findings.requireText(item, "path", at)) {
        findings.localPath(item.path("path"), at + ".path");
      }
      checkMode(item.path("mode"), at + ".mode");
    }
  }

  private void checkMode(JsonNode mode, String path) {
    if (mode.isNumber() && (mode.asInt() < 0 || mode.asInt() > MAX_MODE)) {
      findings.invalid(path, mode, "must be a number between 0 and 0777 (octal), both inclusive");
    }
  }

  /// Kubernetes leaves the item's place out of the path.
  private void checkDownward(JsonNode item, String path) {
    if (findings.requireText(item, "path", path)) {
      findings.localPath(item.path("path"), path + ".path");
    }
    var field = item.path("fieldRef").isObject();
    var resource = item.path("resourceFieldRef").isObject();
    if (field) {
      EnvironmentRules.checkField(item.path("fieldRef"), path + ".fieldRef", findings);
      if (resource) {
        findings.invalid(
            path,
            TextNode.valueOf("resource"),
            "fieldRef and resourceFieldRef can not be specified simultaneously");
      }
    } else if (resource) {
      var at = path + ".resourceFieldRef";
      findings.requireText(item.path("resourceFieldRef"), "containerName", at);
      if (findings.requireText(item.path("resourceFieldRef"), "resource", at)) {
        EnvironmentRules.checkResource(item.path("resourceFieldRef"), at, findings);
      }
    } else {
      findings.required(path, "one of fieldRef and resourceFieldRef is required");
    }
    checkMode(item.path("mode"), path + ".mode");
  }

  private void checkProjected(JsonNode projected, String path) {
    checkMode(projected.path("defaultMode"), path + ".defaultMode");
    var owners = new HashMap<String, String>();
    for (int i = 0; i < projected.path("sources").size(); i++) {
      var source = projected.path("sources").get(i);
      var at = at(path + ".sources", i);
      for (var kind : List.of("configMap", "secret")) {
        if (source.path(kind).isObject()) {
          findings.requireText(source.path(kind), "name", at + "." + kind);
          checkFiles(source.path(kind), at + "." + kind);
          for (var item : source.path(kind).path("items")) {
            checkConflict(owners, item.path("path").asText(""), source.path(kind), path);
          }
        }
      }
      source.at("/downwardAPI/items").forEach(item -> checkDownward(item, at + ".downwardAPI"));
      if (source.path("serviceAccountToken").isObject()) {
        checkToken(source.path("serviceAccountToken"), path, at + ".serviceAccountToken");
      }
    }
  }

  private void checkConflict(
      Map<String, String> owners, String file, JsonNode source, String path) {
    var name = source.path("name").asText("");
    if (!file.isEmpty() && owners.putIfAbsent(file, name) != null) {
      findings.invalid(path, TextNode.valueOf(name), "conflicting duplicate paths");
    }
  }

  private void checkToken(JsonNode token, String volume, String path) {
    var seconds = token.path("expirationSeconds");
    if (seconds.isNumber() && seconds.asLong() < LEAST_TOKEN_SECONDS) {
      findings.invalid(
          path + ".expirationSeconds", seconds, "may not specify a duration less than 10 minutes");
    }
    if (token.path("path").asText("").isEmpty()) {
      findings.required(volume + ".path");
    } else {
      findings.localPath(token.path("path"), path + ".path");
    }
  }
}
