package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/// What a pod as a whole requests, or is limited to.
final class PodResources {

  /// The most that it takes at one time: all containers with the sidecars, or an init container
  /// with the sidecars before it; what is said of the pod itself counts instead.
  ///
  /// @param list `requests` or `limits`
  static Map<String, Amount> total(JsonNode spec, String list) {
    var running = new TreeMap<String, Amount>();
    spec.path("containers").forEach(container -> add(running, container.at("/resources/" + list)));
    var sidecars = new TreeMap<String, Amount>();
    var starting = new TreeMap<String, Amount>();
    for (var container : spec.path("initContainers")) {
      var its = container.at("/resources/" + list);
      if (container.path("restartPolicy").asText("").equals("Always")) {
        add(running, its);
        add(sidecars, its);
        sidecars.forEach((name, amount) -> starting.merge(name, amount, Amount::max));
      } else {
        var then = new TreeMap<>(sidecars);
        add(then, its);
        then.forEach((name, amount) -> starting.merge(name, amount, Amount::max));
      }
    }
    starting.forEach((name, amount) -> running.merge(name, amount, Amount::max));
    for (var own : spec.at("/resources/" + list).properties()) {
      running.put(own.getKey(), Amount.of(own.getValue()));
    }
    if (list.equals("requests")) {
      add(running, spec.path("overhead"));
    }
    return running;
  }

  private static void add(Map<String, Amount> sum, JsonNode amounts) {
    for (var entry : amounts.properties()) {
      sum.merge(entry.getKey(), Amount.of(entry.getValue()), Amount::plus);
    }
  }

  private PodResources() {}
}
