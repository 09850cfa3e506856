package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.Findings.at;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;

/// Nodes: taints that can be told apart, and no less than nothing to offer.
final class NodeRules implements Rules {

  @Override
  public List<Violation> check(ObjectNode node) {
    var findings = new Findings();
    var taints = node.at("/spec/taints");
    for (int i = 0; i < taints.size(); i++) {
      var taint = taints.get(i);
      // Kubernetes itself calls this place metadata.
      var at = at("metadata.taints", i);
      findings.qualifiedName(taint.path("key").asText(""), at + ".key");
      findings.optionalName(taint.path("value"), at + ".value", NameRule.LABEL_VALUE);
      findings.oneOf(taint.path("effect"), at + ".effect", PlacementRules.EFFECTS);
    }
    for (var list : List.of("capacity", "allocatable")) {
      checkAmounts(node.path("status").path(list), "status." + list, findings);
    }
    return findings.all();
  }

  private static void checkAmounts(JsonNode amounts, String path, Findings findings) {
    for (var amount : amounts.properties()) {
      if (Quantities.amount(amount.getValue()).orElse(BigDecimal.ZERO).signum() < 0) {
        findings.invalid(
            path + "." + amount.getKey(),
            ResourceRules.shown(amount.getValue()),
            "must be greater than or equal to 0");
      }
    }
  }
}
