package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.yard.apiserver.rights.Attempt;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.Query;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// What a request attempts, told by its method and path alone, as a kube-apiserver tells it.
final class Attempts {

  private static final Set<String> PARTS_OF_NAMESPACES = Set.of("status", "finalize");
  private static final Set<String> STREAMS = Set.of("exec", "attach", "portforward");
  private static final Pattern ONE_NAME = Pattern.compile("metadata\\.name==?([^,=!]+)");

  static Attempt of(Call call) {
    var attempt = of(call.method(), call.path(), call.steps(), call.query());
    // What begins as GET because web sockets do acts upon the pod, and is asked as such.
    return call.wantsWebSocket()
            && attempt instanceof Attempt.Resource wanted
            && wanted.resource().equals("pods")
            && STREAMS.contains(wanted.part())
        ? with("create", wanted)
        : attempt;
  }

  private static Attempt with(String verb, Attempt.Resource wanted) {
    return new Attempt.Resource(
        verb, wanted.group(), wanted.resource(), wanted.part(), wanted.namespace(), wanted.name());
  }

  /// @param steps of the path, decoded
  static Attempt of(String method, String path, List<String> steps, Query query) {
    var core = !steps.isEmpty() && steps.getFirst().equals("api");
    var named = !steps.isEmpty() && steps.getFirst().equals("apis");
    var before = core ? 2 : 3;
    if (!(core || named) || steps.size() <= before) {
      return new Attempt.Path(verbOfPath(method), path);
    }
    var group = core ? "" : steps.get(1);
    var rest = steps.subList(before, steps.size());
    var namespace = "";
    if (rest.getFirst().equals("namespaces") && rest.size() > 1) {
      namespace = rest.get(1);
      if (rest.size() > 2 && !PARTS_OF_NAMESPACES.contains(rest.get(2))) {
        rest = rest.subList(2, rest.size());
      }
    }
    var name = rest.size() > 1 ? rest.get(1) : "";
    var verb = verb(method, name.isEmpty(), query);
    return new Attempt.Resource(
        verb,
        group,
        rest.getFirst(),
        rest.size() > 2 ? rest.get(2) : "",
        namespace,
        name.isEmpty() ? nameInSelector(verb, query) : name);
  }

  private static String verbOfPath(String method) {
    return switch (method) {
      case "GET" -> "get";
      case "HEAD" -> "head";
      case "POST" -> "post";
      case "PUT" -> "put";
      case "PATCH" -> "patch";
      case "DELETE" -> "delete";
      default -> "";
    };
  }

  private static String verb(String method, boolean all, Query query) {
    return switch (method) {
      case "GET", "HEAD" -> all ? (query.flag("watch") ? "watch" : "list") : "get";
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> all ? "deletecollection" : "delete";
      default -> "";
    };
  }

  /// A list of what has one name is about that name.
  private static String nameInSelector(String verb, Query query) {
    var one = ONE_NAME.matcher(query.text("fieldSelector").orElse(""));
    return !verb.equals("create") && one.matches() ? one.group(1) : "";
  }

  /// What a review asks about.
  ///
  /// @throws ApiException when it does not ask about exactly one thing
  static Attempt of(JsonNode spec, String kind, List<Violation> problems) {
    var resource = spec.path("resourceAttributes");
    var path = spec.path("nonResourceAttributes");
    if (resource.isObject() == path.isObject()) {
      problems.addFirst(
          Violation.invalid(
              "spec.resourceAttributes",
              resource,
              resource.isObject()
                  ? "cannot be specified in combination with nonResourceAttributes"
                  : "exactly one of nonResourceAttributes or resourceAttributes must be"
                      + " specified"));
    }
    if (!problems.isEmpty()) {
      throw new ApiException(
          Status.invalid(
              kind + ".authorization.k8s.io", "authorization.k8s.io", kind, "", problems));
    }
    return resource.isObject()
        ? new Attempt.Resource(
            resource.path("verb").asText(""),
            resource.path("group").asText(""),
            resource.path("resource").asText(""),
            resource.path("subresource").asText(""),
            resource.path("namespace").asText(""),
            resource.path("name").asText(""))
        : new Attempt.Path(path.path("verb").asText(""), path.path("path").asText(""));
  }

  private Attempts() {}
}
