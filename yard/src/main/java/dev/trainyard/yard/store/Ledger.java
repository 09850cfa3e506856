package dev.trainyard.yard.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.StoreException.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The state of the yard in memory, with every change made durable before anybody sees it.
///
/// A writer works on the latest state, including changes still on their way to disk, so that
/// conflicts are found at once. One thread commits whatever waits as one transaction with one sync;
/// then readers and watchers see it, then its writers are told. When a commit fails, everything
/// built on it fails with it and the latest state is the durable one again.
public final class Ledger implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Ledger.class);
  private static final int MAX_CHANGES_PER_COMMIT = 1_000;
  private static final int MOST_TRIES = 50;
  private static final int TOO_MUCH = 4;
  private static final Duration IDLE = Duration.ofMillis(200);

  private final Store store;
  private final Limits limits;
  private final Trees trees = new Trees();

  private final ReentrantLock writing = new ReentrantLock();
  private final Map<Key, Change> pending = new HashMap<>();
  private long lastAssigned;
  private CompletableFuture<Void> lastCommit = CompletableFuture.completedFuture(null);
  private boolean closed;

  private final LinkedBlockingQueue<Commit> queue = new LinkedBlockingQueue<>();
  private final Thread committer;

  private final DurableState durable;
  private long compacted;
  private boolean untidy = true;

  /// How many changes a watcher may lag behind, and how many stay on disk as history.
  public record Limits(int recent, int history) {
    public static Limits defaults() {
      return new Limits(2_000, 2_000);
    }
  }

  /// Objects of one resource as of one revision.
  ///
  /// @param left how many there are behind these
  public record Listing(long revision, List<StoredObject> stored, long left) {

    /// Each is read when it is looked at.
    public Iterable<ObjectNode> objects() {
      return () -> stored.stream().map(StoredObject::json).iterator();
    }
  }

  /// All there is as of one revision.
  public record Everything(long revision, List<StoredObject> objects) {}

  /// Changes in order, and the revision up to which nothing is missing.
  public record Changes(List<Change> changes, long upTo) {}

  /// Several changes that are durable together; an empty last one ends the committer.
  private record Commit(List<Change> changes, CompletableFuture<Void> done) {}

  /// Takes the store over, and closes it in the end.
  public Ledger(Store store, Limits limits) {
    this.store = store;
    this.limits = limits;
    var contents = store.load();
    var objects = new TreeMap<Key, StoredObject>();
    contents
        .objects()
        .forEach(
            object ->
                objects.put(
                    object.key(),
                    new StoredObject(object.key(), object.object().orElseThrow(), trees)));
    durable = new DurableState(objects, trees, contents.revision(), limits.recent());
    lastAssigned = contents.revision();
    committer = Thread.ofPlatform().name("yard-store").start(this::commitAll);
  }

  /// Runs the work on the latest state and returns when all it changed, and all it may have seen,
  /// is durable. An exception from the work means that nothing was changed; it too comes when what
  /// the work has seen can be read by anybody.
  public <T> T write(Function<Transaction, T> work) {
    for (var left = MOST_TRIES; ; left--) {
      try {
        return writeOnce(work);
      } catch (Unlucky e) {
        if (left == 0) {
          throw e.trouble;
        }
      }
    }
  }

  /// A write that would have made room failed for want of it, together with others that need it.
  private static final class Unlucky extends RuntimeException {
    final transient StoreException trouble;

    Unlucky(StoreException trouble) {
      super(trouble);
      this.trouble = trouble;
    }
  }

  private <T> T writeOnce(Function<Transaction, T> work) {
    Written<T> written;
    try {
      written = written(work);
    } catch (RuntimeException refusal) {
      await(underWay());
      throw refusal;
    }
    try {
      await(written.durable());
    } catch (StoreException e) {
      throw e.trouble() == Trouble.FULL && written.relieves() ? new Unlucky(e) : e;
    }
    return written.result();
  }

  private record Written<T>(T result, CompletableFuture<Void> durable, boolean relieves) {}

  private <T> Written<T> written(Function<Transaction, T> work) {
    writing.lock();
    try {
      if (closed) {
        throw new StoreException(Trouble.UNUSABLE, "The yard is shutting down.");
      }
      var transaction = new Transaction(new LatestState(), lastAssigned);
      var result = work.apply(transaction);
      var changes = transaction.changes();
      if (!changes.isEmpty()) {
        lastAssigned += changes.size();
        changes.forEach(change -> pending.put(change.key(), change));
        lastCommit = new CompletableFuture<>();
        queue.add(new Commit(List.copyOf(changes), lastCommit));
      }
      return new Written<>(result, lastCommit, relieve(changes));
    } finally {
      writing.unlock();
    }
  }

  private static boolean relieve(List<Change> changes) {
    return !changes.isEmpty()
        && changes.stream()
            .allMatch(
                change ->
                    change
                        .after()
                        .map(object -> object.at("/metadata/deletionTimestamp").isTextual())
                        .orElse(true));
  }

  private CompletableFuture<Void> underWay() {
    writing.lock();
    try {
      return lastCommit;
    } finally {
      writing.unlock();
    }
  }

  private static void await(CompletableFuture<Void> done) {
    try {
      done.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StoreException trouble) {
        throw trouble.again();
      }
      throw e;
    }
  }

  public Optional<ObjectNode> find(Key key) {
    return durable.find(key);
  }

  public long revision() {
    return durable.revision();
  }

  /// All objects of a resource, or those in one namespace, in the order of their keys.
  public Listing list(String resource, Optional<String> namespace) {
    return list(Range.of(resource, namespace), Integer.MAX_VALUE);
  }

  /// The first objects of a part, as many as are wanted.
  public Listing list(Range part, int most) {
    return durable.list(part, most);
  }

  /// The first objects of a part as it was at an earlier revision.
  public Listing listAt(long asked, Range part, int most) {
    return durable.listAt(asked, part, most);
  }

  /// How many objects were read as a whole so far, of all that are here.
  public long parsed() {
    return trees.parsed();
  }

  public Everything everything() {
    return durable.everything();
  }

  /// Waits for changes after a revision. None after this long, or a closed ledger, is an empty
  /// answer.
  public Changes changesAfter(long after, Duration patience) throws InterruptedException {
    return durable.changesAfter(after, patience);
  }

  public boolean closed() {
    return durable.ended();
  }

  /// Refuses new writes, finishes those that wait, lets watchers go and closes the store.
  @Override
  public void close() {
    writing.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      queue.add(new Commit(List.of(), new CompletableFuture<>()));
    } finally {
      writing.unlock();
    }
    try {
      committer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    durable.end();
    store.close();
  }

  private void commitAll() {
    var batch = new ArrayList<Commit>();
    var last = false;
    while (!last) {
      batch.clear();
      try {
        var next =
            Optional.ofNullable(
                untidy ? queue.poll(IDLE.toMillis(), TimeUnit.MILLISECONDS) : queue.take());
        next.ifPresent(batch::add);
        queue.drainTo(batch, MAX_CHANGES_PER_COMMIT);
      } catch (InterruptedException e) {
        continue; // nobody interrupts this thread; only the closing commit ends it
      }
      if (batch.isEmpty()) {
        tidy();
      } else {
        last = batch.getLast().changes().isEmpty();
        commit(batch);
      }
    }
  }

  private void commit(List<Commit> batch) {
    var changes = batch.stream().flatMap(c -> c.changes().stream()).toList();
    List<Revision> revisions;
    try {
      revisions = changes.stream().map(this::onDisk).toList();
      if (!revisions.isEmpty()) {
        store.commit(revisions);
      }
    } catch (StoreException e) {
      fail(batch, e);
      return;
    } catch (RuntimeException e) {
      fail(batch, new StoreException(Trouble.UNUSABLE, "The store failed: " + e, e));
      return;
    }
    durable.publish(changes, revisions);
    forgetPending();
    batch.forEach(commit -> commit.done().complete(null));
    var grown = durable.revision() - compacted;
    untidy |= grown >= limits.history();
    if (grown >= (long) limits.history() * TOO_MUCH) {
      tidy(); // Nobody may ever be silent for long enough.
    }
  }

  private void fail(List<Commit> batch, StoreException cause) {
    log.atError()
        .addKeyValue("writes", batch.size())
        .log("Writes were not stored: {}", cause.getMessage());
    log.atDebug().setCause(cause).log("Writes were not stored");
    writing.lock();
    try {
      queue.drainTo(batch);
      pending.clear();
      lastCommit = CompletableFuture.completedFuture(null);
      if (closed) {
        // The closing commit was drained with the rest.
        queue.add(new Commit(List.of(), new CompletableFuture<>()));
      }
    } finally {
      writing.unlock();
    }
    batch.forEach(commit -> commit.done().completeExceptionally(cause));
  }

  private void forgetPending() {
    var seen = durable.revision();
    writing.lock();
    try {
      pending.values().removeIf(change -> change.revision() <= seen);
    } finally {
      writing.unlock();
    }
  }

  /// A moment in which nobody writes is used to forget old history, that of earlier lives too.
  private void tidy() {
    var revision = durable.revision();
    try {
      untidy = store.compact(revision - limits.history());
    } catch (StoreException e) {
      untidy = false;
      log.atWarn().log("Old history was not removed; it is tried again later: {}", e.getMessage());
    }
    compacted = revision;
  }

  private Revision onDisk(Change change) {
    return new Revision(
        change.revision(),
        change.key(),
        change.after().map(object -> trees.text(change.key(), object)));
  }

  /// Durable objects under those on their way to disk. Only used while `writing` is held.
  private final class LatestState implements Latest {

    @Override
    public Optional<ObjectNode> find(Key key) {
      var change = pending.get(key);
      return change != null ? change.after() : durable.find(key);
    }

    @Override
    public NavigableMap<Key, ObjectNode> list(String resource) {
      var all = new TreeMap<Key, ObjectNode>();
      keys(Range.of(resource, Optional.empty()))
          .forEach(key -> find(key).ifPresent(object -> all.put(key, object)));
      return all;
    }

    @Override
    public NavigableSet<Key> keys(Range part) {
      var all = new TreeSet<Key>();
      // One by one: others become durable meanwhile, and a copy that trusts a size would miss one.
      durable.in(part).keySet().forEach(all::add);
      pending.forEach(
          (key, change) -> {
            if (part.contains(key)) {
              change.after().ifPresentOrElse(_ -> all.add(key), () -> all.remove(key));
            }
          });
      return all;
    }
  }
}
