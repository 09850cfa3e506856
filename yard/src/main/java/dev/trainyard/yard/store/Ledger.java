package dev.trainyard.yard.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.StoreException.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
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

  private final Store store;
  private final Limits limits;
  private final ObjectMapper json = new ObjectMapper();

  private final ReentrantLock writing = new ReentrantLock();
  private final Map<Key, Change> pending = new HashMap<>();
  private long lastAssigned;
  private CompletableFuture<Void> lastCommit = CompletableFuture.completedFuture(null);
  private boolean closed;

  private final LinkedBlockingQueue<Commit> queue = new LinkedBlockingQueue<>();
  private final Thread committer;

  private final DurableState durable;
  private long compacted;

  /// How many changes a watcher may lag behind, and how many stay on disk as history.
  public record Limits(int recent, int history) {
    public static Limits defaults() {
      return new Limits(2_000, 20_000);
    }
  }

  /// Objects of one resource as of one revision.
  public record Listing(long revision, List<ObjectNode> objects) {}

  /// All there is as of one revision.
  public record Everything(long revision, Map<Key, ObjectNode> objects) {}

  /// Changes in order, and the revision up to which nothing is missing.
  public record Changes(List<Change> changes, long upTo) {}

  /// Several changes that are durable together; an empty last one ends the committer.
  private record Commit(List<Change> changes, CompletableFuture<Void> done) {}

  /// Takes the store over, and closes it in the end.
  public Ledger(Store store, Limits limits) {
    this.store = store;
    this.limits = limits;
    var contents = store.load();
    var objects = new TreeMap<Key, ObjectNode>();
    contents.objects().forEach(object -> objects.put(object.key(), parse(object)));
    durable = new DurableState(objects, contents.revision(), limits.recent());
    compacted = contents.revision();
    lastAssigned = contents.revision();
    committer = Thread.ofPlatform().name("yard-store").start(this::commitAll);
  }

  /// Runs the work on the latest state and returns when all it changed, and all it may have seen,
  /// is durable. An exception from the work means that nothing was changed; it too comes when what
  /// the work has seen can be read by anybody.
  public <T> T write(Function<Transaction, T> work) {
    Written<T> written;
    try {
      written = written(work);
    } catch (RuntimeException refusal) {
      await(underWay());
      throw refusal;
    }
    await(written.durable());
    return written.result();
  }

  private record Written<T>(T result, CompletableFuture<Void> durable) {}

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
      return new Written<>(result, lastCommit);
    } finally {
      writing.unlock();
    }
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
    return durable.list(resource, namespace);
  }

  /// The same list as it was at an earlier revision.
  public Listing listAt(long asked, String resource, Optional<String> namespace) {
    return durable.listAt(asked, resource, namespace);
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
        batch.add(queue.take());
        queue.drainTo(batch, MAX_CHANGES_PER_COMMIT);
      } catch (InterruptedException e) {
        continue; // nobody interrupts this thread; only the closing commit ends it
      }
      last = batch.getLast().changes().isEmpty();
      commit(batch);
    }
  }

  private void commit(List<Commit> batch) {
    try {
      var revisions = batch.stream().flatMap(c -> c.changes().stream()).map(this::onDisk).toList();
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
    batch.forEach(commit -> durable.publish(commit.changes()));
    forgetPending();
    batch.forEach(commit -> commit.done().complete(null));
    compactSometimes();
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

  private void compactSometimes() {
    var revision = durable.revision();
    if (revision - compacted < limits.history()) {
      return;
    }
    compacted = revision;
    try {
      store.compact(revision - limits.history());
    } catch (StoreException e) {
      log.atWarn().log("Old history was not removed; it is tried again later: {}", e.getMessage());
    }
  }

  private Revision onDisk(Change change) {
    try {
      var text = change.after().isPresent() ? json.writeValueAsString(change.after().get()) : null;
      return new Revision(change.revision(), change.key(), Optional.ofNullable(text));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("%s cannot be written as JSON".formatted(change.key()), e);
    }
  }

  private ObjectNode parse(Revision revision) {
    try {
      return (ObjectNode) json.readTree(revision.object().orElseThrow());
    } catch (JsonProcessingException | ClassCastException e) {
      throw new StoreException(
          Trouble.DAMAGED,
          ("The store is damaged (%s is not an object): restore it from a copy, or move it"
                  + " away to start empty.")
              .formatted(revision.key()),
          e);
    }
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
      var all = new TreeMap<>(durable.part(resource, Optional.empty()));
      pending.forEach(
          (key, change) -> {
            if (key.resource().equals(resource)) {
              change.after().ifPresentOrElse(o -> all.put(key, o), () -> all.remove(key));
            }
          });
      return all;
    }
  }
}
