package dev.trainyard.dialects.kubeflow;

import static java.util.Comparator.comparing;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.pods.Requests;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What the pods of a gang ask for together, those of the highest priority first.
record GangResources(Layout job, Lookup lookup) {

  static final Attached.Kind PRIORITIES =
      new Attached.Kind("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses");

  Map<String, Quantity> of(int members) {
    var sum = new TreeMap<String, Quantity>();
    int missing = members;
    for (var type : byPriority()) {
      int pods = Math.min(missing, job.replicas(type));
      pod(type)
          .map(Requests::of)
          .orElse(Map.of())
          .forEach((name, amount) -> Requests.add(sum, name, Requests.times(amount, pods)));
      missing -= pods;
    }
    sum.values().removeIf(amount -> amount.getNumericalAmount().signum() == 0);
    return sum;
  }

  /// Types are in rank order, which decides between equals.
  private List<String> byPriority() {
    return job.types().stream().sorted(comparing(this::priority).reversed()).toList();
  }

  private Integer priority(String type) {
    return pod(type)
        .flatMap(pod -> Optional.ofNullable(pod.getPriorityClassName()))
        .flatMap(name -> lookup.find(PRIORITIES.kind(), "", name))
        .map(found -> found.get("value") instanceof Number value ? value.intValue() : 0)
        .orElse(0);
  }

  private Optional<PodSpec> pod(String type) {
    return job.spec(type).flatMap(spec -> Optional.ofNullable(spec.template().getSpec()));
  }
}
