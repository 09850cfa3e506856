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

    List<GenericKubernetesResource> list(Attached.Kind kind, String namespace);
  }

  @Override
  public boolean sees(String kind) {
    return known(kind).isPresent();
  }

  @Override
  public Optional<GenericKubernetesResource> find(String kind, String namespace, String name) {
    return known(kind).flatMap(known -> source.find(known, namespace, name));
  }

  @Override
  public List<GenericKubernetesResource> list(String kind, String namespace) {
    return known(kind).map(known -> source.list(known, namespace)).orElse(List.of());
  }

  private Optional<Attached.Kind> known(String kind) {
    return kinds.stream().filter(known -> known.kind().equals(kind)).findFirst();
  }
}
