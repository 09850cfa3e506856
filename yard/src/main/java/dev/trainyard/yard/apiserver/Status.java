package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.fields.Manager;
import dev.trainyard.yard.apiserver.fields.Ownership.Conflict;
import dev.trainyard.yard.apiserver.rights.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Why a request was refused, in the form every Kubernetes client understands.
record Status(int code, String reason, String message, Optional<ObjectNode> details) {

  static Status notFound(Kind kind, String name) {
    var message = "%s \"%s\" not found".formatted(kind.resource(), name);
    return about(kind, kind.plural(), name, 404, "NotFound", message);
  }

  static Status notFound(String group, String resource, String name) {
    var message = "%s.%s \"%s\" not found".formatted(resource, group, name);
    return new Status(404, "NotFound", message, Optional.of(details(group, resource, name)));
  }

  static Status alreadyExists(Kind kind, String name) {
    var message = "%s \"%s\" already exists".formatted(kind.resource(), name);
    return about(kind, kind.plural(), name, 409, "AlreadyExists", message);
  }

  static Status conflict(Kind kind, String name, String why) {
    var message =
        "Operation cannot be fulfilled on %s \"%s\": %s".formatted(kind.resource(), name, why);
    return about(kind, kind.plural(), name, 409, "Conflict", message);
  }

  /// The same, told of a kind that is part of another request.
  static Status conflictOf(String kind, String name, String why) {
    var message = "Operation cannot be fulfilled on %s \"%s\": %s".formatted(kind, name, why);
    return new Status(409, "Conflict", message, Optional.of(details("", kind, name)));
  }

  /// A precondition that does not hold, which is told of the kind rather than of its resource.
  static Status preconditionFailed(Kind kind, String name, String why) {
    var message =
        "Operation cannot be fulfilled on %s \"%s\": Precondition failed: %s"
            .formatted(kind.qualifiedName(), name, why);
    return about(kind, kind.name(), name, 409, "Conflict", message);
  }

  static Status forbidden(Kind kind, String name, String why) {
    var message = "%s \"%s\" is forbidden: %s".formatted(kind.resource(), name, why);
    return about(kind, kind.plural(), name, 403, "Forbidden", message);
  }

  /// As an API server words what somebody's roles do not allow.
  static Status forbidden(String user, Attempt attempt) {
    var why = "forbidden: User \"%s\" %s".formatted(user, attempt.cannot());
    return switch (attempt) {
      case Attempt.Resource wanted -> {
        var resource =
            wanted.group().isEmpty() ? wanted.resource() : wanted.resource() + "." + wanted.group();
        var what = wanted.name().isEmpty() ? "" : " \"%s\"".formatted(wanted.name());
        yield new Status(
            403,
            "Forbidden",
            resource + what + " is " + why,
            Optional.of(details(wanted.group(), wanted.resource(), wanted.name())));
      }
      case Attempt.Path _ -> aboutNothing(403, "Forbidden", why);
    };
  }

  static Status unauthorized() {
    return plain(401, "Unauthorized", "Unauthorized");
  }

  static Status invalid(Kind kind, String name, List<Violation> violations) {
    return invalid(kind.qualifiedName(), kind.group(), kind.name(), name, violations);
  }

  static Status invalid(
      String qualified, String group, String kind, String name, List<Violation> violations) {
    var texts = violations.stream().map(Violation::toString).distinct().toList();
    var message = "%s \"%s\" is invalid: %s".formatted(qualified, name, together(texts));
    var details = details(group, kind, name);
    var causes = details.putArray("causes");
    violations.forEach(
        violation ->
            causes
                .addObject()
                .put("reason", violation.rule().word)
                .put("message", violation.message())
                .put("field", violation.field()));
    return new Status(422, "Invalid", message, Optional.of(details));
  }

  /// Several reasons as one, or the only one as it is.
  static String together(List<String> reasons) {
    return reasons.size() == 1
        ? reasons.getFirst()
        : reasons.stream().collect(Collectors.joining(", ", "[", "]"));
  }

  /// As an API server words what others own.
  static Status applyConflict(List<Conflict> conflicts) {
    var details = Json.object();
    var causes = details.putArray("causes");
    var byOwner = new TreeMap<Manager, List<String>>();
    for (var conflict : conflicts) {
      byOwner.computeIfAbsent(conflict.owner(), _ -> new ArrayList<>()).add(conflict.field());
      causes
          .addObject()
          .put("reason", "FieldManagerConflict")
          .put("message", "conflict with " + conflict.owner())
          .put("field", conflict.field());
    }
    var lines = new ArrayList<String>();
    byOwner.forEach(
        (owner, fields) -> {
          lines.add("conflicts with %s:".formatted(owner));
          fields.forEach(field -> lines.add("- " + field));
        });
    var message =
        conflicts.size() == 1
            ? "Apply failed with 1 conflict: conflict with %s: %s"
                .formatted(conflicts.getFirst().owner(), conflicts.getFirst().field())
            : "Apply failed with %d conflicts: %s"
                .formatted(conflicts.size(), String.join("\n", lines));
    return new Status(409, "Conflict", message, Optional.of(details));
  }

  /// As an API server words what a webhook refused.
  static Status denied(String webhook, String why) {
    return plain(
        403,
        "Forbidden",
        "admission webhook \"%s\" denied the request: %s".formatted(webhook, why));
  }

  static Status badRequest(String message) {
    return plain(400, "BadRequest", message);
  }

  static Status methodNotAllowed() {
    return aboutNothing(
        405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
  }

  static Status unsupportedMediaType(String message) {
    return aboutNothing(415, "UnsupportedMediaType", message);
  }

  /// A stream is never written in YAML.
  static Status notAcceptable(boolean stream) {
    return aboutNothing(
        406,
        "NotAcceptable",
        "only the following media types are accepted: application/json"
            + (stream ? "" : ", application/yaml"));
  }

  /// For a resource that an API of Kubernetes' own does not have.
  static Status noSuchResource() {
    return aboutNothing(404, "NotFound", "the server could not find the requested resource");
  }

  /// A patch that cannot be applied, or leaves something that cannot be read.
  static Status unprocessable(String why) {
    return aboutNothing(
        422, "Invalid", "the server rejected our request due to an error in our request: " + why);
  }

  static Status tooLarge(String why) {
    return plain(413, "RequestEntityTooLarge", "Request entity too large: " + why);
  }

  static Status expired(String message) {
    return plain(410, "Expired", message);
  }

  /// With details that are there and empty, which clients read without a look at whether they are.
  private static Status aboutNothing(int code, String reason, String message) {
    return new Status(code, reason, message, Optional.of(Json.object()));
  }

  static Status plain(int code, String reason, String message) {
    return new Status(code, reason, message, Optional.empty());
  }

  private static Status about(
      Kind kind, String what, String name, int code, String reason, String message) {
    return new Status(code, reason, message, Optional.of(details(kind.group(), what, name)));
  }

  private static ObjectNode details(String group, String kind, String name) {
    var details = Json.object();
    if (!name.isEmpty()) {
      details.put("name", name);
    }
    if (!group.isEmpty()) {
      details.put("group", group);
    }
    return details.put("kind", kind);
  }

  /// The answer to a deletion that left nothing to show.
  static ObjectNode deleted(Kind kind, String name, String uid) {
    var json = header("Success");
    json.set("details", details(kind.group(), kind.plural(), name).put("uid", uid));
    return json;
  }

  static ObjectNode success(int code) {
    return header("Success").put("code", code);
  }

  ObjectNode json() {
    var json = header("Failure").put("message", message).put("reason", reason);
    details.ifPresent(found -> json.set("details", found));
    return json.put("code", code);
  }

  private static ObjectNode header(String outcome) {
    var json = Json.object().put("kind", "Status").put("apiVersion", "v1");
    json.putObject("metadata");
    return json.put("status", outcome);
  }
}
