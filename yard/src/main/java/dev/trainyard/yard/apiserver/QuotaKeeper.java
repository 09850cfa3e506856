package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.store.Change;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.StoredObject;
import dev.trainyard.yard.store.Transaction;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Counts quotas anew when something was given back: an object is gone, or a pod has ended. What is
/// taken is on record already ([Quotas]).
final class QuotaKeeper implements Caretaker.Task {

  private final Ledger ledger;
  private final Set<Key> due = new LinkedHashSet<>();

  QuotaKeeper(Ledger ledger) {
    this.ledger = ledger;
  }

  @Override
  public long lookAtEverything() {
    var revision = ledger.revision();
    due.addAll(quotas(Optional.empty()));
    return revision;
  }

  private List<Key> quotas(Optional<String> namespace) {
    return ledger.list(Quota.RESOURCE, namespace).stored().stream().map(StoredObject::key).toList();
  }

  @Override
  public void see(Change change) {
    if (!change.key().namespace().isEmpty()) {
      var quotas = quotas(Optional.of(change.key().namespace()));
      if (!quotas.isEmpty() && givesBack(change)) {
        due.addAll(quotas);
      }
    }
  }

  @Override
  public boolean due() {
    return !due.isEmpty();
  }

  @Override
  public void tend(long position) {
    ledger.write(
        transaction -> {
          due.forEach(key -> count(transaction, key));
          return due.size();
        });
    due.clear();
  }

  private static void count(Transaction transaction, Key key) {
    transaction
        .find(key)
        .map(Quota::new)
        .ifPresent(
            quota -> {
              var counted = quota.counted(transaction, key.namespace());
              if (!counted.equals(quota)) {
                transaction.put(key, counted.json());
              }
            });
  }

  private static boolean givesBack(Change change) {
    var resource = change.key().resource();
    if (change.before().isEmpty()) {
      return false;
    }
    if (change.after().isEmpty()) {
      return true;
    }
    return switch (resource) {
      case QuotaUsage.PODS, QuotaUsage.SERVICES, QuotaUsage.CLAIMS ->
          less(
              QuotaUsage.of(resource, change.before().get()),
              QuotaUsage.of(resource, change.after().get()));
      default -> false;
    };
  }

  private static boolean less(Map<String, Amount> before, Map<String, Amount> after) {
    return before.entrySet().stream()
        .anyMatch(
            entry ->
                after.getOrDefault(entry.getKey(), Amount.ZERO).compareTo(entry.getValue()) < 0);
  }
}
