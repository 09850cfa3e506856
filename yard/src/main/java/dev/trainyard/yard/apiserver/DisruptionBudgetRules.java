package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// PodDisruptionBudgets say how many must stay or how many may go, not both.
final class DisruptionBudgetRules implements Rules {

  @Override
  public List<Violation> check(ObjectNode budget) {
    var findings = new Findings();
    var spec = budget.path("spec");
    if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
      findings.invalid("spec", spec, "minAvailable and maxUnavailable cannot be both set");
    }
    for (var field : List.of("minAvailable", "maxUnavailable")) {
      findings.countOrPercent(spec.path(field), "spec." + field);
    }
    SelectorRules.check(spec.path("selector"), "spec.selector", findings);
    return findings.all();
  }
}
