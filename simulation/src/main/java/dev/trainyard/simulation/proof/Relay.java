package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.cache.Requests;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/// Passes every request on, for a mistake to change one of them.
abstract class Relay implements Requests {

  private final Requests next;

  Relay(Requests next) {
    this.next = next;
  }

  @Override
  public ObjectNode patch(ObjectNode job, ObjectNode merge) {
    return next.patch(job, merge);
  }

  @Override
  public ObjectNode updateStatus(ObjectNode job) {
    return next.updateStatus(job);
  }

  @Override
  public Optional<ObjectNode> latest(ObjectNode job) {
    return next.latest(job);
  }

  @Override
  public <T extends HasMetadata> T create(T object) {
    return next.create(object);
  }

  @Override
  public <T extends HasMetadata> Optional<T> standing(T object) {
    return next.standing(object);
  }

  @Override
  public <T extends HasMetadata> T update(T object) {
    return next.update(object);
  }

  @Override
  public void delete(Target target, DeleteOptions options) {
    next.delete(target, options);
  }

  @Override
  public void record(Event event) {
    next.record(event);
  }
}
