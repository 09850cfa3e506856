package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.api.Store;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// How everything stands where a job came to rest.
///
/// @param made what the objects of the job are made of, whatever became of them
/// @param state the condition of the job that holds and was told last
record Standing(Objects end, Objects made, String state) {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);
  private static final List<String> OF_THE_CLUSTER =
      List.of("uid", "resourceVersion", "creationTimestamp", "ownerReferences", "generation");

  private static final Set<String> KEYS =
      Set.of("id_rsa", "id_rsa.pub", "authorized_keys", "ssh-privatekey", "ssh-publickey");

  /// Whose pod it is, once more.
  private static final List<String> OWNERS =
      List.of("controller-uid", "batch.kubernetes.io/controller-uid");

  static Standing of(Store store, Key job) {
    return new Standing(EndState.objects(store), made(store), state(store, job));
  }

  /// A kind may have no words for it.
  boolean refused() {
    return state.equals("Refused") || state.equals("New");
  }

  boolean ended() {
    return state.equals("Succeeded") || state.equals("Failed");
  }

  /// Whether the objects are made of the same and the job says the same of itself, whatever it has
  /// been through.
  boolean isLike(Standing other) {
    return made.equals(other.made) && state.equals(other.state);
  }

  private static Objects made(Store store) {
    var objects = new TreeMap<String, String>();
    store
        .all()
        .filter(item -> item.content() instanceof Content.Typed)
        .filter(item -> !(item.typed() instanceof Event) && !(item.typed() instanceof Node))
        .forEach(item -> objects.put(item.key().toString(), content(item)));
    return new Objects(objects);
  }

  private static String content(Item item) {
    ObjectNode tree = MAPPER.valueToTree(item.typed());
    tree.remove("status");
    tree.withObject("/metadata").remove(OF_THE_CLUSTER);
    tree.withObject("/metadata/labels").remove(OWNERS);
    // No two keys are alike.
    tree.path("data").properties().removeIf(entry -> KEYS.contains(entry.getKey()));
    // Where it was placed is the scheduler's affair.
    tree.withObject("/spec").remove("nodeName");
    return tree.toString();
  }

  private static String state(Store store, Key job) {
    return store.find(job).map(item -> JobTree.of(item.raw()).state()).orElse("Gone");
  }
}
