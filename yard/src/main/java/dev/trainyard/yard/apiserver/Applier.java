package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.trainyard.yard.apiserver.Writer.Part;
import dev.trainyard.yard.apiserver.fields.Manager;
import dev.trainyard.yard.apiserver.fields.Owners;
import dev.trainyard.yard.apiserver.fields.Ownership;
import dev.trainyard.yard.apiserver.fields.Ownership.Conflict;
import dev.trainyard.yard.apiserver.fields.Ownership.Outcome;
import dev.trainyard.yard.apiserver.fields.TypeCheck;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.store.Transaction;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Server-side apply: whoever applies a part of an object owns what they apply, and gets it only if
/// nobody else owns it with another value, or by force.
final class Applier {

  static final String MEDIA_TYPE = "application/apply-patch+yaml";

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final ObjectMapper SORTED =
      new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);
  private static final String KUBECTL = "kubectl";
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
  private static final String BEFORE_FIRST = "before-first-apply";

  private final Writer writer;

  Applier(Writer writer) {
    this.writer = writer;
  }

  /// What somebody applies.
  record Request(String manager, boolean force, ObjectNode body, Part part, Instant now) {
    String subresource() {
      return part == Part.STATUS ? "status" : "";
    }

    String time() {
      return Json.time(now);
    }
  }

  /// What is stored now, and whether it was not there before.
  record Result(ObjectNode object, boolean created) {}

  static Request request(Call call, Target target, Part part, Instant now) throws IOException {
    var manager = call.query().text("fieldManager").orElse("");
    var problems = new ArrayList<Violation>();
    if (manager.isEmpty()) {
      problems.add(Violation.required("fieldManager", "is required for apply patch"));
    }
    problems.addAll(FieldManager.problems(manager));
    FieldManager.require("PatchOptions", problems);
    var body = body(call);
    requireSameType(target.kind(), body);
    if (!body.path("metadata").path(Bookkeeping.FIELD).isMissingNode()
        && !body.path("metadata").path(Bookkeeping.FIELD).isNull()) {
      throw new ApiException(Status.badRequest("metadata.managedFields must be nil"));
    }
    requireTyped(target.kind(), body);
    return new Request(manager, call.query().flag("force"), body, part, now);
  }

  private static ObjectNode body(Call call) throws IOException {
    try {
      var body = YAML.readTree(call.body());
      if (body.isMissingNode() || body.isNull()) {
        return Json.object();
      }
      if (body instanceof ObjectNode object) {
        Extent.requireModest(object);
        return object;
      }
      throw new ApiException(Status.badRequest("error decoding YAML: the body must be one object"));
    } catch (JsonProcessingException e) {
      throw new ApiException(Status.badRequest("error decoding YAML: " + e.getOriginalMessage()));
    }
  }

  private static void requireSameType(Kind kind, ObjectNode body) {
    var version = body.path("apiVersion").asText("");
    var name = body.path("kind").asText("");
    if (!version.equals(kind.apiVersion()) || !name.equals(kind.name())) {
      throw new ApiException(
          Status.badRequest("invalid object type: %s".formatted(shown(version, name))));
    }
  }

  private static String shown(String apiVersion, String kind) {
    return "%s%s, Kind=%s".formatted(apiVersion.contains("/") ? "" : "/", apiVersion, kind);
  }

  private static void requireTyped(Kind kind, ObjectNode body) {
    var problems = TypeCheck.problems(body, kind.rules().fieldType());
    if (problems.isEmpty()) {
      return;
    }
    // What stands in a Secret is told to nobody.
    var told =
        kind.resource().equals("secrets")
            ? problems.stream().map(problem -> problem.split(", got ", 2)[0]).toList()
            : problems;
    var all = told.size() == 1 ? told.getFirst() : "errors:\n  " + String.join("\n  ", told);
    var object = new ApiObject(body);
    throw new ApiException(
        Status.plain(
            500,
            "",
            "failed to create typed patch object (%s/%s; %s): %s"
                .formatted(
                    object.namespace(),
                    object.name(),
                    shown(kind.apiVersion(), kind.name()),
                    all)));
  }

  Result apply(Transaction transaction, Target target, Request request, Door door) {
    var existing = transaction.find(target.key()).map(target.kind()::shown);
    if (existing.isEmpty() && request.part() == Part.STATUS) {
      throw target.notFound();
    }
    var ownership = FieldManager.ownership(target.kind(), request.part());
    var live =
        existing.orElseGet(
            () ->
                Json.object()
                    .put("apiVersion", target.kind().apiVersion())
                    .put("kind", target.kind().name()));
    var applied = merged(ownership, live, owners(ownership, existing, request), request);
    var object = applied.object().deepCopy();
    synchronizeLastApplied(object, request);
    requireNamed(target, new ApiObject(object));
    Bodies.requireKind(target.kind(), object);
    Bodies.requireSamePlace(target, new ApiObject(object));
    Bookkeeping books = (_, _, after) -> FieldManager.enter(applied.owners(), after);
    if (existing.isPresent()) {
      return new Result(
          writer.update(transaction, target, object, request.part(), door, books), false);
    }
    requireNew(target, new ApiObject(object));
    return new Result(writer.create(transaction, target, object, door, books), true);
  }

  /// Who applies nothing of the metadata any longer gives up the name with it.
  private static void requireNamed(Target target, ApiObject object) {
    if (object.name().isEmpty()) {
      throw new ApiException(
          Status.badRequest(
              "the name of the object (%s based on URL) was undeterminable: name must be provided"
                  .formatted(target.name())));
    }
  }

  private static void requireNew(Target target, ApiObject object) {
    if (!object.uid().isEmpty()) {
      throw new ApiException(
          Status.conflict(
              target.kind(),
              target.name(),
              "uid mismatch: the provided object specified uid %s, and no existing object was found"
                  .formatted(object.uid())));
    }
  }

  /// Whoever made an object of which nobody is on record as an owner owns all of it.
  private static Owners owners(
      Ownership ownership, Optional<ObjectNode> existing, Request request) {
    var owners = existing.map(FieldManager::recorded).orElse(Owners.NOBODY);
    if (existing.isEmpty() || !owners.isEmpty()) {
      return owners;
    }
    var everything = ownership.changes(Json.object(), existing.get());
    var before = Manager.updater(BEFORE_FIRST, ownership.apiVersion(), request.subresource());
    return ownership.updated(everything, owners, before, request.time());
  }

  private static Outcome.Applied merged(
      Ownership ownership, ObjectNode live, Owners owners, Request request) {
    return switch (outcome(ownership, live, owners, request, request.force())) {
      case Outcome.Applied applied -> applied;
      case Outcome.Refused(var conflicts) -> {
        // kubectl itself applied these before, from its own side, and nobody has changed them.
        var left = unforgiven(ownership, live, conflicts, request);
        if (left.isEmpty()
            && outcome(ownership, live, owners, request, true) instanceof Outcome.Applied applied) {
          yield applied;
        }
        throw new ApiException(Status.applyConflict(left));
      }
    };
  }

  private static Outcome outcome(
      Ownership ownership, ObjectNode live, Owners owners, Request request, boolean force) {
    var manager = Manager.applier(request.manager(), request.subresource());
    return ownership.applied(live, request.body(), owners, manager, force, request.time());
  }

  private static List<Conflict> unforgiven(
      Ownership ownership, ObjectNode live, List<Conflict> conflicts, Request request) {
    var before = lastApplied(live);
    if (!request.manager().equals(KUBECTL)
        || before.isEmpty()
        || !before.get().path("apiVersion").asText("").equals(ownership.apiVersion())) {
      return conflicts;
    }
    return Ownership.besides(conflicts, ownership.unchangedSince(before.get(), live));
  }

  private static Optional<ObjectNode> lastApplied(ObjectNode object) {
    var annotation = Json.text(object, "metadata", "annotations", LAST_APPLIED);
    try {
      return annotation.isPresent()
              && Json.MAPPER.readTree(annotation.get()) instanceof ObjectNode applied
          ? Optional.of(applied)
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /// Keeps the annotation true that `kubectl apply` without `--server-side` goes by.
  private static void synchronizeLastApplied(ObjectNode object, Request request) {
    var annotation = Json.text(object, "metadata", "annotations", LAST_APPLIED).orElse("");
    if (!request.manager().equals(KUBECTL) || annotation.isEmpty()) {
      return;
    }
    var applied = request.body().deepCopy();
    if (applied.path("metadata").path("annotations") instanceof ObjectNode annotations) {
      annotations.remove(LAST_APPLIED);
    }
    object
        .withObjectProperty("metadata")
        .withObjectProperty("annotations")
        .put(LAST_APPLIED, sorted(applied) + "\n");
  }

  private static String sorted(JsonNode json) {
    try {
      return SORTED.writeValueAsString(SORTED.treeToValue(json, TreeMap.class));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
