package dev.trainyard.integration;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/// What a client asks for, in the words of an API server that has to allow it: `patch
/// pytorchjobs.kubeflow.org`.
final class SeenRequests implements Interceptor {

  private final Set<String> seen = new ConcurrentSkipListSet<>();

  Set<String> seen() {
    return Set.copyOf(seen);
  }

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    asked(request.method(), request.uri()).ifPresent(seen::add);
  }

  /// Nothing for pages that everybody may read, such as the list of what an API serves.
  private static Optional<String> asked(String method, URI address) {
    var path = Arrays.stream(address.getPath().split("/")).filter(part -> !part.isEmpty()).toList();
    boolean core = path.getFirst().equals("api");
    var rest = path.subList(Math.min(path.size(), core ? 2 : 3), path.size());
    if (rest.size() > 2 && rest.getFirst().equals("namespaces")) {
      rest = rest.subList(2, rest.size());
    }
    if (rest.isEmpty() || !List.of("api", "apis").contains(path.getFirst())) {
      return Optional.empty();
    }
    var resource = core ? rest.getFirst() : rest.getFirst() + "." + path.get(1);
    var part = rest.size() > 2 ? "/" + rest.get(2) : "";
    boolean watches = Optional.ofNullable(address.getQuery()).orElse("").contains("watch=true");
    return Optional.of(verb(method, rest.size() > 1, watches) + " " + resource + part);
  }

  private static String verb(String method, boolean named, boolean watches) {
    return switch (method) {
      case "GET" -> watches ? "watch" : named ? "get" : "list";
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> "delete";
      default -> throw new IllegalArgumentException(method);
    };
  }
}
