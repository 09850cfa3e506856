package dev.trainyard.yard.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.Ledger.Changes;
import dev.trainyard.yard.store.Ledger.Everything;
import dev.trainyard.yard.store.Ledger.Listing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// What is durable, as readers and watchers see it: all objects, and the changes that made them so
/// most recently.
final class DurableState {

  private final int most;
  private final ReentrantLock seeing = new ReentrantLock();
  private final Condition advanced = seeing.newCondition();
  private final ConcurrentSkipListMap<Key, ObjectNode> objects;
  private final TreeMap<Long, Change> recent = new TreeMap<>();
  private long revision;
  private long forgotten;
  private boolean over;

  /// @param most how many changes are remembered
  DurableState(SortedMap<Key, ObjectNode> objects, long revision, int most) {
    this.objects = new ConcurrentSkipListMap<>(objects);
    this.revision = revision;
    this.forgotten = revision;
    this.most = most;
  }

  Optional<ObjectNode> find(Key key) {
    return Optional.ofNullable(objects.get(key));
  }

  long revision() {
    seeing.lock();
    try {
      return revision;
    } finally {
      seeing.unlock();
    }
  }

  /// All objects of a resource, or those in one namespace, in the order of their keys.
  Listing list(String resource, Optional<String> namespace) {
    seeing.lock();
    try {
      return new Listing(revision, List.copyOf(part(resource, namespace).values()));
    } finally {
      seeing.unlock();
    }
  }

  /// The same list as it was at an earlier revision: today's, with later changes taken back.
  Listing listAt(long asked, String resource, Optional<String> namespace) {
    seeing.lock();
    try {
      requireRemembered(asked);
      var then = new TreeMap<>(part(resource, namespace));
      for (var change : recent.tailMap(asked, false).descendingMap().values()) {
        var key = change.key();
        if (key.resource().equals(resource)
            && namespace.map(key.namespace()::equals).orElse(true)) {
          change.before().ifPresentOrElse(o -> then.put(key, o), () -> then.remove(key));
        }
      }
      return new Listing(asked, List.copyOf(then.values()));
    } finally {
      seeing.unlock();
    }
  }

  Everything everything() {
    seeing.lock();
    try {
      return new Everything(revision, new TreeMap<>(objects));
    } finally {
      seeing.unlock();
    }
  }

  /// Waits for changes after a revision. None after this long, or a closed ledger, is an empty
  /// answer.
  Changes changesAfter(long after, Duration patience) throws InterruptedException {
    seeing.lockInterruptibly();
    try {
      var nanos = patience.toNanos();
      while (revision == after && !over && nanos > 0) {
        nanos = advanced.awaitNanos(nanos);
      }
      requireRemembered(after);
      return new Changes(List.copyOf(recent.tailMap(after, false).values()), revision);
    } finally {
      seeing.unlock();
    }
  }

  private void requireRemembered(long asked) {
    // A revision from the future belongs to another history: a watcher that waited for it to come
    // would miss everything until then.
    if (asked < forgotten || asked > revision) {
      throw new ExpiredException(asked, forgotten);
    }
  }

  /// A view that goes on changing.
  Map<Key, ObjectNode> part(String resource, Optional<String> namespace) {
    var from = new Key(resource, namespace.orElse(""), "");
    var to =
        namespace
            .map(name -> new Key(resource, name + '\0', ""))
            .orElse(new Key(resource + '\0', "", ""));
    return objects.subMap(from, to);
  }

  void publish(List<Change> changes) {
    seeing.lock();
    try {
      for (var change : changes) {
        change
            .after()
            .ifPresentOrElse(o -> objects.put(change.key(), o), () -> objects.remove(change.key()));
        recent.put(change.revision(), change);
        revision = change.revision();
      }
      while (recent.size() > most) {
        forgotten = recent.pollFirstEntry().getKey();
      }
      advanced.signalAll();
    } finally {
      seeing.unlock();
    }
  }

  /// Lets watchers go; nothing will change any more.
  void end() {
    seeing.lock();
    try {
      over = true;
      advanced.signalAll();
    } finally {
      seeing.unlock();
    }
  }

  boolean ended() {
    seeing.lock();
    try {
      return over;
    } finally {
      seeing.unlock();
    }
  }
}
