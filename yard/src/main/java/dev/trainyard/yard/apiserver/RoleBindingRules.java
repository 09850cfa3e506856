package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.Findings.at;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// Bindings of roles: to a role that stays, and to subjects that can be told.
///
/// @param roles the kinds of role that may be bound
record RoleBindingRules(List<String> roles) implements Rules {

  private static final String GROUP = "rbac.authorization.k8s.io";
  private static final List<String> SUBJECTS = List.of("ServiceAccount", "User", "Group");

  @Override
  public NameRule names() {
    return NameRule.PATH_SEGMENT;
  }

  @Override
  public void complete(ObjectNode binding) {
    Json.putIfAbsent(binding.withObjectProperty("roleRef"), "apiGroup", GROUP);
    for (var subject : binding.path("subjects")) {
      if (subject instanceof ObjectNode object
          && List.of("User", "Group").contains(object.path("kind").asText(""))) {
        Json.putIfAbsent(object, "apiGroup", GROUP);
      }
    }
  }

  @Override
  public List<Violation> check(ObjectNode binding) {
    var findings = new Findings();
    var role = binding.path("roleRef");
    findings.oneOf(role.path("apiGroup"), "roleRef.apiGroup", List.of(GROUP));
    findings.oneOf(role.path("kind"), "roleRef.kind", roles);
    if (findings.requireText(role, "name", "roleRef")) {
      findings.name(role.path("name").asText(), "roleRef.name", NameRule.PATH_SEGMENT);
    }
    for (int i = 0; i < binding.path("subjects").size(); i++) {
      checkSubject(binding.path("subjects").get(i), at("subjects", i), findings);
    }
    return findings.all();
  }

  private void checkSubject(JsonNode subject, String path, Findings findings) {
    var named = findings.requireText(subject, "name", path);
    var kind = subject.path("kind").asText("");
    switch (kind) {
      case "ServiceAccount" -> {
        if (named) {
          findings.name(subject.path("name").asText(), path + ".name", NameRule.SUBDOMAIN);
        }
        findings.optionalOneOf(subject.path("apiGroup"), path + ".apiGroup", List.of(""));
        if (!roles.contains("Role")) {
          findings.requireText(subject, "namespace", path);
        }
      }
      case "User", "Group" ->
          findings.oneOf(subject.path("apiGroup"), path + ".apiGroup", List.of(GROUP));
      default -> findings.oneOf(subject.path("kind"), path + ".kind", SUBJECTS);
    }
  }

  @Override
  public List<Violation> checkChange(ObjectNode before, ObjectNode after) {
    return before.path("roleRef").equals(after.path("roleRef"))
        ? List.of()
        : List.of(Violation.invalid("roleRef", after.path("roleRef"), "cannot change roleRef"));
  }
}
