package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.Findings.at;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What Kubernetes demands of the containers of a pod.
final class ContainerRules {

  private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
  private static final List<String> MESSAGE_POLICIES = List.of("File", "FallbackToLogsOnError");
  private static final List<String> RESTART_POLICIES = List.of("Always", "Never", "OnFailure");
  private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
  private static final List<String> PROPAGATIONS =
      List.of("Bidirectional", "HostToContainer", "None");
  private static final List<String> SECCOMP = List.of("Localhost", "RuntimeDefault", "Unconfined");

  private final JsonNode spec;
  private final Findings findings;
  private final Set<String> volumes;
  private final Findings.Unique names;

  /// @param volumes what there is to mount
  ContainerRules(JsonNode spec, Set<String> volumes, Findings findings) {
    this.spec = spec;
    this.volumes = volumes;
    this.findings = findings;
    this.names = findings.new Unique();
  }

  void check(String path) {
    if (spec.path("containers").isEmpty()) {
      findings.required(path + ".containers");
    }
    for (int i = 0; i < spec.path("containers").size(); i++) {
      var container = spec.path("containers").get(i);
      var at = at(path + ".containers", i);
      checkOne(container, at);
      checkLife(container, at);
    }
    for (int i = 0; i < spec.path("initContainers").size(); i++) {
      checkInit(spec.path("initContainers").get(i), at(path + ".initContainers", i));
    }
    if (!spec.path("ephemeralContainers").isEmpty()) {
      findings.forbidden(path + ".ephemeralContainers", "cannot be set on create");
    }
  }

  private void checkInit(JsonNode container, String path) {
    checkOne(container, path);
    if (container.path("restartPolicy").asText("").equals("Always")) {
      checkLife(container, path);
      return;
    }
    for (var field : List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")) {
      if (container.has(field)) {
        findings.forbidden(
            path + "." + field, "may not be set for init containers without restartPolicy=Always");
      }
    }
  }

  private void checkLife(JsonNode container, String path) {
    var grace = spec.path("terminationGracePeriodSeconds").asLong(0);
    new ProbeRules(findings, grace).check(container, path);
  }

  private void checkOne(JsonNode container, String path) {
    if (findings.requireText(container, "name", path)) {
      findings.name(container.path("name").asText(), path + ".name", NameRule.LABEL);
      names.add(container.path("name"), path + ".name");
    }
    if (findings.requireText(container, "image", path)) {
      var image = container.path("image");
      if (!image.asText().strip().equals(image.asText())) {
        findings.invalid(path + ".image", image, "must not have leading or trailing whitespace");
      }
    }
    findings.optionalOneOf(
        container.path("imagePullPolicy"), path + ".imagePullPolicy", PULL_POLICIES);
    findings.optionalOneOf(
        container.path("terminationMessagePolicy"),
        path + ".terminationMessagePolicy",
        MESSAGE_POLICIES);
    findings.optionalOneOf(
        container.path("restartPolicy"), path + ".restartPolicy", RESTART_POLICIES);
    EnvironmentRules.check(container, path, findings);
    checkPorts(container.path("ports"), path + ".ports");
    ResourceRules.check(container.path("resources"), path + ".resources", findings);
    checkMounts(container.path("volumeMounts"), path + ".volumeMounts");
    checkTexts(container, path);
    checkSecurity(container.path("securityContext"), path + ".securityContext");
  }

  private void checkTexts(JsonNode container, String path) {
    findings.noNul(container.path("workingDir"), path + ".workingDir");
    for (var field : List.of("command", "args")) {
      for (int i = 0; i < container.path(field).size(); i++) {
        findings.noNul(container.path(field).get(i), at(path + "." + field, i));
      }
    }
  }

  private void checkPorts(JsonNode ports, String path) {
    var portNames = findings.new Unique();
    for (int i = 0; i < ports.size(); i++) {
      var port = ports.get(i);
      var at = at(path, i);
      if (!port.path("name").asText("").isEmpty()) {
        findings.portName(port.path("name").asText(), at + ".name");
        portNames.add(port.path("name"), at + ".name");
      }
      if (port.path("containerPort").asInt(0) == 0) {
        findings.required(at + ".containerPort");
      } else {
        findings.portNumber(port.path("containerPort"), at + ".containerPort");
      }
      var hostPort = port.path("hostPort");
      if (hostPort.asInt(0) != 0) {
        findings.portNumber(hostPort, at + ".hostPort");
        if (spec.path("hostNetwork").asBoolean()
            && hostPort.asInt() != port.path("containerPort").asInt()) {
          findings.invalid(
              at + ".hostPort", hostPort, "must match `containerPort` when `hostNetwork` is true");
        }
      }
      findings.oneOf(port.path("protocol"), at + ".protocol", PROTOCOLS);
    }
  }

  private void checkMounts(JsonNode mounts, String path) {
    var places = new HashSet<String>();
    for (int i = 0; i < mounts.size(); i++) {
      var mount = mounts.get(i);
      var at = at(path, i);
      var name = mount.path("name").asText("");
      findings.requireText(mount, "name", at);
      if (!volumes.contains(name)) {
        findings.add(
            new Violation(
                at + ".name",
                TextNode.valueOf(name),
                "Not found: \"%s\"".formatted(name),
                Violation.Rule.NOT_FOUND));
      }
      if (findings.requireText(mount, "mountPath", at)) {
        findings.noNul(mount.path("mountPath"), at + ".mountPath");
        if (!places.add(mount.path("mountPath").asText())) {
          findings.invalid(at + ".mountPath", mount.path("mountPath"), "must be unique");
        }
      }
      checkSubPath(mount, path, at);
      findings.optionalOneOf(
          mount.path("mountPropagation"), path + ".mountPropagation", PROPAGATIONS);
    }
  }

  /// Kubernetes itself leaves the index out of some of these paths.
  private void checkSubPath(JsonNode mount, String list, String path) {
    for (var field : List.of("subPath", "subPathExpr")) {
      if (!mount.path(field).asText("").isEmpty()) {
        findings.localPath(mount.path(field), list + "." + field);
        findings.noNul(mount.path(field), list + "." + field);
      }
    }
    if (!mount.path("subPath").asText("").isEmpty()
        && !mount.path("subPathExpr").asText("").isEmpty()) {
      findings.invalid(
          path + ".subPathExpr",
          mount.path("subPathExpr"),
          "subPathExpr and subPath are mutually exclusive");
    }
  }

  private void checkSecurity(JsonNode context, String path) {
    for (var field : List.of("runAsUser", "runAsGroup")) {
      findings.between(context.path(field), path + "." + field, 0, Integer.MAX_VALUE);
    }
    checkSeccomp(context, path, findings);
    if (context.path("privileged").asBoolean()
        && !context.path("allowPrivilegeEscalation").asBoolean(true)) {
      findings.invalid(
          path, context, "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
    }
  }

  static void checkSeccomp(JsonNode context, String path, Findings findings) {
    var profile = context.path("seccompProfile");
    var at = path + ".seccompProfile";
    if (!profile.isObject()) {
      return;
    }
    if (profile.path("type").asText("").isEmpty()) {
      findings.required(at + ".type", "type is required when seccompProfile is set");
    } else {
      findings.oneOf(profile.path("type"), at + ".type", SECCOMP);
      if (profile.path("type").asText().equals("Localhost")
          && profile.path("localhostProfile").asText("").isEmpty()) {
        findings.required(at + ".localhostProfile", "must be set when seccomp type is Localhost");
      }
    }
  }
}
