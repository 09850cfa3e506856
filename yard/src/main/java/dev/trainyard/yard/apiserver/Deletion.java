package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.http.Query;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// Deletes objects the way Kubernetes does: at once, or marked until those who hold them let go.
final class Deletion {

  static final String INSTANCES = "customresourcecleanup.apiextensions.k8s.io";

  /// What becomes of the objects that the deleted one owns.
  enum Propagation {
    BACKGROUND,
    FOREGROUND,
    ORPHAN
  }

  record Options(
      OptionalLong graceSeconds,
      Optional<Propagation> propagation,
      Optional<String> uid,
      Optional<String> resourceVersion,
      boolean dryRun) {

    private static final Map<String, Propagation> POLICIES =
        Map.of(
            "Foreground", Propagation.FOREGROUND,
            "Background", Propagation.BACKGROUND,
            "Orphan", Propagation.ORPHAN);

    static Options of(Propagation propagation, String uid) {
      return new Options(
          OptionalLong.empty(),
          Optional.of(propagation),
          Optional.of(uid),
          Optional.empty(),
          false);
    }

    /// From the body of a DELETE, or from its query where there is none.
    static Options read(JsonNode body, Query query) {
      var given = body instanceof ObjectNode options ? options : ofQuery(body, query);
      requireReadable(given);
      var policy = Json.text(given, "propagationPolicy");
      var orphans = given.path("orphanDependents");
      var dryRun = Json.texts(given.path("dryRun"));
      var violations = new ArrayList<Violation>();
      if (policy.isPresent() && orphans.isBoolean()) {
        violations.add(
            Violation.invalid(
                "propagationPolicy",
                policy.get(),
                "orphanDependents and deletionPropagation cannot be both set"));
      }
      if (policy.isPresent() && !POLICIES.containsKey(policy.get())) {
        violations.add(
            Violation.notSupported(
                "propagationPolicy",
                given.path("propagationPolicy"),
                List.of("Foreground", "Background", "Orphan", "nil")));
      }
      WriteOptions.checkDryRun(dryRun, violations);
      FieldManager.require("DeleteOptions", violations);
      var grace = given.path("gracePeriodSeconds");
      return new Options(
          grace.isNumber() ? OptionalLong.of(grace.asLong()) : OptionalLong.empty(),
          orphans.isBoolean()
              ? Optional.of(orphans.asBoolean() ? Propagation.ORPHAN : Propagation.BACKGROUND)
              : policy.map(POLICIES::get),
          Json.text(given, "preconditions", "uid"),
          Json.text(given, "preconditions", "resourceVersion"),
          !dryRun.isEmpty());
    }

    private static ObjectNode ofQuery(JsonNode body, Query query) {
      if (!body.isMissingNode() && !body.isNull()) {
        throw unreadable("the body is not an object");
      }
      var options = Json.object();
      query.number("gracePeriodSeconds").ifPresent(s -> options.put("gracePeriodSeconds", s));
      query.text("propagationPolicy").ifPresent(word -> options.put("propagationPolicy", word));
      if (!query.all("orphanDependents").isEmpty()) {
        options.put("orphanDependents", query.flag("orphanDependents"));
      }
      if (!query.all("dryRun").isEmpty()) {
        options.set("dryRun", Json.array(query.all("dryRun")));
      }
      return options;
    }

    private static void requireReadable(ObjectNode options) {
      require(options, "gracePeriodSeconds", JsonNode::isIntegralNumber);
      require(options, "propagationPolicy", JsonNode::isTextual);
      require(options, "orphanDependents", JsonNode::isBoolean);
      require(options, "preconditions", JsonNode::isObject);
      require(options, "dryRun", JsonNode::isArray);
    }

    private static void require(ObjectNode options, String field, Predicate<JsonNode> form) {
      var value = options.path(field);
      if (!value.isMissingNode() && !value.isNull() && !form.test(value)) {
        throw unreadable("%s: %s".formatted(field, value));
      }
    }

    private static ApiException unreadable(String why) {
      return new ApiException(
          Status.badRequest("the options of the deletion cannot be read: " + why));
    }
  }

  /// What is left: nothing but the last state, or an object that waits to go.
  sealed interface Outcome {
    record Gone(ApiObject last) implements Outcome {}

    record Waiting(ApiObject object) implements Outcome {}
  }

  static Outcome delete(Transaction transaction, Kind kind, Key key, Options options, Instant now) {
    var existing =
        new ApiObject(
            transaction
                .find(key)
                .orElseThrow(() -> new ApiException(Status.notFound(kind, key.name()))));
    requirePreconditions(kind, existing, options);
    if (kind.resource().equals("namespaces")) {
      requireNotPermanent(kind, key.name());
    }
    var marked = existing.copy();
    var metadata = marked.ownMetadata();
    setFinalizers(metadata, finalizers(kind, existing, options));
    markDeleted(kind, existing, metadata, grace(kind, existing, options), now);
    if (kind.resource().equals("namespaces")) {
      marked.json().withObjectProperty("status").put("phase", "Terminating");
    }
    if (complete(marked)) {
      transaction.remove(key);
      return new Outcome.Gone(existing);
    }
    return new Outcome.Waiting(
        marked.equals(existing) ? existing : new ApiObject(transaction.put(key, marked.json())));
  }

  /// Whether nothing holds a deleted object any longer: no finalizer, no time to end in peace.
  static boolean complete(ApiObject object) {
    return object.deleting()
        && object.finalizers().isEmpty()
        && object.metadata().path("deletionGracePeriodSeconds").asLong(0) == 0
        && !holdsContent(object.json());
  }

  private static boolean holdsContent(ObjectNode object) {
    return object.path("kind").asText().equals("Namespace")
        && object.path("apiVersion").asText().equals("v1")
        && !object.at("/spec/finalizers").isEmpty();
  }

  private static void requirePreconditions(Kind kind, ApiObject existing, Options options) {
    requireEqual(kind, existing, "UID", options.uid(), existing.uid());
    requireEqual(
        kind, existing, "ResourceVersion", options.resourceVersion(), existing.resourceVersion());
  }

  private static void requireEqual(
      Kind kind, ApiObject existing, String what, Optional<String> asked, String found) {
    if (asked.isPresent() && !asked.get().equals(found)) {
      throw new ApiException(
          Status.preconditionFailed(
              kind,
              existing.name(),
              "%s in precondition: %s, %s in object meta: %s"
                  .formatted(what, asked.get(), what, found)));
    }
  }

  private static void requireNotPermanent(Kind kind, String name) {
    if (Namespaces.PERMANENT.contains(name)) {
      throw new ApiException(Status.forbidden(kind, name, "this namespace may not be deleted"));
    }
  }

  private static List<String> finalizers(Kind kind, ApiObject existing, Options options) {
    var finalizers = new ArrayList<>(existing.finalizers());
    if (options.propagation().isPresent()) {
      finalizers.removeAll(List.of(ApiObject.FOREGROUND, ApiObject.ORPHAN));
      switch (options.propagation().get()) {
        case BACKGROUND -> {}
        case FOREGROUND -> finalizers.add(ApiObject.FOREGROUND);
        case ORPHAN -> finalizers.add(ApiObject.ORPHAN);
      }
    }
    if (kind.resource().equals(Kinds.DEFINITIONS)
        && !existing.deleting()
        && !finalizers.contains(INSTANCES)) {
      finalizers.add(INSTANCES);
    }
    return finalizers;
  }

  static void setFinalizers(ObjectNode metadata, List<String> finalizers) {
    if (finalizers.isEmpty()) {
      metadata.remove("finalizers");
    } else {
      metadata.set("finalizers", Json.array(finalizers));
    }
  }

  /// Only a pod that a node runs needs time to end; everything else has nothing to finish.
  private static long grace(Kind kind, ApiObject existing, Options options) {
    if (!kind.resource().equals("pods")) {
      return 0;
    }
    var phase = existing.json().at("/status/phase").asText("");
    var finished = phase.equals("Succeeded") || phase.equals("Failed");
    if (finished || existing.json().at("/spec/nodeName").asText("").isEmpty()) {
      return 0;
    }
    var usual = existing.json().at("/spec/terminationGracePeriodSeconds").asLong(30);
    return Math.max(0, options.graceSeconds().orElse(usual));
  }

  private static void markDeleted(
      Kind kind, ApiObject existing, ObjectNode metadata, long grace, Instant now) {
    var left = metadata.path("deletionGracePeriodSeconds").asLong(Long.MAX_VALUE);
    if (existing.deleting() && grace >= left) {
      return; // a second request may shorten the time that is left, never extend it
    }
    if (!existing.deleting() && kind.has(Kind.Trait.GENERATION)) {
      Writer.countGeneration(metadata);
    }
    metadata.put("deletionTimestamp", Json.time(now.plusSeconds(grace)));
    metadata.put("deletionGracePeriodSeconds", (int) Math.min(grace, Integer.MAX_VALUE));
  }

  private Deletion() {}
}
