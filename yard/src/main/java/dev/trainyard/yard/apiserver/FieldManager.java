package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.Writer.Part;
import dev.trainyard.yard.apiserver.fields.FieldSet;
import dev.trainyard.yard.apiserver.fields.Manager;
import dev.trainyard.yard.apiserver.fields.Owners;
import dev.trainyard.yard.apiserver.fields.Ownership;
import dev.trainyard.yard.http.Call;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Whoever a request writes for, by the name that owns what they write.
///
/// @param subresource what they write through; empty for the object itself
record FieldManager(String name, String subresource, Instant now) implements Bookkeeping {

  private static final int MAX_NAME_BYTES = 128;
  private static final FieldSet STATUS = FieldSet.of("status");
  private static final FieldSet ALL_BUT_STATUS = FieldSet.of("metadata").union(FieldSet.of("spec"));

  /// Who asks, by the parameter `fieldManager` or else by the name of their program.
  ///
  /// @param options what Kubernetes calls the parameters of such a request
  static FieldManager of(Call call, String options, String subresource, Instant now) {
    var given = call.query().text("fieldManager");
    require(options, problems(given.orElse("")));
    return new FieldManager(
        given.orElseGet(() -> program(call.header("User-Agent").orElse(""))), subresource, now);
  }

  static void require(String options, List<Violation> problems) {
    if (!problems.isEmpty()) {
      throw new ApiException(
          Status.invalid(options + ".meta.k8s.io", "meta.k8s.io", options, "", problems));
    }
  }

  static List<Violation> problems(String name) {
    var problems = new ArrayList<Violation>();
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      problems.add(Violation.tooLong("fieldManager", Json.object(), MAX_NAME_BYTES));
    }
    for (int i = 0; i < name.length(); i++) {
      if (!printable(name.charAt(i))) {
        problems.add(
            Violation.invalid(
                "fieldManager",
                name,
                "invalid character U+%04X (at position %d)".formatted((int) name.charAt(i), i)));
      }
    }
    return problems;
  }

  private static boolean printable(int character) {
    return character == ' '
        || !(Character.isISOControl(character) || Character.isSpaceChar(character));
  }

  /// What stands before the first slash: `kubectl` in `kubectl/v1.36.0 (linux/amd64)`.
  private static String program(String agent) {
    var name = new StringBuilder();
    agent
        .split("/", 2)[0]
        .codePoints()
        .filter(FieldManager::printable)
        .limit(MAX_NAME_BYTES)
        .forEach(name::appendCodePoint);
    return name.isEmpty() ? "unknown" : name.toString();
  }

  /// How objects of a kind are owned when they are written through a part of them.
  static Ownership ownership(Kind kind, Part part) {
    var reset =
        switch (part) {
          case WHOLE -> kind.hasStatus() ? STATUS : FieldSet.EMPTY;
          case STATUS -> ALL_BUT_STATUS;
        };
    return new Ownership(kind.rules().fieldType(), kind.apiVersion(), reset);
  }

  /// Who is on record; nobody where the record cannot be read.
  static Owners recorded(JsonNode object) {
    return read(object.path("metadata").path(FIELD)).orElse(Owners.NOBODY);
  }

  private static Optional<Owners> read(JsonNode managedFields) {
    try {
      return Optional.of(Owners.read(managedFields));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  static void enter(Owners owners, ObjectNode object) {
    var metadata = object.withObjectProperty("metadata");
    if (owners.isEmpty()) {
      metadata.remove(FIELD);
    } else {
      metadata.set(FIELD, owners.json());
    }
  }

  @Override
  public void enter(Kind kind, Optional<ObjectNode> before, ObjectNode after) {
    var asked = asked(before, after);
    Bookkeeping.keep(before, after);
    var live = before.orElseGet(Json::object);
    var ownership = ownership(kind, subresource.equals("status") ? Part.STATUS : Part.WHOLE);
    var changes = ownership.changes(live, after);
    if (asked.isEmpty() && changes.same()) {
      return;
    }
    var owners = asked.orElseGet(() -> recorded(live));
    if (owners.isEmpty() && before.isPresent()) {
      // What nobody owns, nobody comes to own but by applying; so one can start afresh.
      enter(owners, after);
      return;
    }
    var manager = Manager.updater(name, kind.apiVersion(), subresource);
    enter(ownership.updated(changes, owners, manager, Json.time(now)), after);
  }

  /// The record as the request itself wants to have it: an empty one to start afresh, or another
  /// than there is. Whoever leaves it out or sends something else means no change.
  private Optional<Owners> asked(Optional<ObjectNode> before, ObjectNode after) {
    var sent = after.path("metadata").path(FIELD);
    var there = before.map(old -> old.path("metadata").path(FIELD));
    if (!sent.isArray() || !subresource.isEmpty() || there.filter(sent::equals).isPresent()) {
      return Optional.empty();
    }
    var afresh = sent.isEmpty() || (sent.size() == 1 && sent.get(0).isEmpty());
    return afresh ? Optional.of(Owners.NOBODY) : read(sent).filter(owners -> !owners.isEmpty());
  }
}
