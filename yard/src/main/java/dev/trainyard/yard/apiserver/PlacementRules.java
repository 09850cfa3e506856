package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.Findings.at;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;

/// What Kubernetes demands of a pod's wishes about where it runs.
final class PlacementRules {

  static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
  private static final List<String> OPERATORS = List.of("Equal", "Exists");
  private static final List<String> SPREADS = List.of("DoNotSchedule", "ScheduleAnyway");
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  private final Findings findings;

  private PlacementRules(Findings findings) {
    this.findings = findings;
  }

  static void check(JsonNode spec, String path, Findings findings) {
    var rules = new PlacementRules(findings);
    findings.labels(spec.path("nodeSelector"), path + ".nodeSelector");
    for (int i = 0; i < spec.path("tolerations").size(); i++) {
      rules.checkToleration(spec.path("tolerations").get(i), at(path + ".tolerations", i));
    }
    var affinity = path + ".affinity";
    rules.checkNodes(spec.at("/affinity/nodeAffinity"), affinity + ".nodeAffinity");
    for (var kind : List.of("podAffinity", "podAntiAffinity")) {
      rules.checkPods(spec.path("affinity").path(kind), affinity + "." + kind);
    }
    for (int i = 0; i < spec.path("topologySpreadConstraints").size(); i++) {
      rules.checkSpread(
          spec.path("topologySpreadConstraints").get(i),
          at(path + ".topologySpreadConstraints", i));
    }
  }

  private void checkToleration(JsonNode toleration, String path) {
    var key = toleration.path("key").asText("");
    var operator = toleration.path("operator");
    if (!key.isEmpty()) {
      findings.qualifiedName(key, path + ".key");
    } else if (!operator.asText("").equals("Exists")) {
      findings.invalid(
          path + ".operator",
          TextNode.valueOf(operator.asText("")),
          "operator must be Exists when `key` is empty, which means \"match all values and all"
              + " keys\"");
    }
    if (operator.asText("").equals("Exists") && !toleration.path("value").asText("").isEmpty()) {
      findings.invalid(
          path + ".operator",
          toleration.path("value"),
          "value must be empty when `operator` is 'Exists'");
    }
    findings.optionalOneOf(operator, path + ".operator", OPERATORS);
    findings.optionalOneOf(toleration.path("effect"), path + ".effect", EFFECTS);
    if (toleration.path("tolerationSeconds").isNumber()
        && !toleration.path("effect").asText("").equals("NoExecute")) {
      findings.invalid(
          path + ".effect",
          TextNode.valueOf(toleration.path("effect").asText("")),
          "effect must be 'NoExecute' when `tolerationSeconds` is set");
    }
  }

  private void checkNodes(JsonNode affinity, String path) {
    if (affinity.path(REQUIRED).isObject()) {
      var terms = affinity.path(REQUIRED).path("nodeSelectorTerms");
      var at = path + "." + REQUIRED + ".nodeSelectorTerms";
      if (terms.isEmpty()) {
        findings.required(at, "must have at least one node selector term");
      }
      for (int i = 0; i < terms.size(); i++) {
        checkTerm(terms.get(i), at(at, i));
      }
    }
    for (int i = 0; i < affinity.path(PREFERRED).size(); i++) {
      var preferred = affinity.path(PREFERRED).get(i);
      var at = at(path + "." + PREFERRED, i);
      checkWeight(preferred.path("weight"), at);
      checkTerm(preferred.path("preference"), at + ".preference");
    }
  }

  private void checkTerm(JsonNode term, String path) {
    var expressions = term.path("matchExpressions");
    for (int i = 0; i < expressions.size(); i++) {
      SelectorRules.checkNodeExpression(
          expressions.get(i), at(path + ".matchExpressions", i), findings);
    }
  }

  private void checkWeight(JsonNode weight, String path) {
    if (weight.asInt(0) < 1 || weight.asInt(0) > 100) {
      findings.invalid(
          path + ".weight", IntNode.valueOf(weight.asInt(0)), "must be in the range 1-100");
    }
  }

  private void checkPods(JsonNode affinity, String path) {
    for (int i = 0; i < affinity.path(REQUIRED).size(); i++) {
      checkPodTerm(affinity.path(REQUIRED).get(i), at(path + "." + REQUIRED, i));
    }
    for (int i = 0; i < affinity.path(PREFERRED).size(); i++) {
      var preferred = affinity.path(PREFERRED).get(i);
      var at = at(path + "." + PREFERRED, i);
      checkWeight(preferred.path("weight"), at);
      checkPodTerm(preferred.path("podAffinityTerm"), at + ".podAffinityTerm");
    }
  }

  private void checkPodTerm(JsonNode term, String path) {
    SelectorRules.check(term.path("labelSelector"), path + ".labelSelector", findings);
    if (term.path("topologyKey").asText("").isEmpty()) {
      findings.required(path + ".topologyKey", "can not be empty");
    }
    findings.qualifiedName(term.path("topologyKey").asText(""), path + ".topologyKey");
  }

  private void checkSpread(JsonNode constraint, String path) {
    if (constraint.path("maxSkew").asInt(0) <= 0) {
      findings.invalid(
          path + ".maxSkew",
          IntNode.valueOf(constraint.path("maxSkew").asInt(0)),
          "must be greater than zero");
    }
    if (constraint.path("topologyKey").asText("").isEmpty()) {
      findings.required(path + ".topologyKey", "can not be empty");
    }
    findings.oneOf(constraint.path("whenUnsatisfiable"), path + ".whenUnsatisfiable", SPREADS);
    SelectorRules.check(constraint.path("labelSelector"), path + ".labelSelector", findings);
  }
}
