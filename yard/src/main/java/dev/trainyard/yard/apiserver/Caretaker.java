package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.store.Change;
import dev.trainyard.yard.store.ExpiredException;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.StoreException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows the ledger in a thread of its own, for what is put in order in the moment after a write.
final class Caretaker implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Caretaker.class);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration IDLE = Duration.ofHours(1);

  private final Ledger ledger;
  private final Task task;
  private final Thread thread;
  private long position;

  /// What is kept in order. Called by one thread.
  interface Task {

    /// Begins anew, with all there is.
    ///
    /// @return the revision that was looked at
    long lookAtEverything();

    void see(Change change);

    /// Whether something is to be done.
    boolean due();

    /// Does what is due as far as it can be done by now.
    ///
    /// @param position up to which all changes were seen
    void tend(long position);
  }

  private Caretaker(Ledger ledger, String name, Task task) {
    this.ledger = ledger;
    this.task = task;
    // A first look at very many objects must not keep a carrier from requests.
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  /// Goes on until it is closed, or the ledger is.
  static Caretaker start(Ledger ledger, String name, Task task) {
    var caretaker = new Caretaker(ledger, name, task);
    caretaker.thread.start();
    return caretaker;
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    position = task.lookAtEverything();
    try {
      while (!ledger.closed()) {
        if (task.due()) {
          tend();
        }
        follow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void follow() throws InterruptedException {
    try {
      var changes = ledger.changesAfter(position, task.due() ? RETRY : IDLE);
      changes.changes().forEach(task::see);
      position = changes.upTo();
    } catch (ExpiredException e) {
      position = task.lookAtEverything();
    }
  }

  private void tend() {
    try {
      task.tend(position);
    } catch (StoreException e) {
      log.atWarn()
          .addKeyValue("caretaker", thread.getName())
          .log("What is due is done later: {}", e.getMessage());
    } catch (RuntimeException e) {
      log.atError()
          .setCause(e)
          .addKeyValue("caretaker", thread.getName())
          .log("What is due failed and is tried again");
    }
  }
}
