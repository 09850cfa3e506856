package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Problem;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;

/// Whose name a name is. The first to make a ConfigMap of that name has it; a job of that name has
/// it too.
final class Claims {

  private static final List<String> HOLDERS = List.of("ConfigMap", "MPIJob");

  /// Whether somebody other than that workload has the name, as far as one can see.
  static boolean taken(String namespace, String name, String uid, Lookup lookup) {
    return HOLDERS.stream()
        .anyMatch(
            kind ->
                lookup.find(kind, namespace, name).filter(one -> !belongs(one, uid)).isPresent());
  }

  static Problem conflict(String name) {
    return Problem.error(Paths.scalar("name"), "the job %s already exists".formatted(name));
  }

  private static boolean belongs(GenericKubernetesResource object, String uid) {
    var owners = object.getMetadata().getOwnerReferences();
    return owners != null && owners.stream().anyMatch(owner -> uid.equals(owner.getUid()));
  }

  private Claims() {}
}
