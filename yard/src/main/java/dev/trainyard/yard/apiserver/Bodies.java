package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.protobuf.Protobuf;
import dev.trainyard.yard.http.Call;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Reads objects from requests and refuses what does not belong where it was sent.
final class Bodies {

  private static final String YAML = "application/yaml";
  private static final Set<String> ACCEPTED =
      Set.of("application/json", "*/*", YAML, Protobuf.MEDIA_TYPE);

  /// The body as JSON, in whichever form it came; missing when there is none.
  static JsonNode json(Call call) throws IOException {
    if (call.contentType().equals(Protobuf.MEDIA_TYPE)) {
      var body = call.body();
      try {
        return body.length == 0 ? MissingNode.getInstance() : Protobuf.decode(body);
      } catch (IllegalArgumentException e) {
        throw new ApiException(
            Status.unsupportedMediaType(
                "the body of the request cannot be read as protobuf: %s; send application/json"
                    .formatted(e.getMessage())));
      }
    }
    try {
      return mapper(call).readTree(call.body());
    } catch (StreamConstraintsException e) {
      throw new ApiException(
          Status.badRequest("the body is more than can be read: " + e.getOriginalMessage()));
    } catch (JsonProcessingException e) {
      throw new ApiException(
          Status.badRequest("the body is not JSON: %s".formatted(e.getOriginalMessage())));
    }
  }

  private static ObjectMapper mapper(Call call) {
    return call.contentType().equals(YAML) ? Json.YAML : Json.MAPPER;
  }

  static ObjectNode decode(Call call, Target target) throws IOException {
    var type = call.contentType();
    if (!type.isEmpty() && !ACCEPTED.contains(type)) {
      throw new ApiException(
          Status.unsupportedMediaType(
              ("the body of the request was in an unknown format (%s) - accepted media"
                      + " types include: application/json, application/yaml, %s")
                  .formatted(type, Protobuf.MEDIA_TYPE)));
    }
    if (!(Bodies.json(call) instanceof ObjectNode object)) {
      throw new ApiException(Status.badRequest("the body must be one object"));
    }
    requireKind(target.kind(), object);
    requireSamePlace(target, new ApiObject(object));
    reportUnknownFields(call, target.kind(), object);
    return object;
  }

  /// The body must be of the kind that the path says, in a form that can be read as such.
  static void requireKind(Kind kind, ObjectNode object) {
    if (kind.has(Kind.Trait.CUSTOM)
        && (object.path("kind").asText("").isEmpty()
            || object.path("apiVersion").asText("").isEmpty())) {
      throw new ApiException(
          Status.badRequest("Object 'Kind' or 'apiVersion' is missing in the body"));
    }
    var apiVersion = object.path("apiVersion").asText(kind.apiVersion());
    if (!apiVersion.equals(kind.apiVersion())) {
      throw new ApiException(
          Status.badRequest(
              "the API version in the data (%s) does not match the expected API version (%s)"
                  .formatted(apiVersion, kind.apiVersion())));
    }
    var name = object.path("kind").asText(kind.name());
    if (!name.equals(kind.name())) {
      throw new ApiException(
          Status.badRequest(
              "the kind in the data (%s) does not match the expected kind (%s)"
                  .formatted(name, kind.name())));
    }
    object.put("apiVersion", kind.apiVersion()).put("kind", kind.name());
    kind.rules().requireReadable(kind, object);
  }

  /// It must say the same about name and namespace as the path does.
  static void requireSamePlace(Target target, ApiObject object) {
    if (!target.name().isEmpty() && object.name().isEmpty()) {
      throw new ApiException(
          Status.badRequest(
              "the name of the object (based on URL) was undeterminable: name must be provided"));
    }
    if (!target.name().isEmpty() && !object.name().equals(target.name())) {
      throw new ApiException(
          Status.badRequest(
              "the name of the object (%s) does not match the name on the URL (%s)"
                  .formatted(object.name(), target.name())));
    }
    if (target.kind().namespaced()
        && !object.namespace().isEmpty()
        && !object.namespace().equals(target.namespace())) {
      throw new ApiException(
          Status.badRequest(
              "the namespace of the provided object does not match the namespace sent on the"
                  + " request"));
    }
  }

  /// `fieldValidation` decides what an unknown field costs: the request, a warning, or nothing.
  static void reportUnknownFields(Call call, Kind kind, ObjectNode object) {
    var mode = call.query().text("fieldValidation").orElse("Warn");
    var unknown =
        mode.equals("Ignore")
            ? List.<String>of()
            : kind.rules().unknownFields(object).stream()
                .map("unknown field \"%s\""::formatted)
                .toList();
    if (unknown.isEmpty()) {
      return;
    }
    switch (mode) {
      case "Strict" ->
          throw new ApiException(
              Status.badRequest(
                  "%s in version \"%s\" cannot be handled as a %s: strict decoding error: %s"
                      .formatted(
                          kind.name(),
                          kind.version(),
                          kind.name(),
                          unknown.stream().collect(Collectors.joining(", ")))));
      case "Warn" -> Replies.warn(call, unknown);
      default ->
          throw new ApiException(
              Status.badRequest(
                  "fieldValidation: \"%s\" is not one of Ignore, Warn, Strict".formatted(mode)));
    }
  }

  private Bodies() {}
}
