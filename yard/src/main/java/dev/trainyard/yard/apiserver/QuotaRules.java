package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// ResourceQuotas: limits that there is something to count for, and scopes that fit them and stay.
final class QuotaRules implements Rules {

  static final Set<String> STANDARD =
      Set.of(
          "cpu",
          "memory",
          "ephemeral-storage",
          "requests.cpu",
          "requests.memory",
          "requests.storage",
          "requests.ephemeral-storage",
          "limits.cpu",
          "limits.memory",
          "limits.ephemeral-storage",
          "pods",
          "resourcequotas",
          "services",
          "replicationcontrollers",
          "secrets",
          "persistentvolumeclaims",
          "configmaps",
          "services.nodeports",
          "services.loadbalancers");

  /// What a scope may limit besides pods; the scopes of pods without requests limit nothing else.
  private static final Set<String> OF_PODS =
      Set.of(
          "pods",
          "cpu",
          "memory",
          "requests.cpu",
          "requests.memory",
          "limits.cpu",
          "limits.memory");

  private static final Set<String> WHOLE =
      Set.of(
          "pods",
          "resourcequotas",
          "services",
          "replicationcontrollers",
          "secrets",
          "configmaps",
          "persistentvolumeclaims",
          "services.nodeports",
          "services.loadbalancers");

  private static final List<Set<String>> CONTRARY =
      List.of(Set.of("BestEffort", "NotBestEffort"), Set.of("Terminating", "NotTerminating"));
  private static final Set<String> WITHOUT_VALUES =
      Set.of(
          "Terminating",
          "NotTerminating",
          "BestEffort",
          "NotBestEffort",
          "CrossNamespacePodAffinity");

  @Override
  public List<Violation> check(ObjectNode quota) {
    var findings = new Findings();
    var spec = quota.path("spec");
    for (var hard : spec.path("hard").properties()) {
      checkHard(hard.getKey(), hard.getValue(), findings);
    }
    checkScopes(spec, findings);
    var expressions = spec.at("/scopeSelector/matchExpressions");
    for (int i = 0; i < expressions.size(); i++) {
      checkExpression(expressions.get(i), findings);
    }
    return findings.all();
  }

  private static void checkHard(String name, JsonNode given, Findings findings) {
    var path = "spec.hard[%s]".formatted(name);
    findings.qualifiedName(name, path);
    if (!name.contains("/") && !STANDARD.contains(name) && !name.startsWith("hugepages-")) {
      ResourceRules.unknown(name, path, findings);
      findings.invalid(path, TextNode.valueOf(name), "must be a standard resource for quota");
    }
    var amount = Quantities.amount(given).orElse(BigDecimal.ZERO);
    if (amount.signum() < 0) {
      findings.invalid(path, ResourceRules.shown(given), "must be greater than or equal to 0");
    }
    if ((WHOLE.contains(name) || name.startsWith("count/"))
        && amount.stripTrailingZeros().scale() > 0) {
      findings.invalid(path, ResourceRules.shown(given), "must be an integer");
    }
  }

  private static void checkScopes(JsonNode spec, Findings findings) {
    var scopes = spec.path("scopes");
    var path = "spec.scopes";
    for (var scope : scopes) {
      if (!QuotaScopes.ALL.contains(scope.asText())) {
        findings.invalid(path, scopes, "unsupported scope");
      }
      for (var hard : spec.path("hard").properties()) {
        if (STANDARD.contains(hard.getKey()) && !fits(scope.asText(), hard.getKey())) {
          findings.invalid(path, scopes, "unsupported scope applied to resource");
        }
      }
    }
    for (var pair : CONTRARY) {
      if (new HashSet<>(Json.texts(scopes)).containsAll(pair)) {
        findings.invalid(path, scopes, "conflicting scopes");
      }
    }
  }

  private static boolean fits(String scope, String hard) {
    return switch (scope) {
      case "BestEffort" -> hard.equals("pods");
      case "VolumeAttributesClass" ->
          hard.equals("persistentvolumeclaims") || hard.equals("requests.storage");
      default -> OF_PODS.contains(hard);
    };
  }

  private static void checkExpression(JsonNode expression, Findings findings) {
    var path = "spec.scopeSelector.matchExpressions";
    var scope = expression.path("scopeName");
    var operator = expression.path("operator");
    var values = expression.path("values");
    if (!QuotaScopes.ALL.contains(scope.asText())) {
      findings.invalid(path + ".scopeName", scope, "unsupported scope");
    }
    if (WITHOUT_VALUES.contains(scope.asText()) && !operator.asText().equals("Exists")) {
      findings.invalid(
          path + ".operator",
          operator,
          "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating,"
              + " ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort,"
              + " ResourceQuotaScopeNotBestEffort or"
              + " ResourceQuotaScopeCrossNamespacePodAffinity");
    }
    switch (operator.asText()) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          findings.required(
              path + ".values",
              "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          findings.invalid(
              path + ".values",
              values,
              "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
        }
      }
      default -> findings.invalid(path + ".operator", operator, "not a valid selector operator");
    }
  }

  @Override
  public List<Violation> checkChange(ObjectNode before, ObjectNode after) {
    var scopes = after.at("/spec/scopes");
    return new HashSet<>(Json.texts(before.at("/spec/scopes")))
            .equals(new HashSet<>(Json.texts(scopes)))
        ? List.of()
        : List.of(Violation.invalid("spec.scopes", scopes, "field is immutable"));
  }
}
