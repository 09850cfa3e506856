package dev.trainyard.operator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.engine.model.Decision.Haste;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A cluster that only writes down what it was asked to do, in order, and answers as told.
public final class Journal implements ClusterWriter {

  /// Pairs that can be told from others.
  static final KeyMaker KEYS =
      (kind, comment) ->
          new KeyMaker.Keys("private %s\n".formatted(kind), "%s %s\n".formatted(kind, comment));

  private final List<String> entries = Collections.synchronizedList(new ArrayList<>());
  private final List<Event> events = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, RuntimeException> failures = new HashMap<>();
  private final Map<String, Creation> creations = new HashMap<>();
  private final Map<String, String> obstacles = new HashMap<>();
  private final Map<String, GenericKubernetesResource> found = new HashMap<>();
  private final List<HasMetadata> made = Collections.synchronizedList(new ArrayList<>());
  private int version = 100;
  private Optional<ObjectNode> stored = Optional.empty();

  /// Everything but events.
  public List<String> entries() {
    return List.copyOf(entries);
  }

  public List<Event> events() {
    return List.copyOf(events);
  }

  public List<String> told() {
    return events.stream().map(Event::getReason).toList();
  }

  /// The job as it was last stored.
  public ObjectNode stored() {
    return stored.orElseThrow().deepCopy();
  }

  /// What it was asked to create, as it came.
  public List<HasMetadata> made() {
    return List.copyOf(made);
  }

  public Journal failing(String entry, RuntimeException failure) {
    failures.put(entry, failure);
    return this;
  }

  public Journal working() {
    failures.clear();
    return this;
  }

  public Journal answering(String object, Creation creation) {
    creations.put(object, creation);
    return this;
  }

  /// It may not be removed.
  public Journal keeping(String object, String why) {
    obstacles.put(object, why);
    return this;
  }

  @Override
  public ObjectNode annotate(ObjectNode job, Map<String, Optional<String>> annotations) {
    note("annotate " + annotations);
    return advanced(job);
  }

  @Override
  public ObjectNode change(ObjectNode job, ObjectNode merge) {
    note("change " + merge);
    var next = job.deepCopy();
    merge(next, merge);
    return advanced(next);
  }

  private static void merge(ObjectNode object, ObjectNode changes) {
    changes
        .properties()
        .forEach(
            entry -> {
              if (entry.getValue() instanceof ObjectNode inner) {
                merge(object.withObjectProperty(entry.getKey()), inner);
              } else if (entry.getValue().isNull()) {
                object.remove(entry.getKey());
              } else {
                object.set(entry.getKey(), entry.getValue());
              }
            });
  }

  @Override
  public ObjectNode storeStatus(ObjectNode job) {
    var version = job.path("metadata").path("resourceVersion").asText();
    note("status %s at %s".formatted(job.path("status").path("phase").asText(), version));
    return advanced(job);
  }

  @Override
  public void requireUnchanged(ObjectNode job) {
    failAt("read again");
  }

  @Override
  public void requireGone(ObjectNode job, String pod) {
    failAt("look for " + pod);
  }

  @Override
  public Creation create(HasMetadata object) {
    var name = object.getKind() + " " + object.getMetadata().getName();
    note("create " + name);
    made.add(object);
    return creations.getOrDefault(name, new Creation.Made("uid of " + name));
  }

  /// An object that somebody else has made.
  public Journal holding(GenericKubernetesResource object) {
    found.put(object.getKind() + " " + object.getMetadata().getName(), object);
    return this;
  }

  @Override
  public Optional<GenericKubernetesResource> find(
      String apiVersion, String kind, String namespace, String name) {
    failAt("find %s %s".formatted(kind, name));
    return Optional.ofNullable(found.get(kind + " " + name));
  }

  @Override
  public void update(GenericKubernetesResource object, String uid) {
    note("update %s %s of %s".formatted(object.getKind(), object.getMetadata().getName(), uid));
  }

  @Override
  public void edit(Target target, UnaryOperator<GenericKubernetesResource> change) {
    edited("edit", target, change);
  }

  @Override
  public void editStatus(Target target, UnaryOperator<GenericKubernetesResource> change) {
    edited("edit the status of", target, change);
  }

  private void edited(String verb, Target target, UnaryOperator<GenericKubernetesResource> change) {
    var name = target.kind() + " " + target.name();
    var before = Optional.ofNullable(found.get(name)).orElseThrow();
    var after = change.apply(before);
    if (!after.equals(before)) {
      note("%s %s of %s".formatted(verb, name, target.uid()));
      found.put(name, after);
    }
  }

  /// An object as it stands now.
  public GenericKubernetesResource standing(String name) {
    return Optional.ofNullable(found.get(name)).orElseThrow();
  }

  @Override
  public List<GenericKubernetesResource> list(
      String apiVersion, String kind, String namespace, Map<String, String> labels) {
    return found.values().stream()
        .filter(one -> one.getKind().equals(kind))
        .filter(
            one ->
                one.getMetadata().getLabels() != null
                    && one.getMetadata().getLabels().entrySet().containsAll(labels.entrySet()))
        .toList();
  }

  @Override
  public Optional<String> delete(Target target, Haste haste) {
    note("delete %s of %s %s".formatted(target, target.uid(), haste));
    return Optional.ofNullable(obstacles.get(target.toString()));
  }

  @Override
  public void record(Event event) {
    Optional.ofNullable(failures.get("event"))
        .ifPresent(
            failure -> {
              throw failure;
            });
    events.add(event);
  }

  private void note(String entry) {
    entries.add(entry);
    failAt(entry);
  }

  private void failAt(String entry) {
    failures.forEach(
        (prefix, failure) -> {
          if (entry.startsWith(prefix)) {
            throw failure;
          }
        });
  }

  private ObjectNode advanced(ObjectNode job) {
    var next = job.deepCopy();
    next.withObject("/metadata").put("resourceVersion", Integer.toString(++version));
    stored = Optional.of(next);
    return next;
  }
}
