package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.types.BuiltInTypes;
import dev.trainyard.yard.apiserver.types.StrategicMerge;
import dev.trainyard.yard.http.Call;
import java.util.ArrayList;
import java.util.List;

/// The ways to change part of an object: two kinds of merge, and a list of operations.
final class Patches {

  static final String MERGE = "application/merge-patch+json";
  static final String OPERATIONS = "application/json-patch+json";
  static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final int MAX_OPERATIONS = 10_000;

  /// Refuses forms of patches that objects of this kind cannot be changed by.
  static void requireKnown(Kind kind, String contentType) {
    requireKnown(contentType, !kind.has(Kind.Trait.CUSTOM));
  }

  private static void requireKnown(String contentType, boolean typed) {
    var known =
        typed
            ? List.of(OPERATIONS, MERGE, STRATEGIC, Applier.MEDIA_TYPE)
            : List.of(OPERATIONS, MERGE, Applier.MEDIA_TYPE);
    if (!known.contains(contentType)) {
      throw new ApiException(
          Status.unsupportedMediaType(
              ("the body of the request was in an unknown format (%s) - accepted media types"
                      + " include: %s")
                  .formatted(contentType, String.join(", ", known))));
    }
  }

  /// Applies a patch to a copy of an object of this kind.
  static ObjectNode apply(Kind kind, String contentType, JsonNode patch, ObjectNode object) {
    requireKnown(kind, contentType);
    var patched =
        contentType.equals(STRATEGIC)
            ? strategic(kind, patch, object)
            : apply(contentType, patch, object);
    Extent.requireModest(patched);
    return patched;
  }

  /// Applies a patch to a copy of something that has no kind of its own, such as a scale.
  static ObjectNode apply(String contentType, JsonNode patch, ObjectNode object) {
    requireKnown(contentType, false);
    var patched =
        contentType.equals(MERGE) ? merge(object.deepCopy(), patch) : operate(object, patch);
    if (patched instanceof ObjectNode result) {
      return result;
    }
    throw new ApiException(Status.badRequest("the patch leaves no object"));
  }

  private static ObjectNode strategic(Kind kind, JsonNode patch, ObjectNode object) {
    if (!(patch instanceof ObjectNode changes)) {
      throw new ApiException(Status.badRequest("a strategic merge patch is an object"));
    }
    try {
      var schema = BuiltInTypes.of(kind.group(), kind.version(), kind.name());
      return StrategicMerge.apply(
          schema.<JsonNode>map(known -> known).orElse(MissingNode.getInstance()),
          object.deepCopy(),
          changes);
    } catch (IllegalArgumentException e) {
      throw new ApiException(Status.badRequest("the patch cannot be applied: " + e.getMessage()));
    }
  }

  /// RFC 7386: null removes, objects merge, everything else replaces.
  private static JsonNode merge(JsonNode target, JsonNode patch) {
    if (!(patch instanceof ObjectNode changes)) {
      return patch.deepCopy();
    }
    var result = target instanceof ObjectNode object ? object : Json.object();
    var removed = new ArrayList<String>();
    changes
        .properties()
        .forEach(
            change -> {
              if (change.getValue().isNull()) {
                removed.add(change.getKey());
              } else {
                var merged = merge(result.path(change.getKey()), change.getValue());
                result.set(change.getKey(), merged);
              }
            });
    return result.remove(removed);
  }

  private static JsonNode operate(ObjectNode object, JsonNode patch) {
    if (!patch.isArray() || !patch.valueStream().allMatch(JsonNode::isObject)) {
      throw new ApiException(Status.badRequest("a JSON patch is a list of operations"));
    }
    if (patch.size() > MAX_OPERATIONS) {
      throw new ApiException(
          Status.tooLarge(
              "The allowed maximum operations in a JSON patch is %d, got %d"
                  .formatted(MAX_OPERATIONS, patch.size())));
    }
    try {
      return JsonPatch.apply(object, patch);
    } catch (IllegalArgumentException e) {
      throw new ApiException(Status.unprocessable(String.valueOf(e.getMessage())));
    }
  }

  /// What a patch leaves must still be what the path says; the patch is to blame where it is not.
  static void requireReadable(Call call, Target target, ObjectNode patched) {
    try {
      Bodies.requireKind(target.kind(), patched);
      Bodies.reportUnknownFields(call, target.kind(), patched);
    } catch (ApiException e) {
      throw new ApiException(
          Status.invalid(
              "", "", "", "", List.of(Violation.invalid("patch", String.valueOf(e.getMessage())))));
    }
    Bodies.requireSamePlace(target, new ApiObject(patched));
  }

  static void requireSameUid(Target target, ObjectNode before, ObjectNode patched) {
    var uid = new ApiObject(patched).uid();
    if (!uid.isEmpty() && !uid.equals(new ApiObject(before).uid())) {
      throw new ApiException(
          Status.invalid(
              target.kind(),
              target.name(),
              List.of(Violation.invalid("metadata.uid", uid, "field is immutable"))));
    }
  }

  private Patches() {}
}
