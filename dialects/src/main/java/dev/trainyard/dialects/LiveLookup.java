package dev.trainyard.dialects;

import dev.trainyard.dialects.Dialect.Lookup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Asks for objects when it is asked for them, for a decision that is made once.
///
/// @param kinds those it can ask for
public record LiveLookup(Settings settings, Set<Attached.Kind> kinds, Source source)
    implements Lookup {

  public LiveLookup {
    kinds = Set.copyOf(kinds);
  }

  /// Where the objects are.
  public interface Source {
    Optional<GenericKubernetesResource> find(Attached.Kind kind, String namespace, String name);
  }

  @Override
  public boolean sees(String kind) {
    return kinds.stream().anyMatch(known -> known.kind().equals(kind));
  }

  @Override
  public Optional<GenericKubernetesResource> find(String kind, String namespace, String name) {
    return kinds.stream()
        .filter(known -> known.kind().equals(kind))
        .findFirst()
        .flatMap(known -> source.find(known, namespace, name));
  }

  /// Whoever judges asks for what a resource names, never for all there is.
  @Override
  public List<GenericKubernetesResource> list(String kind, String namespace) {
    return List.of();
  }
}
