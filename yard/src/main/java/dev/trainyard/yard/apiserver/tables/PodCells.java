package dev.trainyard.yard.apiserver.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a pod shows: how much of it is ready, the one word for its state, and its restarts.
final class PodCells {

  private static final Set<String> OVER = Set.of("Succeeded", "Failed");

  private final ObjectNode pod;
  private final Set<String> sidecars = new HashSet<>();

  private PodCells(ObjectNode pod) {
    this.pod = pod;
    for (var container : pod.at("/spec/initContainers")) {
      if (container.path("restartPolicy").asText().equals("Always")) {
        sidecars.add(container.path("name").asText());
      }
    }
  }

  static String ready(ObjectNode pod) {
    var cells = new PodCells(pod);
    var ready =
        cells.initStatuses().stream()
                .filter(cells::sidecar)
                .filter(status -> status.path("started").asBoolean())
                .filter(status -> status.path("ready").asBoolean())
                .count()
            + cells.mainStatuses().stream()
                .filter(status -> status.path("ready").asBoolean())
                .filter(status -> status.path("state").has("running"))
                .count();
    return "%d/%d".formatted(ready, pod.at("/spec/containers").size() + cells.sidecars.size());
  }

  static String status(ObjectNode pod) {
    return new PodCells(pod).status();
  }

  private String status() {
    var phase = pod.at("/status/phase").asText("");
    var cause = pod.at("/status/reason").asText("");
    if (pod.at("/metadata/deletionTimestamp").isTextual()) {
      if (cause.equals("NodeLost")) {
        return "Unknown";
      }
      if (!OVER.contains(phase)) {
        return "Terminating";
      }
    }
    var initializing = initializing();
    if (initializing.isPresent() && !condition("Initialized", "True")) {
      return initializing.get();
    }
    var gated = conditions("PodScheduled").stream().anyMatch(PodCells::gated);
    return running(gated ? "SchedulingGated" : cause.isEmpty() ? phase : cause);
  }

  /// What holds the pod up before its containers start.
  private Optional<String> initializing() {
    var statuses = initStatuses();
    for (int i = 0; i < statuses.size(); i++) {
      var status = statuses.get(i);
      var ended = status.path("state").path("terminated");
      var done = ended.isObject() && ended.path("exitCode").asInt() == 0;
      var upBeside = sidecar(status) && status.path("started").asBoolean();
      if (done || upBeside) {
        continue;
      }
      var waiting = status.path("state").path("waiting").path("reason").asText("");
      if (ended.isObject()) {
        return Optional.of("Init:" + ending(ended));
      }
      return Optional.of(
          waiting.isEmpty() || waiting.equals("PodInitializing")
              ? "Init:%d/%d".formatted(i, pod.at("/spec/initContainers").size())
              : "Init:" + waiting);
    }
    return Optional.empty();
  }

  /// The first container has the last word; a pod that is complete in part is judged as a whole.
  private String running(String otherwise) {
    var word = otherwise;
    var failure = "";
    var anyRuns = false;
    for (var status : mainStatuses().reversed()) {
      var state = status.path("state");
      var waiting = state.path("waiting").path("reason").asText("");
      if (!waiting.isEmpty()) {
        word = waiting;
      } else if (state.has("terminated")) {
        word = ending(state.path("terminated"));
        failure = state.at("/terminated/exitCode").asInt() == 0 ? failure : word;
      } else if (status.path("ready").asBoolean() && state.has("running")) {
        anyRuns = true;
      }
    }
    if (!word.equals("Completed")) {
      return word;
    }
    if (anyRuns && condition("Ready", "True")) {
      return "Running";
    }
    return !failure.isEmpty() ? failure : anyRuns ? "NotReady" : word;
  }

  private static String ending(JsonNode terminated) {
    var reason = terminated.path("reason").asText("");
    var signal = terminated.path("signal").asInt(0);
    if (!reason.isEmpty()) {
      return reason;
    }
    return signal != 0 ? "Signal:" + signal : "ExitCode:" + terminated.path("exitCode").asInt();
  }

  /// How often containers were restarted and when the last time was.
  static String restarts(ObjectNode pod, Instant now) {
    var cells = new PodCells(pod);
    var counted = new ArrayList<JsonNode>();
    var started = cells.initializing().isEmpty() || cells.condition("Initialized", "True");
    cells.initStatuses().stream()
        .filter(status -> !started || cells.sidecar(status))
        .forEach(counted::add);
    if (started) {
      counted.addAll(cells.mainStatuses());
    }
    var restarts = counted.stream().mapToInt(s -> s.path("restartCount").asInt(0)).sum();
    var last =
        counted.stream()
            .map(status -> status.at("/lastState/terminated/finishedAt").asText(""))
            .max(String::compareTo)
            .orElse("");
    return restarts == 0 || last.isEmpty()
        ? Integer.toString(restarts)
        : "%d (%s ago)".formatted(restarts, Ages.since(last, now));
  }

  /// How many of the conditions a pod's readiness waits for are true.
  static String gates(ObjectNode pod) {
    var gates = pod.at("/spec/readinessGates");
    if (gates.isEmpty()) {
      return Column.NONE;
    }
    var cells = new PodCells(pod);
    int open = 0;
    for (var gate : gates) {
      open += cells.condition(gate.path("conditionType").asText(), "True") ? 1 : 0;
    }
    return "%d/%d".formatted(open, gates.size());
  }

  private boolean sidecar(JsonNode status) {
    return sidecars.contains(status.path("name").asText());
  }

  private List<JsonNode> initStatuses() {
    return list(pod.at("/status/initContainerStatuses"));
  }

  private List<JsonNode> mainStatuses() {
    return list(pod.at("/status/containerStatuses"));
  }

  private boolean condition(String type, String status) {
    return conditions(type).stream().anyMatch(c -> c.path("status").asText().equals(status));
  }

  private List<JsonNode> conditions(String type) {
    return list(pod.at("/status/conditions")).stream()
        .filter(condition -> condition.path("type").asText().equals(type))
        .toList();
  }

  private static boolean gated(JsonNode condition) {
    return condition.path("reason").asText().equals("SchedulingGated");
  }

  private static List<JsonNode> list(JsonNode array) {
    var list = new ArrayList<JsonNode>();
    array.forEach(list::add);
    return list;
  }
}
