package dev.trainyard.simulation.api;

import java.util.Comparator;

/// Where an object is found.
public record Key(String kind, String namespace, String name) implements Comparable<Key> {

  private static final Comparator<Key> ORDER =
      Comparator.comparing(Key::kind).thenComparing(Key::namespace).thenComparing(Key::name);

  @Override
  public int compareTo(Key other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return "%s %s/%s".formatted(kind, namespace, name);
  }
}
