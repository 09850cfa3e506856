package dev.trainyard.yard.apiserver;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which handler answers which method and path. The first pattern that fits wins.
final class Routes {

  private final List<Route> routes = new ArrayList<>();

  interface Handler {
    void handle(Call call) throws IOException, InterruptedException;
  }

  /// A handler with the values that its pattern's `{names}` have in this path.
  record Match(Handler handler, Map<String, String> parameters) {}

  private record Route(String method, List<String> pattern, Handler handler) {

    Optional<Map<String, String>> parameters(List<String> path) {
      if (path.size() != pattern.size()) {
        return Optional.empty();
      }
      var parameters = new HashMap<String, String>();
      for (int i = 0; i < path.size(); i++) {
        var step = pattern.get(i);
        if (step.startsWith("{")) {
          parameters.put(step.substring(1, step.length() - 1), path.get(i));
        } else if (!step.equals(path.get(i))) {
          return Optional.empty();
        }
      }
      return Optional.of(parameters);
    }
  }

  Routes on(String method, String pattern, Handler handler) {
    routes.add(new Route(method, steps(pattern), handler));
    return this;
  }

  Match find(String method, String rawPath) {
    var path = steps(rawPath);
    var known = false;
    for (var route : routes) {
      var parameters = route.parameters(path);
      if (parameters.isPresent() && route.method().equals(method)) {
        return new Match(route.handler(), parameters.get());
      }
      known |= parameters.isPresent();
    }
    throw new ApiException(known ? Status.methodNotAllowed() : Status.noSuchPath());
  }

  private static List<String> steps(String path) {
    var steps = new ArrayList<String>();
    for (var step : path.split("/", -1)) {
      if (!step.isEmpty()) {
        steps.add(URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8));
      }
    }
    return steps;
  }
}
