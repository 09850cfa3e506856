package dev.trainyard.cli.rehearse;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.LiveLookup;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.api.Store;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All objects there are at a moment of a rehearsal: what a job says depends on others.
final class Known implements LiveLookup.Source {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Map<Key, Item> items = new HashMap<>();

  static Known in(Store store) {
    var known = new Known();
    store.all().forEach(item -> known.items.put(item.key(), item));
    return known;
  }

  void follow(Change change) {
    switch (change.type()) {
      case ADDED, MODIFIED -> items.put(change.key(), change.item());
      case DELETED -> items.remove(change.key());
    }
  }

  @Override
  public Optional<GenericKubernetesResource> find(
      Attached.Kind kind, String namespace, String name) {
    return Optional.ofNullable(items.get(new Key(kind.kind(), namespace, name)))
        .map(Known::generic);
  }

  @Override
  public List<GenericKubernetesResource> list(Attached.Kind kind, String namespace) {
    return items.values().stream()
        .filter(item -> item.key().kind().equals(kind.kind()))
        .filter(item -> item.key().namespace().equals(namespace))
        .map(Known::generic)
        .toList();
  }

  private static GenericKubernetesResource generic(Item item) {
    return switch (item.content()) {
      case Content.Raw(var tree) -> MAPPER.convertValue(tree, GenericKubernetesResource.class);
      case Content.Typed(GenericKubernetesResource object) -> object;
      case Content.Typed(var object) ->
          MAPPER.convertValue(object, GenericKubernetesResource.class);
    };
  }
}
