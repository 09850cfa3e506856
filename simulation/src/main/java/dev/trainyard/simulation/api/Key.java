package dev.trainyard.simulation.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Comparator;
import java.util.Optional;

/// Where an object is found.
public record Key(String kind, String namespace, String name) implements Comparable<Key> {

  private static final Comparator<Key> ORDER =
      Comparator.comparing(Key::kind).thenComparing(Key::namespace).thenComparing(Key::name);

  public static Key of(HasMetadata object) {
    var metadata = object.getMetadata();
    return new Key(
        object.getKind(),
        Optional.ofNullable(metadata.getNamespace()).orElse(""),
        metadata.getName());
  }

  /// Of a namespaced object as it was written.
  public static Key of(ObjectNode object) {
    return new Key(
        object.path("kind").asText(),
        object.at("/metadata/namespace").asText("default"),
        object.at("/metadata/name").asText());
  }

  @Override
  public int compareTo(Key other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return "%s %s/%s".formatted(kind, namespace, name);
  }
}
