package dev.trainyard.cli.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.LiveLookup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;

/// The objects that a job controls, and no others.
record OwnObjects(ObjectNode job, LiveLookup.Source all) implements LiveLookup.Source {

  @Override
  public Optional<GenericKubernetesResource> find(
      Attached.Kind kind, String namespace, String name) {
    return all.find(kind, namespace, name).filter(this::isOwn);
  }

  @Override
  public List<GenericKubernetesResource> list(Attached.Kind kind, String namespace) {
    return all.list(kind, namespace).stream().filter(this::isOwn).toList();
  }

  private boolean isOwn(GenericKubernetesResource object) {
    var uid = job.at("/metadata/uid").asText();
    return object.getMetadata().getOwnerReferences().stream()
        .anyMatch(
            owner -> Boolean.TRUE.equals(owner.getController()) && uid.equals(owner.getUid()));
  }
}
