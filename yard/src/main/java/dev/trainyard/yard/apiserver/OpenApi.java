package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.http.Call;
import java.io.IOException;
import java.util.List;

/// As much of OpenAPI as `kubectl` needs to know that this server checks fields and rehearses.
///
/// Before it creates anything, it looks for a PATCH operation of the kind and the parameter
/// `fieldValidation` on it; without them it wants the full schema of everything instead.
final class OpenApi {

  private final Kinds kinds;

  OpenApi(Kinds kinds) {
    this.kinds = kinds;
  }

  void index(Call call) throws IOException {
    var json = Json.object();
    var paths = json.putObject("paths");
    kinds.all().stream()
        .map(OpenApi::path)
        .distinct()
        .forEach(path -> paths.putObject(path).put("serverRelativeURL", "/openapi/v3/" + path));
    Replies.json(call, 200, json);
  }

  void group(Call call) throws IOException {
    var version = call.parameter("version");
    var found =
        kinds.all().stream()
            .filter(kind -> kind.group().equals(call.parameter("group")))
            .filter(kind -> kind.version().equals(version))
            .toList();
    if (found.isEmpty()) {
      throw new ApiException(Status.noSuchPath());
    }
    var json = Json.object().put("openapi", "3.0.0");
    json.putObject("info").put("title", "Kubernetes").put("version", version);
    var paths = json.putObject("paths");
    for (var kind : found) {
      var namespace = kind.namespaced() ? "namespaces/{namespace}/" : "";
      var path = "/%s/%s%s/{name}".formatted(path(kind), namespace, kind.plural());
      var patch = paths.putObject(path).putObject("patch");
      patch
          .putObject("x-kubernetes-group-version-kind")
          .put("group", kind.group())
          .put("version", kind.version())
          .put("kind", kind.name());
      var parameters = patch.putArray("parameters");
      for (var name : List.of("dryRun", "fieldValidation")) {
        parameters.addObject().put("name", name).put("in", "query");
      }
    }
    Replies.json(call, 200, json);
  }

  private static String path(Kind kind) {
    return (kind.group().isEmpty() ? "api/" : "apis/") + kind.apiVersion();
  }
}
