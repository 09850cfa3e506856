package dev.trainyard.cli.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.LiveLookup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Of some kinds the objects that a job controls, and no others.
record OwnObjects(ObjectNode job, Set<Attached.Kind> kinds, LiveLookup.Source all)
    implements LiveLookup.Source {

  @Override
  public Optional<GenericKubernetesResource> find(
      Attached.Kind kind, String namespace, String name) {
    return all.find(kind, namespace, name).filter(object -> isShown(kind, object));
  }

  @Override
  public List<GenericKubernetesResource> list(Attached.Kind kind, String namespace) {
    return all.list(kind, namespace).stream().filter(object -> isShown(kind, object)).toList();
  }

  private boolean isShown(Attached.Kind kind, GenericKubernetesResource object) {
    var uid = job.at("/metadata/uid").asText();
    return !kinds.contains(kind)
        || object.getMetadata().getOwnerReferences().stream()
            .anyMatch(
                owner -> Boolean.TRUE.equals(owner.getController()) && uid.equals(owner.getUid()));
  }
}
