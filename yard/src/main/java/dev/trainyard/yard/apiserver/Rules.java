package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.fields.FieldType;
import java.time.Instant;
import java.util.List;

/// What is special about one kind when it is written. Everything else is the same for all.
interface Rules {

  Rules NONE = new Rules() {};

  /// What a name of this kind must look like.
  default NameRule names() {
    return NameRule.SUBDOMAIN;
  }

  /// Refuses a body in which a value cannot even be read as what its field holds.
  default void requireReadable(Kind kind, ObjectNode object) {}

  /// What its objects consist of, as the ownership of fields sees them.
  default FieldType fieldType() {
    return new FieldType.Anything();
  }

  /// What is wrong with the form of a body, by paths this kind does not know.
  default List<String> unknownFields(ObjectNode object) {
    return List.of();
  }

  /// Brings a body of a request into full form: fields nobody knows go, defaults come.
  default void complete(ObjectNode object) {}

  /// What a new object starts with, beyond what its author wrote.
  default void begin(ObjectNode object, Instant now) {}

  /// What whoever writes an object should know about what becomes of it here.
  default List<String> advice(ObjectNode object) {
    return List.of();
  }

  default List<Violation> check(ObjectNode object) {
    return List.of();
  }

  default List<Violation> checkChange(ObjectNode before, ObjectNode after) {
    return List.of();
  }
}
