package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.api.Store;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.TreeMap;

/// How everything stands where a job came to rest.
///
/// @param made what the objects of the job are made of, whatever became of them
/// @param state the condition of the job that holds and was told last
record Standing(EndState end, EndState made, String state) {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<String> OF_THE_CLUSTER =
      List.of("uid", "resourceVersion", "creationTimestamp", "ownerReferences", "generation");

  static Standing of(Store store) {
    return new Standing(EndState.of(store), made(store), state(store));
  }

  boolean refused() {
    return state.contains("FailedValidation");
  }

  boolean ended() {
    return state.startsWith("Succeeded") || state.startsWith("Failed");
  }

  /// Whether the objects are made of the same and the job says the same of itself, whatever it has
  /// been through.
  boolean isLike(Standing other) {
    return made.equals(other.made) && state.equals(other.state);
  }

  private static EndState made(Store store) {
    var objects = new TreeMap<String, String>();
    store
        .all()
        .filter(item -> item.content() instanceof Content.Typed)
        .filter(item -> !(item.typed() instanceof Event) && !(item.typed() instanceof Node))
        .forEach(item -> objects.put(item.key().toString(), content(item)));
    return new EndState(objects);
  }

  private static String content(Item item) {
    ObjectNode tree = MAPPER.valueToTree(item.typed());
    tree.remove("status");
    tree.withObject("/metadata").remove(OF_THE_CLUSTER);
    // Where it was placed is the scheduler's affair.
    tree.withObject("/spec").remove("nodeName");
    return tree.toString();
  }

  private static String state(Store store) {
    var state = "none";
    for (var job : store.all().filter(item -> item.content() instanceof Content.Raw).toList()) {
      for (var condition : job.raw().at("/status/conditions")) {
        if (condition.path("status").asText().equals("True")) {
          state =
              "%s, %s"
                  .formatted(condition.path("type").asText(), condition.path("reason").asText());
        }
      }
    }
    return state;
  }
}
