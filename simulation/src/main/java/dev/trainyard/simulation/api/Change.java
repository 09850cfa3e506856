package dev.trainyard.simulation.api;

/// What a watch tells: an object came, changed or went. One that went is told as it was last.
public record Change(long version, Type type, Item item) {

  public enum Type {
    ADDED,
    MODIFIED,
    DELETED
  }

  public Key key() {
    return item.key();
  }
}
