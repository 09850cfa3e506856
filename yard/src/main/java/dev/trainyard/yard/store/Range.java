package dev.trainyard.yard.store;

import java.util.Optional;

/// Objects that lie together: those of a resource, of all namespaces or of one, from the first or
/// after a certain one.
public record Range(String resource, Optional<String> namespace, Optional<Key> after) {

  public static Range of(String resource, Optional<String> namespace) {
    return new Range(resource, namespace, Optional.empty());
  }

  public Range after(Key last) {
    return new Range(resource, namespace, Optional.of(last));
  }

  boolean contains(Key key) {
    return key.resource().equals(resource)
        && namespace.map(key.namespace()::equals).orElse(true)
        && after.map(last -> key.compareTo(last) > 0).orElse(true);
  }

  /// The first key that may be in it, or the one before.
  Key from() {
    return after.orElseGet(() -> new Key(resource, namespace.orElse(""), ""));
  }

  /// The first key behind it.
  Key end() {
    return namespace
        .map(name -> new Key(resource, name + '\0', ""))
        .orElse(new Key(resource + '\0', "", ""));
  }
}
