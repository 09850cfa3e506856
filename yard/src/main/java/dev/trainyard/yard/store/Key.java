package dev.trainyard.yard.store;

import java.util.Comparator;

/// Where an object lives. The namespace of a cluster-scoped object is empty.
public record Key(String resource, String namespace, String name) implements Comparable<Key> {

  private static final Comparator<Key> ORDER =
      Comparator.comparing(Key::resource).thenComparing(Key::namespace).thenComparing(Key::name);

  @Override
  public int compareTo(Key other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return namespace.isEmpty() ? resource + "/" + name : resource + "/" + namespace + "/" + name;
  }
}
