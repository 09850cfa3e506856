package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// Custom resources obey the schema of their definition.
record CustomRules(StructuralSchema schema) implements Rules {

  @Override
  public List<String> unknownFields(ObjectNode object) {
    return schema.unknownFields(object);
  }

  @Override
  public void complete(ObjectNode object) {
    var completed = schema.withDefaults(schema.pruned(object));
    object.removeAll();
    object.setAll((ObjectNode) completed);
  }

  @Override
  public List<Violation> check(ObjectNode object) {
    return schema.validate(object);
  }

  @Override
  public List<Violation> checkChange(ObjectNode before, ObjectNode after) {
    return schema.validateChange(before, after);
  }
}
