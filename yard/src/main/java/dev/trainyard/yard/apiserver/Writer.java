package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.Admission.Attempt;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Transaction;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Admits objects into the ledger: metadata, defaults, validation, optimistic concurrency.
///
/// Whatever changes an object, a request or the yard itself, comes through here or `Deletion`.
final class Writer {

  private static final int MAX_GENERATED_BASE = 63 - GeneratedSuffix.LENGTH;

  private final InstantSource clock;
  private final Household household;
  private final Admission admission;

  /// Which part of an object an update is about.
  enum Part {
    WHOLE,
    STATUS
  }

  Writer(InstantSource clock, Household household, Admission admission) {
    this.clock = clock;
    this.household = household;
    this.admission = admission;
  }

  ObjectNode create(
      Transaction transaction, Target target, ObjectNode body, Door door, Bookkeeping books) {
    var kind = target.kind();
    var object = body.deepCopy();
    requireLivingNamespace(transaction, target);
    if (kind.has(Kind.Trait.STATUS)) {
      object.remove("status");
    }
    kind.rules().complete(object);
    var attempt = new Attempt(transaction, kind, target.namespace(), Optional.empty());
    // What admission fills in is on nobody's record.
    books.enter(kind, Optional.empty(), object);
    admission.complete(attempt, object);
    var key = nameFresh(transaction, target, object);
    kind.rules().begin(object, clock.instant());
    refuse(kind, key.name(), MetadataRules.check(kind, object), kind.rules().check(object));
    door.pass(transaction, kind, Optional.empty(), object);
    admission.judge(attempt, object);
    if (transaction.find(key).isPresent()) {
      throw new ApiException(Status.alreadyExists(kind, key.name()));
    }
    Extent.requireModest(object);
    var created = transaction.put(key, object);
    if (key.resource().equals("namespaces")) {
      household.furnish(transaction, key.name());
    }
    return created;
  }

  private static void requireLivingNamespace(Transaction transaction, Target target) {
    if (!target.kind().namespaced()) {
      return;
    }
    var namespace =
        transaction
            .find(Namespaces.key(target.namespace()))
            .map(ApiObject::new)
            .orElseThrow(
                () -> new ApiException(Status.notFound(Namespaces.KIND, target.namespace())));
    if (namespace.deleting()) {
      throw new ApiException(
          Status.forbidden(
              target.kind(),
              target.name(),
              "unable to create new content in namespace %s because it is being terminated"
                  .formatted(target.namespace())));
    }
  }

  /// Gives a new object its identity; a generated name is one that is free.
  private Key nameFresh(Transaction transaction, Target target, ObjectNode object) {
    var metadata = object.withObjectProperty("metadata");
    for (var given :
        List.of(
            "resourceVersion",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "selfLink",
            "generation")) {
      metadata.remove(given);
    }
    if (target.kind().namespaced()) {
      metadata.put("namespace", target.namespace());
    } else {
      metadata.remove("namespace");
    }
    dropEmpty(metadata);
    metadata.put("uid", UUID.randomUUID().toString());
    metadata.put("creationTimestamp", Json.time(clock.instant()));
    if (target.kind().has(Kind.Trait.GENERATION)) {
      metadata.put("generation", 1);
    }
    var base = metadata.path("generateName").asText("");
    var name = metadata.path("name").asText("");
    while (name.isEmpty() && !base.isEmpty()) {
      var candidate =
          base.substring(0, Math.min(base.length(), MAX_GENERATED_BASE)) + GeneratedSuffix.next();
      if (transaction.find(target.kind().key(target.namespace(), candidate)).isEmpty()) {
        name = candidate;
        metadata.put("name", name);
      }
    }
    return target.kind().key(target.namespace(), name);
  }

  /// Stores a new form of an object that exists. One that says nothing new changes nothing; one
  /// that lets go of the last finalizer of a deleted object removes it.
  ObjectNode update(
      Transaction transaction,
      Target target,
      ObjectNode body,
      Part part,
      Door door,
      Bookkeeping books) {
    var kind = target.kind();
    var before = new ApiObject(transaction.find(target.key()).orElseThrow(target::notFound));
    requireSame(target, before, new ApiObject(body));
    var completed = body.deepCopy();
    kind.rules().complete(completed);
    var after = new ApiObject(merged(kind, before, completed, part));
    books.enter(kind, Optional.of(before.json()), after.json());
    refuse(
        kind,
        target.name(),
        MetadataRules.check(kind, after.json()),
        MetadataRules.checkChange(before, after),
        judges(kind, part) ? kind.rules().check(after.json()) : List.of(),
        kind.rules().checkChange(before.json(), after.json()));
    door.pass(transaction, kind, Optional.of(before.json()), after.json());
    if (part == Part.WHOLE) {
      var attempt = new Attempt(transaction, kind, target.namespace(), Optional.of(before.json()));
      admission.judge(attempt, after.json());
    }
    if (after.json().equals(before.json())) {
      return before.json();
    }
    if (Deletion.complete(after)) {
      transaction.remove(target.key());
      return after.json();
    }
    Extent.requireModest(after.json());
    return transaction.put(target.key(), after.json());
  }

  /// A status is not refused for what the rest of a built-in kind's object has been all along.
  private static boolean judges(Kind kind, Part part) {
    return part == Part.WHOLE || kind.has(Kind.Trait.CUSTOM);
  }

  private static void requireSame(Target target, ApiObject before, ApiObject body) {
    var uid = body.uid();
    if (!uid.isEmpty() && !uid.equals(before.uid())) {
      throw new ApiException(
          Status.conflict(
              target.kind(),
              target.name(),
              "Precondition failed: UID in precondition: %s, UID in object meta: %s"
                  .formatted(uid, before.uid())));
    }
    var version = body.resourceVersion();
    if (version.isEmpty() && target.kind().has(Kind.Trait.CUSTOM)) {
      throw new ApiException(
          Status.invalid(
              target.kind(),
              target.name(),
              List.of(
                  Violation.invalid(
                      "metadata.resourceVersion",
                      IntNode.valueOf(0),
                      "must be specified for an update"))));
    }
    if (!version.isEmpty() && !version.equals(before.resourceVersion())) {
      throw new ApiException(
          Status.conflict(
              target.kind(),
              target.name(),
              "the object has been modified; please apply your changes to the latest version and"
                  + " try again"));
    }
  }

  private static ObjectNode merged(Kind kind, ApiObject before, ObjectNode body, Part part) {
    var after =
        switch (part) {
          case STATUS -> {
            var copy = before.json().deepCopy();
            yield replaced(copy, "status", body);
          }
          case WHOLE -> kind.hasStatus() ? replaced(body, "status", before.json()) : body;
        };
    after.put("apiVersion", kind.apiVersion()).put("kind", kind.name());
    if (part == Part.WHOLE) {
      keepSystemMetadata(before, after.withObjectProperty("metadata"));
    }
    if (kind.has(Kind.Trait.GENERATION) && !sameWork(kind, before.json(), after)) {
      countGeneration(after.withObjectProperty("metadata"));
    }
    return after;
  }

  private static ObjectNode replaced(ObjectNode target, String field, ObjectNode source) {
    if (source.has(field)) {
      target.set(field, source.get(field));
    } else {
      target.remove(field);
    }
    return target;
  }

  private static void keepSystemMetadata(ApiObject before, ObjectNode metadata) {
    var old = (ObjectNode) before.metadata();
    for (var field :
        List.of(
            "name",
            "generateName",
            "namespace",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds")) {
      replaced(metadata, field, old);
    }
    metadata.remove("selfLink");
    dropEmpty(metadata);
  }

  /// An empty list or map means the same as none, and must not look like a change.
  private static void dropEmpty(ObjectNode metadata) {
    for (var field : List.of("labels", "annotations", "finalizers", "ownerReferences")) {
      if (metadata.path(field).isEmpty()) {
        metadata.remove(field);
      }
    }
    if (metadata.path("ownerReferences") instanceof ArrayNode owners) {
      metadata.putArray("ownerReferences").addAll(owners.valueStream().distinct().toList());
    }
  }

  /// Whether a controller that has seen the one has nothing new to do for the other.
  private static boolean sameWork(Kind kind, ObjectNode before, ObjectNode after) {
    return work(kind, before).equals(work(kind, after));
  }

  private static ObjectNode work(Kind kind, ObjectNode object) {
    var work = Json.shallowCopy(object);
    work.remove(List.of("metadata", "apiVersion", "kind"));
    if (kind.hasStatus()) {
      work.remove("status");
    }
    return work;
  }

  static void countGeneration(ObjectNode metadata) {
    metadata.put("generation", metadata.path("generation").asInt(0) + 1);
  }

  @SafeVarargs
  private static void refuse(Kind kind, String name, List<Violation>... found) {
    var all = new ArrayList<Violation>();
    for (var violations : found) {
      all.addAll(violations);
    }
    if (!all.isEmpty()) {
      throw new ApiException(Status.invalid(kind, name, all));
    }
  }
}
