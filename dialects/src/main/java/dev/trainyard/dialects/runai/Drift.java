package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.TrainingWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What a workload says by itself and its job was not submitted with. What a base or a policy says
/// is not its own, so that fields which are gone cannot be told from those of a base.
final class Drift {

  private static final Set<String> LIVE =
      Set.of(
          "active",
          "autoDeletionTimeAfterCompletionSeconds",
          "ttlAfterFinish",
          "username",
          "userId",
          "ingressUrl");

  static List<String> of(TrainingWorkload resource, Effective submitted) {
    var own = new Effective(LayerReading.read(resource.spec()).layer().values());
    var changed = new ArrayList<String>();
    Frozen.read(Frozen.write(Spelling.settled(own)))
        .map(Effective::values)
        .ifPresent(
            now ->
                now.properties()
                    .forEach(
                        field -> {
                          var before = submitted.values().path(field.getKey());
                          if (!LIVE.contains(field.getKey()) && differs(field.getValue(), before)) {
                            changed.add(field.getKey());
                          }
                        }));
    return changed;
  }

  /// Whether a workload may say it anew while it runs.
  static boolean isLive(String field) {
    return LIVE.contains(field);
  }

  /// Items are compared one by one and by what they say: others may be inherited, and members may
  /// be a policy's.
  private static boolean differs(JsonNode own, JsonNode before) {
    return own instanceof ObjectNode said
        ? said.properties().stream()
            .anyMatch(one -> differs(one.getValue(), before.path(one.getKey())))
        : !own.equals(before);
  }

  private Drift() {}
}
