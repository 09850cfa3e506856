package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.ValueType;
import dev.trainyard.dialects.Problem;
import java.util.List;

/// What an item may say instead of a value: that it takes an inherited one out.
record ItemMarks(boolean deleted) {

  private static final List<String> MARKS = List.of("deleted", "exclude");

  static final List<String> KNOWN = List.of("value", "deleted", "exclude");

  static ItemMarks read(ObjectNode item, String at, List<Problem> problems) {
    boolean deleted = false;
    for (var mark : MARKS) {
      var written = item.path(mark);
      if (written.isNull() || written.isMissingNode()) {
        continue;
      }
      var read = Values.normalised(ValueType.BOOLEAN, written);
      if (read.isEmpty()) {
        problems.add(
            Problem.error(
                "%s.%s".formatted(at, mark), Values.mismatch(ValueType.BOOLEAN, written, false)));
      }
      deleted |= read.filter(JsonNode::booleanValue).isPresent();
    }
    return new ItemMarks(deleted);
  }
}
