package dev.trainyard.yard.store;

import dev.trainyard.yard.store.StoreException.Trouble;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// A store for tests: remembers while the process lives, and has a disk that can be full.
public final class MemoryStore implements Store {

  private final TreeMap<Key, Revision> objects = new TreeMap<>();
  private final List<List<Revision>> commits = new ArrayList<>();
  private long last;
  private volatile boolean full;

  @Override
  public synchronized Contents load() {
    return new Contents(last, List.copyOf(objects.values()));
  }

  @Override
  public synchronized void commit(List<Revision> revisions) {
    if (full) {
      throw new StoreException(Trouble.FULL, "The disk is full.");
    }
    commits.add(List.copyOf(revisions));
    for (var revision : revisions) {
      last = revision.number();
      if (revision.object().isPresent()) {
        objects.put(revision.key(), revision);
      } else {
        objects.remove(revision.key());
      }
    }
  }

  @Override
  public boolean compact(long before) {
    return false;
  }

  @Override
  public void close() {}

  public void full(boolean full) {
    this.full = full;
  }

  public synchronized List<List<Revision>> commits() {
    return List.copyOf(commits);
  }
}
