package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// How large something is as JSON, nearly to the byte, and how many objects and lists lie in one
/// another. Measured without recursion, because what is measured may be too deep for it.
record Extent(long bytes, int depth) {

  /// As much as etcd takes of one object, unless it is told otherwise.
  private static final int MAX_OBJECT_BYTES = 1_572_864;

  /// Deeper than anything that people write, and well within what every reader of ours takes, who
  /// finds the object inside lists and events.
  private static final int MAX_DEPTH = 900;

  /// Refuses an object that no request could carry and no list could show.
  static void requireModest(ObjectNode object) {
    var extent = of(object, MAX_OBJECT_BYTES);
    if (extent.bytes > MAX_OBJECT_BYTES) {
      throw new ApiException(Status.tooLarge("limit is %d".formatted(MAX_OBJECT_BYTES)));
    }
    if (extent.tooDeep()) {
      throw new ApiException(
          Status.badRequest("the object is nested deeper than %d levels".formatted(MAX_DEPTH)));
    }
  }

  /// Stops measuring once it is more than so many bytes, or too deep.
  static Extent of(JsonNode root, long most) {
    var open = new ArrayDeque<Iterator<JsonNode>>();
    var bytes = 0L;
    var depth = 0;
    @Nullable JsonNode next = root;
    while (next != null && bytes <= most && depth <= MAX_DEPTH) {
      bytes += own(next);
      if (next.isContainerNode()) {
        open.push(next.iterator());
        depth = Math.max(depth, open.size());
      }
      while (!open.isEmpty() && !open.peek().hasNext()) {
        open.pop();
      }
      next = open.isEmpty() ? null : open.peek().next();
    }
    return new Extent(bytes, depth);
  }

  boolean tooDeep() {
    return depth > MAX_DEPTH;
  }

  /// Without what lies within: brackets, names and commas, or the value itself.
  private static long own(JsonNode node) {
    if (node.isTextual()) {
      return node.textValue().length() + 2L;
    }
    if (!node.isContainerNode()) {
      return node.asText().length();
    }
    var bytes = 2L + Math.max(0, node.size() - 1);
    if (node instanceof ObjectNode object) {
      for (var field : object.properties()) {
        bytes += field.getKey().length() + 3L;
      }
    }
    return bytes;
  }
}
