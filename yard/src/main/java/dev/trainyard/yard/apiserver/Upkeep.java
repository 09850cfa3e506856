package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.rights.Aggregation;
import dev.trainyard.yard.apiserver.rights.Rights;
import dev.trainyard.yard.store.Change;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.Transaction;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Makes anew what a cluster always has, when somebody deletes it, and keeps the rules of
/// ClusterRoles that are made of others.
final class Upkeep implements Caretaker.Task {

  private static final String CLUSTER_ROLES = "clusterroles." + Rights.API;

  private final Ledger ledger;
  private final Household household;

  private final Set<String> unfurnished = new LinkedHashSet<>();
  private boolean begun;
  private boolean incomplete;
  private boolean rolesChanged;

  Upkeep(Ledger ledger, Household household) {
    this.ledger = ledger;
    this.household = household;
  }

  /// The start has just completed everything.
  @Override
  public long lookAtEverything() {
    var revision = ledger.revision();
    incomplete = begun;
    rolesChanged = begun;
    begun = true;
    return revision;
  }

  @Override
  public void see(Change change) {
    var key = change.key();
    Household.furnished(key).ifPresent(unfurnished::add);
    incomplete |= key.equals(Household.SERVICE) && change.after().isEmpty();
    rolesChanged |= key.resource().equals(CLUSTER_ROLES);
  }

  @Override
  public boolean due() {
    return incomplete || rolesChanged || !unfurnished.isEmpty();
  }

  @Override
  public void tend(long position) {
    var _ =
        ledger.write(
            transaction -> {
              if (incomplete) {
                household.complete(transaction);
              }
              unfurnished.forEach(namespace -> household.furnish(transaction, namespace));
              if (rolesChanged) {
                aggregate(transaction);
              }
              return transaction;
            });
    incomplete = false;
    rolesChanged = false;
    unfurnished.clear();
  }

  private static void aggregate(Transaction transaction) {
    var all = transaction.list(CLUSTER_ROLES);
    all.forEach(
        (key, role) ->
            Aggregation.rules(role, all.values())
                .filter(rules -> !rules.equals(role.path("rules").valueStream().toList()))
                .ifPresent(rules -> transaction.put(key, withRules(role, rules))));
  }

  private static ObjectNode withRules(ObjectNode role, List<JsonNode> rules) {
    var changed = role.deepCopy();
    changed.putArray("rules").addAll(rules);
    return changed;
  }
}
