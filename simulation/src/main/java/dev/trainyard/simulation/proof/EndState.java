package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.api.Store;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// What a run led to, without what two runs may differ in: versions, uids and times.
record EndState(TreeMap<String, String> objects) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> TIMES =
      Set.of(
          "lastUpdateTime",
          "lastTransitionTime",
          "startTime",
          "completionTime",
          "lastReconcileTime");

  /// Events are told at most once and may be lost with a crash, so they are left out.
  static EndState of(Store store) {
    var objects = new TreeMap<String, String>();
    store
        .all()
        .filter(item -> !(item.content() instanceof Content.Typed(Event _)))
        .forEach(item -> objects.put(item.key().toString(), text(item)));
    return new EndState(objects);
  }

  /// What was told along the way; equal where nothing went wrong.
  static List<String> told(Store store) {
    return store
        .all("Event")
        .map(item -> (Event) item.typed())
        .map(event -> "%s: %s".formatted(event.getReason(), event.getMessage()))
        .sorted()
        .toList();
  }

  private static String text(Item item) {
    return switch (item.content()) {
      case Content.Raw(var tree) ->
          "%s, restarts %s".formatted(timeless(tree.path("status")), restarts(tree));
      case Content.Typed(Pod pod) ->
          "%s%s"
              .formatted(pod.getStatus().getPhase(), pod.isMarkedForDeletion() ? ", leaving" : "");
      case Content.Typed _ -> "stands";
    };
  }

  /// How many restarts the job remembers; when and which may differ.
  private static JsonNode restarts(JsonNode job) {
    var memory = job.path("metadata").path("annotations").path(Annotations.MEMORY);
    try {
      return JSON.readTree(memory.asText("{}")).path("restarts");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a memory nobody can read: " + memory, e);
    }
  }

  private static JsonNode timeless(JsonNode status) {
    var copy = status.deepCopy();
    strip(copy);
    return copy;
  }

  private static void strip(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove(TIMES);
    }
    node.forEach(EndState::strip);
  }

  /// What is otherwise here, in lines.
  List<String> differencesFrom(EndState expected) {
    var lines = new ArrayList<String>();
    expected.objects.forEach(
        (key, text) -> {
          var ours = objects.get(key);
          if (ours == null) {
            lines.add("%s is missing; it should be: %s".formatted(key, text));
          } else if (!ours.equals(text)) {
            lines.add("%s is %s%n  and should be %s".formatted(key, ours, text));
          }
        });
    objects.keySet().stream()
        .filter(key -> !expected.objects.containsKey(key))
        .forEach(key -> lines.add("%s is left over: %s".formatted(key, objects.get(key))));
    return lines;
  }
}
