package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.Violation.Rule;
import dev.trainyard.yard.apiserver.fields.FieldType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Built-in kinds obey the schema of Kubernetes' own documents, then what is special about them.
///
/// @param schema found when the first object of the kind is written: a yard that stores none never
///   loads it
/// @param fields what its objects consist of, found likewise
/// @param onlyKept why nothing comes of its objects, where that is so
record BuiltInRules(
    Supplier<StructuralSchema> schema,
    Supplier<FieldType> fields,
    Rules own,
    Optional<String> onlyKept)
    implements Rules {

  @Override
  public FieldType fieldType() {
    return fields.get();
  }

  @Override
  public NameRule names() {
    return own.names();
  }

  @Override
  public void requireReadable(Kind kind, ObjectNode object) {
    var known = schema.get();
    known.settleNulls(object);
    requireTypes(kind, known, object);
  }

  static void requireTypes(Kind kind, StructuralSchema known, ObjectNode object) {
    // What is missing or not supported is for `check`.
    var mistyped =
        known.validate(object).stream()
            .filter(found -> found.rule() == Rule.TYPE || found.rule() == Rule.INVALID)
            .toList();
    if (!mistyped.isEmpty()) {
      throw new ApiException(Undecodable.status(kind, known.openApi(), mistyped));
    }
  }

  @Override
  public List<String> unknownFields(ObjectNode object) {
    return schema.get().unknownFields(object);
  }

  @Override
  public void complete(ObjectNode object) {
    schema.get().prune(object);
    own.complete(object);
  }

  @Override
  public void begin(ObjectNode object, Instant now) {
    own.begin(object, now);
  }

  @Override
  public List<String> advice(ObjectNode object) {
    return Stream.concat(onlyKept.stream(), own.advice(object).stream()).toList();
  }

  /// What is missing or not among the known values is told only where the kind's own rules have no
  /// word for it, and never of a status.
  @Override
  public List<Violation> check(ObjectNode object) {
    var violations = new ArrayList<>(own.check(object));
    var told = new HashSet<String>();
    violations.forEach(violation -> told.add(plain(violation.path())));
    var known = schema.get();
    Stream.concat(
            known.missingFields(object).stream(),
            known.validate(object).stream().filter(BuiltInRules::unsupported))
        .filter(found -> told.stream().noneMatch(path -> plain(found.path()).startsWith(path)))
        .forEach(violations::add);
    return violations;
  }

  /// Kubernetes leaves places in lists out of some paths, and has a place of its own for taints.
  private static String plain(String path) {
    return path.replaceAll("\\[\\d+\\]", "").replace("metadata.taints", "spec.taints");
  }

  private static boolean unsupported(Violation found) {
    return found.rule() == Rule.NOT_SUPPORTED
        && !found.value().asText().isEmpty()
        && !found.path().startsWith("status");
  }

  @Override
  public List<Violation> checkChange(ObjectNode before, ObjectNode after) {
    return own.checkChange(before, after);
  }
}
