package dev.trainyard.yard.store;

import org.jspecify.annotations.Nullable;

/// The store cannot be opened or cannot take a write. The message is one line for a person.
public final class StoreException extends RuntimeException {

  /// What kind of trouble it is, for those who answer to it differently.
  public enum Trouble {
    DAMAGED,
    FULL,
    NEWER,
    UNUSABLE
  }

  private final Trouble trouble;

  public StoreException(Trouble trouble, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.trouble = trouble;
  }

  public StoreException(Trouble trouble, String message) {
    super(message);
    this.trouble = trouble;
  }

  public Trouble trouble() {
    return trouble;
  }

  /// The same trouble for another thread that waited for the same write.
  StoreException again() {
    return new StoreException(trouble, String.valueOf(getMessage()), this);
  }
}
