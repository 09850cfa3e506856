package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.store.Change;
import dev.trainyard.yard.store.ExpiredException;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.StoreException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Counts quotas anew when something was given back: an object is gone, or a pod has ended. What is
/// taken is on record already ([Quotas]).
final class QuotaKeeper implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(QuotaKeeper.class);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration IDLE = Duration.ofHours(1);

  private final Ledger ledger;
  private final Thread thread;
  private final Set<Key> due = new LinkedHashSet<>();
  private long position;

  QuotaKeeper(Ledger ledger) {
    this.ledger = ledger;
    this.thread = Thread.ofVirtual().name("yard-quota-keeper").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    countEverything();
    try {
      while (!ledger.closed()) {
        count();
        follow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void countEverything() {
    position = ledger.revision();
    quotas(Optional.empty());
  }

  private void quotas(Optional<String> namespace) {
    ledger.list(Quota.RESOURCE, namespace).stored().forEach(quota -> due.add(quota.key()));
  }

  private void follow() throws InterruptedException {
    try {
      var changes = ledger.changesAfter(position, due.isEmpty() ? IDLE : RETRY);
      changes.changes().stream()
          .filter(QuotaKeeper::givesBack)
          .map(change -> change.key().namespace())
          .distinct()
          .forEach(namespace -> quotas(Optional.of(namespace)));
      position = changes.upTo();
    } catch (ExpiredException e) {
      countEverything();
    }
  }

  private static boolean givesBack(Change change) {
    var resource = change.key().resource();
    if (change.before().isEmpty() || change.key().namespace().isEmpty()) {
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

  private void count() {
    if (due.isEmpty()) {
      return;
    }
    try {
      ledger.write(
          transaction -> {
            for (var key : due) {
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
            return due.size();
          });
      due.clear();
    } catch (StoreException e) {
      log.atWarn().log("Quotas are counted later: {}", e.getMessage());
    } catch (RuntimeException e) {
      log.atError().setCause(e).log("Counting quotas failed and is tried again");
    }
  }
}
