package dev.trainyard.dialects;

import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// A place in a JSON document, written as Kubernetes writes it: `spec.containers[0].image`.
final class FieldPath {

  static String of(List<Reference> steps) {
    var path = new StringBuilder();
    for (var step : steps) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.toString();
  }

  static JsonNode find(JsonNode root, List<Reference> steps) {
    var node = root;
    for (var step : steps) {
      node =
          step.getFieldName() == null ? node.path(step.getIndex()) : node.path(step.getFieldName());
    }
    return node;
  }

  /// Takes out the innermost named field on the way: taking an element out of a list would give
  /// those behind it other numbers. False where nothing could be taken out.
  static boolean remove(JsonNode root, List<Reference> steps) {
    for (int length = steps.size(); length > 0; length--) {
      var name = steps.get(length - 1).getFieldName();
      if (name != null && find(root, steps.subList(0, length - 1)) instanceof ObjectNode parent) {
        return parent.remove(name) != null;
      }
    }
    return false;
  }

  private FieldPath() {}
}
