package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.Findings.at;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// Roles: every rule says who may do what to which resources.
///
/// @param ofTheCluster whether paths of the server, which belong to no namespace, may be named
record RoleRules(boolean ofTheCluster) implements Rules {

  @Override
  public NameRule names() {
    return NameRule.PATH_SEGMENT;
  }

  @Override
  public List<Violation> check(ObjectNode role) {
    var findings = new Findings();
    for (int i = 0; i < role.path("rules").size(); i++) {
      checkRule(role.path("rules").get(i), at("rules", i), findings);
    }
    var aggregation = role.path("aggregationRule");
    if (aggregation.isObject() && aggregation.path("clusterRoleSelectors").isEmpty()) {
      findings.required(
          "aggregationRule.clusterRoleSelectors",
          "at least one clusterRoleSelector required if aggregationRule is non-nil");
    }
    return findings.all();
  }

  private void checkRule(JsonNode rule, String path, Findings findings) {
    if (rule.path("verbs").isEmpty()) {
      findings.required(path + ".verbs", "verbs must contain at least one value");
    }
    var paths = rule.path("nonResourceURLs");
    if (!paths.isEmpty()) {
      if (!ofTheCluster) {
        findings.invalid(
            path + ".nonResourceURLs", paths, "namespaced rules cannot apply to non-resource URLs");
      }
      if (!rule.path("apiGroups").isEmpty() || !rule.path("resources").isEmpty()) {
        findings.invalid(
            path + ".nonResourceURLs",
            paths,
            "rules cannot apply to both regular resources and non-resource URLs");
      }
      return;
    }
    if (rule.path("apiGroups").isEmpty()) {
      findings.required(path + ".apiGroups", "resource rules must supply at least one api group");
    }
    if (rule.path("resources").isEmpty()) {
      findings.required(path + ".resources", "resource rules must supply at least one resource");
    }
  }
}
