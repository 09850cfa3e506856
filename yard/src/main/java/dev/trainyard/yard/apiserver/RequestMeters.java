package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.apiserver.rights.Attempt;
import dev.trainyard.yard.http.Call;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// Counts requests under the names that a kube-apiserver gives them. What the API does not serve
/// has no name of its own here: there is no end to what may be asked for.
final class RequestMeters {

  /// Parts that are read for as long as their clients like, which says nothing about the server.
  private static final Set<String> STREAMS =
      Set.of("exec", "attach", "portforward", "proxy", "log");

  private final MeterRegistry registry;
  private final Kinds kinds;

  RequestMeters(MeterRegistry registry, Kinds kinds) {
    this.registry = registry;
    this.kinds = kinds;
  }

  void count(Call call, int code, Duration took) {
    var attempt = Attempts.of(call);
    var tags =
        switch (attempt) {
          case Attempt.Resource one when serves(one, call.steps()) ->
              tags(one.verb(), one.group(), one.resource());
          case Attempt.Resource other -> tags(other.verb(), "", "");
          case Attempt.Path path -> tags(path.verb(), "", "");
        };
    registry.counter("apiserver.request", tags.and("code", Integer.toString(code))).increment();
    if (!lasts(attempt)) {
      registry.timer("apiserver.request.duration", tags).record(took);
    }
  }

  private static Tags tags(String verb, String group, String resource) {
    return Tags.of("verb", verb, "group", group, "resource", resource);
  }

  private boolean serves(Attempt.Resource one, List<String> steps) {
    return kinds
        .find(one.group(), steps.get(one.group().isEmpty() ? 1 : 2), one.resource())
        .isPresent();
  }

  private static boolean lasts(Attempt attempt) {
    return attempt instanceof Attempt.Resource one
        && (one.verb().equals("watch") || STREAMS.contains(one.part()));
  }
}
