package dev.trainyard.dialects.kubeflow;

import dev.trainyard.api.kubeflow.ReplicaSpec;
import dev.trainyard.dialects.Settings.Habits;
import dev.trainyard.dialects.pods.Requests;
import dev.trainyard.engine.model.Role.Text;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// How many processes torchrun starts in a replica.
final class Processes {

  static final String AUTO = "auto";

  /// As written, unless `auto` would mean one for every core of a node that is shared with others.
  static Text perReplica(Layout job, String written, Habits habits) {
    if (!habits.capsProcesses() || !written.equals(AUTO) || usesGpus(job)) {
      return Text.of(written);
    }
    var byType = new LinkedHashMap<String, Text>();
    job.types()
        .forEach(
            type ->
                byType.put(
                    type, Text.of(Integer.toString(wholeCpus(job.spec(type).orElseThrow())))));
    return new Text.ByRole(byType);
  }

  static boolean usesGpus(Layout job) {
    return job.types().stream()
        .flatMap(type -> job.spec(type).stream())
        .flatMap(spec -> Layout.containers(spec).stream())
        .anyMatch(Requests::usesGpus);
  }

  private static int wholeCpus(ReplicaSpec spec) {
    return Layout.mainContainer(spec).stream()
        .flatMap(Processes::limits)
        .filter(limit -> limit.getKey().equals("cpu"))
        .map(limit -> limit.getValue().getNumericalAmount().setScale(0, RoundingMode.DOWN))
        .mapToInt(cpus -> Math.max(1, cpus.intValue()))
        .findFirst()
        .orElse(1);
  }

  private static Stream<Map.Entry<String, Quantity>> limits(Container container) {
    return Optional.ofNullable(container.getResources())
        .flatMap(resources -> Optional.ofNullable(resources.getLimits()))
        .stream()
        .flatMap(limits -> limits.entrySet().stream());
  }

  private Processes() {}
}
