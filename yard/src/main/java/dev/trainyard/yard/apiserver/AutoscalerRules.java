package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.Findings.at;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;

/// HorizontalPodAutoscalers: what they scale, between which numbers, by what.
final class AutoscalerRules implements Rules {

  private static final List<String> METRICS =
      List.of("ContainerResource", "External", "Object", "Pods", "Resource");
  private static final List<String> TARGETS = List.of("Utilization", "Value", "AverageValue");
  private static final List<String> CHOICES = List.of("Disabled", "Max", "Min");
  private static final List<String> POLICIES = List.of("Percent", "Pods");
  private static final int LONGEST_WINDOW = 3600;
  private static final int LONGEST_PERIOD = 1800;

  @Override
  public void complete(ObjectNode autoscaler) {
    Json.putIfAbsent(autoscaler.withObjectProperty("spec"), "minReplicas", 1);
  }

  @Override
  public List<Violation> check(ObjectNode autoscaler) {
    var findings = new Findings();
    var spec = autoscaler.path("spec");
    var least = spec.path("minReplicas").asInt();
    var most = spec.path("maxReplicas").asInt(0);
    if (least < 1) {
      findings.invalid(
          "spec.minReplicas", spec.path("minReplicas"), "must be greater than or equal to 1");
    }
    if (most < 1) {
      findings.required("spec.maxReplicas", "must be set and greater than 0");
    }
    if (most < least) {
      findings.invalid(
          "spec.maxReplicas",
          IntNode.valueOf(most),
          "must be greater than or equal to `minReplicas`");
    }
    for (var field : List.of("kind", "name")) {
      if (findings.requireText(spec.path("scaleTargetRef"), field, "spec.scaleTargetRef")) {
        findings.name(
            spec.path("scaleTargetRef").path(field).asText(),
            "spec.scaleTargetRef." + field,
            NameRule.PATH_SEGMENT);
      }
    }
    checkGroup(spec.path("scaleTargetRef"), findings);
    for (int i = 0; i < spec.path("metrics").size(); i++) {
      checkMetric(spec.path("metrics").get(i), at("spec.metrics", i), findings);
    }
    for (var direction : List.of("scaleUp", "scaleDown")) {
      checkPace(spec.path("behavior").path(direction), "spec.behavior." + direction, findings);
    }
    return findings.all();
  }

  /// Of the core group only one kind could ever be scaled.
  private static void checkGroup(JsonNode target, Findings findings) {
    var version = target.path("apiVersion").asText("");
    var words = version.split("/", -1);
    var path = "spec.scaleTargetRef.apiVersion";
    if (words.length > 2) {
      findings.invalid(
          path, shown(target.path("apiVersion")), "unexpected GroupVersion string: " + version);
    } else if (words.length < 2
        && !target.path("kind").asText("").equals("ReplicationController")) {
      findings.invalid(path, shown(target.path("apiVersion")), "apiVersion must specify API group");
    }
  }

  private static void checkMetric(JsonNode metric, String path, Findings findings) {
    var type = metric.path("type").asText("");
    if (type.isEmpty()) {
      findings.required(path + ".type", "must specify a metric source type");
    }
    findings.oneOf(metric.path("type"), path + ".type", METRICS);
    if (!METRICS.contains(type)) {
      return;
    }
    var field = Character.toLowerCase(type.charAt(0)) + type.substring(1);
    if (!metric.path(field).isObject()) {
      findings.required(
          path + "." + field, "must populate information for the given metric source");
      return;
    }
    var at = path + "." + field;
    checkTarget(metric.path(field).path("target"), at + ".target", findings);
    if (type.endsWith("Resource")) {
      checkResource(metric.path(field), at, findings);
    }
    if (type.equals("ContainerResource")
        && metric.path(field).path("container").asText("").isEmpty()) {
      findings.required(
          at + ".container", "must specify a container for container resource metrics");
    }
  }

  private static void checkResource(JsonNode source, String path, Findings findings) {
    if (source.path("name").asText("").isEmpty()) {
      findings.required(path + ".name", "must specify a resource name");
    }
    var target = source.path("target");
    if (!target.has("averageUtilization") && !target.has("averageValue")) {
      findings.required(
          path + ".target.averageUtilization",
          "must set either a target raw value or a target utilization");
    }
    if (target.has("averageUtilization") && target.has("averageValue")) {
      findings.forbidden(
          path + ".target.averageValue",
          "may not set both a target raw value and a target utilization");
    }
  }

  private static void checkTarget(JsonNode target, String path, Findings findings) {
    var type = target.path("type");
    if (type.asText("").isEmpty()) {
      findings.required(path + ".type", "must specify a metric target type");
    }
    if (!TARGETS.contains(type.asText(""))) {
      findings.invalid(
          path + ".type", shown(type), "must be either Utilization, Value, or AverageValue");
    }
    for (var field : List.of("value", "averageValue")) {
      if (target.has(field) && !Amount.of(target.path(field)).positive()) {
        findings.invalid(
            path + "." + field, ResourceRules.shown(target.path(field)), "must be positive");
      }
    }
    var share = target.path("averageUtilization");
    if (share.isNumber() && share.asInt() < 1) {
      findings.invalid(path + ".averageUtilization", share, "must be greater than 0");
    }
  }

  private static JsonNode shown(JsonNode text) {
    return TextNode.valueOf(text.asText(""));
  }

  private static void checkPace(JsonNode rules, String path, Findings findings) {
    var window = rules.path("stabilizationWindowSeconds");
    if (window.isNumber() && window.asInt() < 0) {
      findings.invalid(
          path + ".stabilizationWindowSeconds", window, "must be greater than or equal to zero");
    }
    if (window.asInt(0) > LONGEST_WINDOW) {
      findings.invalid(
          path + ".stabilizationWindowSeconds",
          window,
          "must be less than or equal to " + LONGEST_WINDOW);
    }
    findings.optionalOneOf(rules.path("selectPolicy"), path + ".selectPolicy", CHOICES);
    for (int i = 0; i < rules.path("policies").size(); i++) {
      var policy = rules.path("policies").get(i);
      var at = at(path + ".policies", i);
      findings.oneOf(policy.path("type"), at + ".type", POLICIES);
      for (var field : List.of("value", "periodSeconds")) {
        if (policy.path(field).asInt(0) <= 0) {
          findings.invalid(
              at + "." + field,
              IntNode.valueOf(policy.path(field).asInt(0)),
              "must be greater than zero");
        }
      }
      if (policy.path("periodSeconds").asInt(0) > LONGEST_PERIOD) {
        findings.invalid(
            at + ".periodSeconds",
            policy.path("periodSeconds"),
            "must be less than or equal to " + LONGEST_PERIOD);
      }
    }
  }
}
