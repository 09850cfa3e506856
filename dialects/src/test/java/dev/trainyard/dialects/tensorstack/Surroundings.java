package dev.trainyard.dialects.tensorstack;

import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Place;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What stands around a job, and of which kinds everything is known.
record Surroundings(List<GenericKubernetesResource> objects, Set<String> seen, Settings settings)
    implements Lookup {

  Surroundings() {
    this(List.of(), Set.of(), Settings.defaults(Place.CLUSTER));
  }

  Surroundings with(GenericKubernetesResource object) {
    return new Surroundings(
        Stream.concat(objects.stream(), Stream.of(object)).toList(), seen, settings);
  }

  Surroundings seeing(String... kinds) {
    return new Surroundings(objects, Set.of(kinds), settings);
  }

  Surroundings in(Place place) {
    return new Surroundings(objects, seen, Settings.defaults(place));
  }

  @Override
  public Optional<GenericKubernetesResource> find(String kind, String namespace, String name) {
    return list(kind, namespace).stream()
        .filter(object -> object.getMetadata().getName().equals(name))
        .findFirst();
  }

  @Override
  public List<GenericKubernetesResource> list(String kind, String namespace) {
    return objects.stream()
        .filter(object -> object.getKind().equals(kind))
        .filter(
            object ->
                Objects.requireNonNullElse(object.getMetadata().getNamespace(), "")
                    .equals(namespace))
        .toList();
  }

  @Override
  public boolean sees(String kind) {
    return seen.contains(kind);
  }
}
