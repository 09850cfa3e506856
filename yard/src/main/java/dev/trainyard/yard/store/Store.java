package dev.trainyard.yard.store;

import java.util.List;

/// What survives the process. Called by one thread at a time.
public interface Store extends AutoCloseable {

  /// Everything that exists, and the number of the last change ever made.
  Contents load();

  /// Makes all of these changes durable, or none of them.
  void commit(List<Revision> revisions);

  /// Forgets some of the history before this revision, or gives back some of the room that was left
  /// by what is forgotten, and says whether there is more to do. Each time takes a moment. Current
  /// objects and the last number stay.
  boolean compact(long before);

  @Override
  void close();

  /// Each object as its latest revision.
  record Contents(long revision, List<Revision> objects) {
    public Contents {
      objects = List.copyOf(objects);
    }
  }
}
