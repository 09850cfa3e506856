package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.zjsonpatch.JsonPatch;
import io.fabric8.zjsonpatch.JsonPatchException;
import java.util.ArrayList;

/// The two ways to change part of an object: a merge, and a list of operations.
final class Patches {

  static final String MERGE = "application/merge-patch+json";
  static final String OPERATIONS = "application/json-patch+json";

  /// Applies a patch to a copy.
  static ObjectNode apply(String contentType, JsonNode patch, ObjectNode object) {
    var patched =
        switch (contentType) {
          case MERGE -> merge(object.deepCopy(), patch);
          case OPERATIONS -> operate(object, patch);
          default ->
              throw new ApiException(
                  Status.unsupportedMediaType(
                      ("the body of the request was in an unknown format (%s) - accepted"
                              + " media types include: %s, %s")
                          .formatted(contentType, OPERATIONS, MERGE)));
        };
    if (patched instanceof ObjectNode result) {
      return result;
    }
    throw new ApiException(Status.badRequest("the patch leaves no object"));
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
