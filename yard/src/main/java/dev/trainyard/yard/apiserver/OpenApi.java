package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.types.OpenApiSchemas;
import dev.trainyard.yard.http.Call;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/// Describes the API in OpenAPI 3, one document for each version of a group: what exists, what each
/// field is, and how patches merge it. `kubectl explain` shows it, `kubectl apply` uses it.
final class OpenApi {

  private final Kinds kinds;

  OpenApi(Kinds kinds) {
    this.kinds = kinds;
  }

  void index(Call call) throws IOException {
    var json = Json.object();
    var paths = json.putObject("paths");
    kinds
        .all()
        .forEach(
            kind ->
                paths.putObject(path(kind)).put("serverRelativeURL", "/openapi/v3/" + path(kind)));
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
      throw Replies.noSuchPath();
    }
    var json = Json.object().put("openapi", "3.0.0");
    json.putObject("info").put("title", "Kubernetes").put("version", version);
    var paths = json.putObject("paths");
    var schemas = new OpenApiSchemas();
    for (var kind : found) {
      describe(paths, kind);
      describe(schemas, kind);
    }
    json.putObject("components").set("schemas", schemas.all());
    Replies.json(call, 200, json);
  }

  private static void describe(ObjectNode paths, Kind kind) {
    var namespace = kind.namespaced() ? "namespaces/{namespace}/" : "";
    var all = "/%s/%s%s".formatted(path(kind), namespace, kind.plural());
    operation(paths.withObjectProperty(all), "get", "list", kind);
    operation(paths.withObjectProperty(all), "post", "post", kind);
    var one = paths.withObjectProperty(all + "/{name}");
    for (var method : List.of("get", "put", "patch", "delete")) {
      operation(one, method, method, kind);
    }
  }

  /// The parameters are what kubectl looks for before it trusts the server with validation.
  private static void operation(ObjectNode path, String method, String action, Kind kind) {
    var operation = path.putObject(method).put("x-kubernetes-action", action);
    kindOf(operation.putObject("x-kubernetes-group-version-kind"), kind);
    if (!method.equals("get")) {
      var parameters = operation.putArray("parameters");
      for (var name : List.of("dryRun", "fieldValidation")) {
        parameters.addObject().put("name", name).put("in", "query");
      }
    }
  }

  private static ObjectNode kindOf(ObjectNode json, Kind kind) {
    return json.put("group", kind.group()).put("version", kind.version()).put("kind", kind.name());
  }

  private static void describe(OpenApiSchemas schemas, Kind kind) {
    var schema =
        switch (kind.rules()) {
          case CustomRules(var structure) -> {
            var custom = schemas.named(customName(kind));
            custom.setAll(structure.openApi().deepCopy());
            var properties = custom.withObjectProperty("properties");
            properties.set("metadata", schemas.metadata());
            yield custom;
          }
          default ->
              schemas.named(
                  schemas.add(kind.group(), kind.version(), kind.name()).orElse(customName(kind)));
        };
    kindOf(schema.putArray("x-kubernetes-group-version-kind").addObject(), kind);
  }

  /// The group backwards, as a package would be named.
  private static String customName(Kind kind) {
    var steps = new ArrayList<>(Arrays.asList(kind.group().split("\\.", -1)));
    Collections.reverse(steps);
    return steps.stream().collect(Collectors.joining("."))
        + "."
        + kind.version()
        + "."
        + kind.name();
  }

  private static String path(Kind kind) {
    return (kind.group().isEmpty() ? "api/" : "apis/") + kind.apiVersion();
  }
}
