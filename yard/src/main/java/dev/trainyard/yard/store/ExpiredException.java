package dev.trainyard.yard.store;

/// Someone asked for changes since a revision that memory no longer reaches back to.
public final class ExpiredException extends RuntimeException {

  public ExpiredException(long asked, long oldest) {
    super("too old resource version: %d (%d)".formatted(asked, oldest));
  }
}
