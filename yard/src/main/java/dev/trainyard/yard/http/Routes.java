package dev.trainyard.yard.http;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which handler answers which method and path. The first pattern that fits wins.
public final class Routes {

  private static final String UPGRADE = "upgrade to a web socket";
  private static final String ANY = "any method";

  /// At the end of a pattern it stands for all that follows, and for nothing.
  private static final String REST = "{...}";

  private final List<Route> routes = new ArrayList<>();

  public interface Handler {
    void handle(Call call) throws IOException, InterruptedException;
  }

  /// Answers a request for a web socket: refuses it by throwing, or says how it goes on.
  public interface UpgradeHandler {
    Upgrade accept(Call call) throws IOException;
  }

  /// A request that becomes a web socket: the protocols this side speaks, best first, and what
  /// happens on it. Without protocols any client will do; with some it has to know one of them.
  public record Upgrade(List<String> protocols, Conversation conversation) {
    public Upgrade {
      protocols = List.copyOf(protocols);
    }
  }

  /// What happens on a web socket, on a thread of its own. The socket is closed when it returns.
  public interface Conversation {
    void hold(WebSocket socket) throws IOException, InterruptedException;
  }

  /// What stands at the end of a path.
  sealed interface Answer {
    record Plain(Handler handler) implements Answer {}

    record Upgrading(UpgradeHandler handler) implements Answer {}
  }

  /// An answer with the values that its pattern's `{names}` have in this path.
  record Match(Answer answer, Map<String, String> parameters) {}

  private record Route(String method, List<String> pattern, Answer answer) {

    boolean answers(String asked) {
      return method.equals(asked) || method.equals(ANY);
    }

    Optional<Map<String, String>> parameters(List<String> path) {
      boolean open = pattern.getLast().equals(REST);
      int length = open ? pattern.size() - 1 : pattern.size();
      if (path.size() < length || (path.size() > length && !open)) {
        return Optional.empty();
      }
      var parameters = new HashMap<String, String>();
      for (int i = 0; i < length; i++) {
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

  public Routes on(String method, String pattern, Handler handler) {
    routes.add(new Route(method, steps(pattern), new Answer.Plain(handler)));
    return this;
  }

  /// Has every method answered here, on this path and on all below it.
  public Routes below(String pattern, Handler handler) {
    routes.add(new Route(ANY, steps(pattern + "/" + REST), new Answer.Plain(handler)));
    return this;
  }

  /// Has requests for a web socket answered here; other requests for the path are left alone.
  public Routes upgrade(String pattern, UpgradeHandler handler) {
    routes.add(new Route(UPGRADE, steps(pattern), new Answer.Upgrading(handler)));
    return this;
  }

  /// Refuses with 404 a path nobody knows, and with 405 a method that nobody here answers.
  Match find(String method, String rawPath) {
    var path = steps(rawPath);
    var known = false;
    for (var route : routes) {
      var parameters = route.parameters(path);
      if (parameters.isPresent() && route.answers(method)) {
        return new Match(route.answer(), parameters.get());
      }
      known |= parameters.isPresent();
    }
    throw known
        ? new RefusedException(405, "the method is not allowed here")
        : new RefusedException(404, "there is nothing at this path");
  }

  /// Nothing when the path cannot be upgraded.
  Optional<Match> findUpgrade(String rawPath) {
    var path = steps(rawPath);
    return routes.stream()
        .filter(route -> route.method().equals(UPGRADE))
        .flatMap(route -> route.parameters(path).map(p -> new Match(route.answer(), p)).stream())
        .findFirst();
  }

  static List<String> steps(String path) {
    var steps = new ArrayList<String>();
    for (var step : path.split("/", -1)) {
      if (!step.isEmpty()) {
        steps.add(decoded(step));
      }
    }
    return steps;
  }

  private static String decoded(String step) {
    try {
      return URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(400, "the path is not valid percent-encoding");
    }
  }
}
