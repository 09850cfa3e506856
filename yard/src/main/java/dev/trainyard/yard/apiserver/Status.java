package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;

/// Why a request was refused, in the form every Kubernetes client understands.
record Status(int code, String reason, String message, ObjectNode details) {

  static Status notFound(Kind kind, String name) {
    var message = "%s \"%s\" not found".formatted(kind.resource(), name);
    return about(kind, kind.plural(), name, 404, "NotFound", message);
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

  static Status forbidden(Kind kind, String name, String why) {
    var message = "%s \"%s\" is forbidden: %s".formatted(kind.resource(), name, why);
    return about(kind, kind.plural(), name, 403, "Forbidden", message);
  }

  static Status invalid(Kind kind, String name, List<Violation> violations) {
    return invalid(kind.qualifiedName(), kind.group(), kind.name(), name, violations);
  }

  static Status invalid(
      String qualified, String group, String kind, String name, List<Violation> violations) {
    var texts = violations.stream().map(Violation::toString).distinct().toList();
    var all =
        texts.size() == 1
            ? texts.getFirst()
            : texts.stream().collect(Collectors.joining(", ", "[", "]"));
    var message = "%s \"%s\" is invalid: %s".formatted(qualified, name, all);
    var details = details(group, kind, name);
    var causes = details.putArray("causes");
    violations.forEach(
        violation ->
            causes
                .addObject()
                .put("reason", violation.rule().word)
                .put("message", violation.message())
                .put("field", violation.field()));
    return new Status(422, "Invalid", message, details);
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
    return plain(
        405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
  }

  static Status noSuchPath() {
    return plain(404, "NotFound", "the server could not find the requested resource");
  }

  static Status unsupportedMediaType(String message) {
    return plain(415, "UnsupportedMediaType", message);
  }

  static Status expired(String message) {
    return plain(410, "Expired", message);
  }

  static Status plain(int code, String reason, String message) {
    return new Status(code, reason, message, Json.object());
  }

  private static Status about(
      Kind kind, String what, String name, int code, String reason, String message) {
    return new Status(code, reason, message, details(kind.group(), what, name));
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
    if (!details.isEmpty()) {
      json.set("details", details);
    }
    return json.put("code", code);
  }

  private static ObjectNode header(String outcome) {
    var json = Json.object().put("kind", "Status").put("apiVersion", "v1");
    json.putObject("metadata");
    return json.put("status", outcome);
  }
}
