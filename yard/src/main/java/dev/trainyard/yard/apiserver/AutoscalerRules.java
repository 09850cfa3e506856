package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.Findings.at;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// HorizontalPodAutoscalers: what they scale, between which numbers, by what.
final class AutoscalerRules implements Rules {

  private static final List<String> METRICS =
      List.of("ContainerResource", "External", "Object", "Pods", "Resource");

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
    for (int i = 0; i < spec.path("metrics").size(); i++) {
      checkMetric(spec.path("metrics").get(i), at("spec.metrics", i), findings);
    }
    return findings.all();
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
    var share = metric.path(field).at("/target/averageUtilization");
    if (share.isNumber() && share.asInt() < 1) {
      findings.invalid(
          path + "." + field + ".target.averageUtilization", share, "must be greater than 0");
    }
  }
}
