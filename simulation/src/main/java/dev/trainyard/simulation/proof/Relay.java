package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.cache.Requests;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Passes every request on, but for those that somebody else makes of it.
final class Relay implements Requests {

  interface Patch {
    ObjectNode patch(Requests next, ObjectNode job, ObjectNode merge);
  }

  interface Report {
    ObjectNode updateStatus(Requests next, ObjectNode job);
  }

  interface Read {
    Optional<ObjectNode> latest(Requests next, ObjectNode job);
  }

  interface Make {
    <T extends HasMetadata> T create(Requests next, T object);
  }

  interface Find {
    <T extends HasMetadata> Optional<T> standing(Requests next, T object);
  }

  interface Replace {
    <T extends HasMetadata> T update(Requests next, T object);
  }

  interface Remove {
    void delete(Requests next, Target target, DeleteOptions options);
  }

  interface Tell {
    void record(Requests next, Event event);
  }

  private final Requests next;
  private Patch patch = Requests::patch;
  private Report report = Requests::updateStatus;
  private Read read = Requests::latest;
  private Make make = Requests::create;
  private Find find = Requests::standing;
  private Replace replace = Requests::update;
  private Remove remove = Requests::delete;
  private Tell tell = Requests::record;

  Relay(Requests next) {
    this.next = next;
  }

  Relay patching(Patch own) {
    patch = own;
    return this;
  }

  Relay reporting(Report own) {
    report = own;
    return this;
  }

  Relay reading(Read own) {
    read = own;
    return this;
  }

  Relay making(Make own) {
    make = own;
    return this;
  }

  Relay finding(Find own) {
    find = own;
    return this;
  }

  Relay replacing(Replace own) {
    replace = own;
    return this;
  }

  Relay removing(Remove own) {
    remove = own;
    return this;
  }

  Relay telling(Tell own) {
    tell = own;
    return this;
  }

  @Override
  public ObjectNode patch(ObjectNode job, ObjectNode merge) {
    return patch.patch(next, job, merge);
  }

  @Override
  public ObjectNode updateStatus(ObjectNode job) {
    return report.updateStatus(next, job);
  }

  @Override
  public Optional<ObjectNode> latest(ObjectNode job) {
    return read.latest(next, job);
  }

  @Override
  public <T extends HasMetadata> T create(T object) {
    return make.create(next, object);
  }

  @Override
  public <T extends HasMetadata> Optional<T> standing(T object) {
    return find.standing(next, object);
  }

  @Override
  public <T extends HasMetadata> T update(T object) {
    return replace.update(next, object);
  }

  @Override
  public GenericKubernetesResource updateStatusOf(GenericKubernetesResource object) {
    return next.updateStatusOf(object);
  }

  @Override
  public List<GenericKubernetesResource> list(
      String apiVersion, String kind, String namespace, Map<String, String> labels) {
    return next.list(apiVersion, kind, namespace, labels);
  }

  @Override
  public void delete(Target target, DeleteOptions options) {
    remove.delete(next, target, options);
  }

  @Override
  public void record(Event event) {
    tell.record(next, event);
  }
}
