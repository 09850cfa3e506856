package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.Findings.at;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.regex.Pattern;

/// What Kubernetes demands of the probes and hooks of a container.
final class ProbeRules {

  private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");
  private static final Pattern HEADER = Pattern.compile("[-A-Za-z0-9]+");

  private final Findings findings;
  private final long grace;

  /// @param grace the pod's seconds to end in
  ProbeRules(Findings findings, long grace) {
    this.findings = findings;
    this.grace = grace;
  }

  void check(JsonNode container, String path) {
    for (var name : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
      if (container.path(name).isObject()) {
        checkProbe(container.path(name), path + "." + name, name);
      }
    }
    for (var name : List.of("postStart", "preStop")) {
      var hook = container.path("lifecycle").path(name);
      if (hook.isObject()) {
        checkHandler(
            hook, path + ".lifecycle." + name, List.of("exec", "httpGet", "tcpSocket", "sleep"));
      }
    }
  }

  private void checkProbe(JsonNode probe, String path, String name) {
    checkHandler(probe, path, List.of("exec", "httpGet", "tcpSocket", "grpc"));
    for (var field :
        List.of(
            "initialDelaySeconds",
            "timeoutSeconds",
            "periodSeconds",
            "successThreshold",
            "failureThreshold")) {
      findings.notNegative(probe, field, path);
    }
    var threshold = probe.path("successThreshold");
    if (!name.equals("readinessProbe")
        && threshold.isNumber()
        && threshold.asInt() != 1
        && threshold.asInt() != 0) {
      findings.invalid(path + ".successThreshold", threshold, "must be 1");
    }
    var seconds = probe.path("terminationGracePeriodSeconds");
    if (name.equals("readinessProbe") && seconds.isNumber()) {
      findings.invalid(
          path + ".terminationGracePeriodSeconds", seconds, "must not be set for readinessProbes");
    } else if (seconds.isNumber() && seconds.asLong() <= 0) {
      findings.invalid(path + ".terminationGracePeriodSeconds", seconds, "must be greater than 0");
    }
  }

  private void checkHandler(JsonNode handler, String path, List<String> known) {
    var given = known.stream().filter(name -> handler.path(name).isObject()).toList();
    if (given.isEmpty()) {
      findings.required(path, "must specify a handler type");
      return;
    }
    given.stream()
        .skip(1)
        .forEach(
            name ->
                findings.forbidden(path + "." + name, "may not specify more than 1 handler type"));
    var action = handler.path(given.getFirst());
    var at = path + "." + given.getFirst();
    switch (given.getFirst()) {
      case "exec" -> checkCommand(action.path("command"), at + ".command");
      case "httpGet" -> checkRequest(action, at);
      case "tcpSocket" -> findings.port(action.path("port"), at + ".port");
      case "grpc" -> findings.portNumber(action.path("port"), at + ".port");
      default -> checkSleep(action.path("seconds"), at);
    }
  }

  private void checkCommand(JsonNode command, String path) {
    if (command.isEmpty()) {
      findings.required(path);
    }
    for (int i = 0; i < command.size(); i++) {
      findings.noNul(command.get(i), at(path, i));
    }
  }

  private void checkRequest(JsonNode request, String path) {
    findings.port(request.path("port"), path + ".port");
    findings.optionalOneOf(request.path("scheme"), path + ".scheme", SCHEMES);
    for (var header : request.path("httpHeaders")) {
      if (!HEADER.matcher(header.path("name").asText("")).matches()) {
        findings.invalid(
            path + ".httpHeaders",
            header.path("name"),
            "a valid HTTP header must consist of alphanumeric characters or '-' (e.g."
                + " 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')");
      }
    }
  }

  private void checkSleep(JsonNode seconds, String path) {
    if (seconds.asLong(0) < 0 || seconds.asLong(0) > grace) {
      findings.invalid(
          path,
          seconds,
          "must be non-negative and less than terminationGracePeriodSeconds (%d)".formatted(grace));
    }
  }
}
