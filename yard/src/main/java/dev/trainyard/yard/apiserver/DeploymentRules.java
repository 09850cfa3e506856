package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// Deployments: a template whose pods their selector finds.
final class DeploymentRules implements Rules {

  private static final PodRules PODS = new PodRules();
  private static final List<String> STRATEGIES = List.of("Recreate", "RollingUpdate");

  @Override
  public void complete(ObjectNode deployment) {
    var spec = deployment.withObjectProperty("spec");
    Json.putIfAbsent(spec, "replicas", 1);
    Json.putIfAbsent(spec, "revisionHistoryLimit", 10);
    Json.putIfAbsent(spec, "progressDeadlineSeconds", 600);
    var strategy = spec.withObjectProperty("strategy");
    Json.putIfAbsent(strategy, "type", "RollingUpdate");
    if (strategy.path("type").asText().equals("RollingUpdate")) {
      var rolling = strategy.withObjectProperty("rollingUpdate");
      Json.putIfAbsent(rolling, "maxUnavailable", "25%");
      Json.putIfAbsent(rolling, "maxSurge", "25%");
    }
    PODS.complete(spec.withObjectProperty("template"));
  }

  @Override
  public List<Violation> check(ObjectNode deployment) {
    var findings = new Findings();
    var spec = deployment.path("spec");
    for (var field : List.of("replicas", "minReadySeconds", "revisionHistoryLimit")) {
      findings.notNegative(spec, field, "spec");
    }
    checkSelector(spec, findings);
    var template = spec.path("template");
    findings.labels(template.at("/metadata/labels"), "spec.template.labels");
    PodSpecRules.check(template.path("spec"), "spec.template.spec", findings);
    var policy = template.at("/spec/restartPolicy");
    if (List.of("OnFailure", "Never").contains(policy.asText())) {
      findings.oneOf(policy, "spec.template.spec.restartPolicy", List.of("Always"));
    }
    checkStrategy(spec.path("strategy"), findings);
    var deadline = spec.path("progressDeadlineSeconds").asInt();
    if (deadline <= spec.path("minReadySeconds").asInt(0)) {
      findings.invalid(
          "spec.progressDeadlineSeconds",
          IntNode.valueOf(deadline),
          "must be greater than minReadySeconds");
    }
    return findings.all();
  }

  private static void checkSelector(JsonNode spec, Findings findings) {
    var selector = spec.path("selector");
    if (!selector.isObject()) {
      findings.required("spec.selector");
    } else if (selector.path("matchLabels").isEmpty()
        && selector.path("matchExpressions").isEmpty()) {
      findings.invalid("spec.selector", selector, "empty selector is invalid for deployment");
      return;
    }
    SelectorRules.check(selector, "spec.selector", findings);
    SelectorRules.checkTemplate(selector, spec.path("template"), "spec.template", findings);
  }

  private static void checkStrategy(JsonNode strategy, Findings findings) {
    findings.oneOf(strategy.path("type"), "spec.strategy", STRATEGIES);
    var rolling = strategy.path("rollingUpdate");
    var path = "spec.strategy.rollingUpdate";
    if (strategy.path("type").asText().equals("Recreate") && rolling.isObject()) {
      findings.forbidden(path, "may not be specified when strategy `type` is 'Recreate'");
      return;
    }
    for (var field : List.of("maxUnavailable", "maxSurge")) {
      findings.countOrPercent(rolling.path(field), path + "." + field);
    }
    if (rolling.path("maxUnavailable").asText("").equals("0")
        && rolling.path("maxSurge").asText("").equals("0")) {
      findings.invalid(
          path + ".maxUnavailable",
          rolling.path("maxUnavailable"),
          "may not be 0 when `maxSurge` is 0");
    }
  }

  @Override
  public List<Violation> checkChange(ObjectNode before, ObjectNode after) {
    var selector = after.at("/spec/selector");
    return before.at("/spec/selector").equals(selector)
        ? List.of()
        : List.of(Violation.invalid("spec.selector", selector, "field is immutable"));
  }
}
