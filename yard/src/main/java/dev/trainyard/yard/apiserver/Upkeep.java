package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.rights.Aggregation;
import dev.trainyard.yard.apiserver.rights.Rights;
import dev.trainyard.yard.store.Change;
import dev.trainyard.yard.store.ExpiredException;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.StoreException;
import dev.trainyard.yard.store.Transaction;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes anew what a cluster always has, when somebody deletes it, and keeps the rules of
/// ClusterRoles that are made of others.
final class Upkeep implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Upkeep.class);
  private static final Duration IDLE = Duration.ofHours(1);
  private static final String CLUSTER_ROLES = "clusterroles." + Rights.API;

  private final Ledger ledger;
  private final Household household;
  private final Thread thread;

  Upkeep(Ledger ledger, Household household) {
    this.ledger = ledger;
    this.household = household;
    this.thread = Thread.ofVirtual().name("yard-upkeep").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    var position = ledger.revision();
    try {
      while (!ledger.closed()) {
        try {
          var changes = ledger.changesAfter(position, IDLE);
          position = changes.upTo();
          look(changes.changes());
        } catch (ExpiredException e) {
          position = ledger.revision();
          tryTo(household::complete);
          tryTo(Upkeep::aggregate);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(List<Change> changes) {
    for (var change : changes) {
      var key = change.key();
      Household.furnished(key)
          .ifPresent(namespace -> tryTo(transaction -> household.furnish(transaction, namespace)));
      if (key.equals(Household.SERVICE) && change.after().isEmpty()) {
        tryTo(household::complete);
      }
    }
    if (changes.stream().anyMatch(change -> change.key().resource().equals(CLUSTER_ROLES))) {
      tryTo(Upkeep::aggregate);
    }
  }

  private interface Work {
    void on(Transaction transaction);
  }

  private void tryTo(Work work) {
    try {
      var _ =
          ledger.write(
              transaction -> {
                work.on(transaction);
                return transaction;
              });
    } catch (StoreException e) {
      log.atWarn().log("What every cluster has is made later: {}", e.getMessage());
    }
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

  @Override
  public void close() {
    thread.interrupt();
  }
}
