package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.rights.Attempt;
import dev.trainyard.yard.apiserver.rights.Escalation;
import dev.trainyard.yard.apiserver.rights.Rights;
import dev.trainyard.yard.apiserver.rights.Rights.RoleName;
import dev.trainyard.yard.apiserver.rights.Rule;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Transaction;
import java.util.List;
import java.util.Optional;

/// Keeps whoever writes roles and bindings from giving away more than they have.
final class Escalations {

  private static final List<Rule> EVERYTHING =
      List.of(
          new Rule(List.of("*"), List.of("*"), List.of("*"), List.of(), List.of()),
          new Rule(List.of("*"), List.of(), List.of(), List.of(), List.of("*")));

  static void refuse(
      Visitor visitor,
      Transaction transaction,
      Kind kind,
      Optional<ObjectNode> before,
      ObjectNode after) {
    if (!kind.group().equals(Rights.API) || visitor.asker().mayDoEverything()) {
      return;
    }
    var seen = new ApiObject(after);
    var namespace = seen.namespace();
    switch (kind.plural()) {
      case "roles", "clusterroles" -> {
        if (!before.map(old -> sameRules(old, after)).orElse(false)
            && !visitor.may(attempt("escalate", kind.plural(), namespace, seen.name()))) {
          require(visitor, kind, seen.name(), namespace, given(after));
        }
      }
      case "rolebindings", "clusterrolebindings" -> {
        var role = Rights.roleOf(after);
        if (!before.map(old -> sameGrants(old, after)).orElse(false)
            && !visitor.may(attempt("bind", resource(role), namespace, role.name()))) {
          require(visitor, kind, seen.name(), namespace, rulesOf(transaction, kind, role));
        }
      }
      default -> throw new IllegalStateException("no rights are kept in " + kind.plural());
    }
  }

  private static boolean sameRules(JsonNode before, JsonNode after) {
    return before.path("rules").equals(after.path("rules"))
        && before.path("aggregationRule").equals(after.path("aggregationRule"));
  }

  private static boolean sameGrants(JsonNode before, JsonNode after) {
    return before.path("roleRef").equals(after.path("roleRef"))
        && before.path("subjects").equals(after.path("subjects"));
  }

  private static Attempt attempt(String verb, String resource, String namespace, String name) {
    return new Attempt.Resource(verb, Rights.API, resource, "", namespace, name);
  }

  /// A role that is made of others may come to hold anything.
  private static List<Rule> given(JsonNode role) {
    return role.path("aggregationRule").isObject() ? EVERYTHING : Rule.of(role.path("rules"));
  }

  private static String resource(RoleName role) {
    return role.namespace().isEmpty() ? "clusterroles" : "roles";
  }

  private static List<Rule> rulesOf(Transaction transaction, Kind kind, RoleName role) {
    var key = new Key(resource(role) + "." + Rights.API, role.namespace(), role.name());
    return transaction
        .find(key)
        .map(found -> Rule.of(found.path("rules")))
        .orElseThrow(() -> new ApiException(Status.notFound(kind, role.name())));
  }

  private static void require(
      Visitor visitor, Kind kind, String name, String namespace, List<Rule> given) {
    var held = visitor.rights().rulesOf(visitor.asker(), namespace);
    var beyond = Escalation.beyond(held, given);
    if (!beyond.isEmpty()) {
      throw new ApiException(
          Status.forbidden(kind, name, Escalation.told(visitor.asker(), beyond)));
    }
  }

  private Escalations() {}
}
