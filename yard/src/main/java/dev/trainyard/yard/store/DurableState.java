package dev.trainyard.yard.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.Ledger.Changes;
import dev.trainyard.yard.store.Ledger.Everything;
import dev.trainyard.yard.store.Ledger.Listing;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
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
  private final ConcurrentSkipListMap<Key, StoredObject> objects;
  private final TreeMap<Long, Change> recent = new TreeMap<>();
  private final Trees trees;
  private long revision;
  private long forgotten;
  private boolean over;

  /// @param most how many changes are remembered
  DurableState(SortedMap<Key, StoredObject> objects, Trees trees, long revision, int most) {
    this.trees = trees;
    this.objects = new ConcurrentSkipListMap<>(objects);
    this.revision = revision;
    this.forgotten = revision;
    this.most = most;
  }

  Optional<ObjectNode> find(Key key) {
    return Optional.ofNullable(objects.get(key)).map(StoredObject::json);
  }

  long revision() {
    seeing.lock();
    try {
      return revision;
    } finally {
      seeing.unlock();
    }
  }

  /// The first objects of a part, in the order of their keys.
  Listing list(Range part, int most) {
    seeing.lock();
    try {
      return listing(revision, part, new TreeMap<>(), most);
    } finally {
      seeing.unlock();
    }
  }

  /// The same list as it was at an earlier revision: today's, with later changes taken back.
  Listing listAt(long asked, Range part, int most) {
    seeing.lock();
    try {
      requireRemembered(asked);
      var changed = new TreeMap<Key, Optional<ObjectNode>>();
      for (var change : recent.tailMap(asked, false).descendingMap().values()) {
        if (part.contains(change.key())) {
          changed.put(change.key(), change.before());
        }
      }
      return listing(asked, part, changed, most);
    } finally {
      seeing.unlock();
    }
  }

  /// No more is copied than is wanted, and what later changes may take out of it: a page of a long
  /// list must not cost what the list does.
  private Listing listing(
      long asked, Range part, SortedMap<Key, Optional<ObjectNode>> changed, int most) {
    var now = in(part);
    var enough = (long) most + changed.size();
    var first = now.values().stream().limit(enough).toList();
    var there = first.size() < enough ? first.size() : now.size();
    var gone = changed.values().stream().filter(Optional::isPresent).count();
    var come = changed.keySet().stream().filter(now::containsKey).count();
    var shown = takenBack(first, changed).stream().limit(most).toList();
    return new Listing(asked, shown, there + gone - come - shown.size());
  }

  private Collection<StoredObject> takenBack(
      List<StoredObject> objects, SortedMap<Key, Optional<ObjectNode>> changed) {
    if (changed.isEmpty()) {
      return objects;
    }
    var then = new TreeMap<Key, StoredObject>();
    objects.forEach(object -> then.put(object.key(), object));
    changed.forEach(
        (key, before) ->
            before.ifPresentOrElse(
                o -> then.put(key, trees.resting(key, o)), () -> then.remove(key)));
    return then.values();
  }

  Everything everything() {
    seeing.lock();
    try {
      return new Everything(revision, List.copyOf(objects.values()));
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
  NavigableMap<Key, StoredObject> in(Range part) {
    return objects.subMap(part.from(), part.after().isEmpty(), part.end(), false);
  }

  /// @param texts of the objects that there are after the changes, in the same order
  void publish(List<Change> changes, List<Revision> texts) {
    seeing.lock();
    try {
      for (int i = 0; i < changes.size(); i++) {
        var change = changes.get(i);
        var text = texts.get(i).object();
        change
            .after()
            .ifPresentOrElse(
                o ->
                    objects.put(
                        change.key(), new StoredObject(change.key(), text.orElseThrow(), trees, o)),
                () -> objects.remove(change.key()));
        recent.put(change.revision(), change.as(text));
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
