package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.types.StrategicMerge;
import io.fabric8.zjsonpatch.JsonPatch;
import io.fabric8.zjsonpatch.JsonPatchException;
import java.util.ArrayList;
import java.util.List;

/// The ways to change part of an object: two kinds of merge, and a list of operations.
final class Patches {

  static final String MERGE = "application/merge-patch+json";
  static final String OPERATIONS = "application/json-patch+json";
  static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final String APPLY = "application/apply-patch+yaml";

  /// Refuses forms of patches that objects of this kind cannot be changed by.
  static void requireKnown(Kind kind, String contentType) {
    requireKnown(contentType, !kind.has(Kind.Trait.CUSTOM));
  }

  private static void requireKnown(String contentType, boolean typed) {
    if (contentType.equals(APPLY)) {
      throw new ApiException(
          Status.unsupportedMediaType(
              ("server-side apply is not available here: leave out --server-side, and kubectl"
                      + " computes the changes itself, or send %s instead of %s")
                  .formatted(MERGE, APPLY)));
    }
    var known = typed ? List.of(OPERATIONS, MERGE, STRATEGIC) : List.of(OPERATIONS, MERGE);
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
    return contentType.equals(STRATEGIC)
        ? strategic(kind, patch, object)
        : apply(contentType, patch, object);
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
      return StrategicMerge.apply(kind.group(), kind.name(), object.deepCopy(), changes);
    } catch (IllegalArgumentException e) {
      throw new ApiException(Status.badRequest("the patch cannot be applied: " + e.getMessage()));
    }
  }

  /// RFC 7386: null removes, objects merge, everything else replaces.
  private static JsonNode merge(JsonNode target, JsonNode patch) {
    if (!(patch instanceof ObjectNode changes)) {
      return patch;
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
                var merged = merge(result.path(change.getKey()), change.getValue().deepCopy());
                result.set(change.getKey(), merged);
              }
            });
    return result.remove(removed);
  }

  private static JsonNode operate(ObjectNode object, JsonNode patch) {
    if (!patch.isArray()) {
      throw new ApiException(Status.badRequest("a JSON patch is a list of operations"));
    }
    try {
      return JsonPatch.apply(patch, object);
    } catch (JsonPatchException | IllegalArgumentException e) {
      throw new ApiException(
          Status.plain(
              422,
              "Invalid",
              "the server rejected our request due to an error in our request: " + e.getMessage()));
    }
  }

  private Patches() {}
}
