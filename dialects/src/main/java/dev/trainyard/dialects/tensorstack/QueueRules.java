package dev.trainyard.dialects.tensorstack;

import dev.trainyard.api.tensorstack.TensorStack;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.pods.Requests;
import dev.trainyard.dialects.pods.Selectors;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Whether a queue takes a job, where somebody can see the queues. Nothing is asked of jobs that are
/// there already but whether they may stay where they are.
final class QueueRules {

  static final Attached.Kind KIND =
      new Attached.Kind(TensorStack.SCHEDULER_GROUP, TensorStack.VERSION, "Queue", "queues");

  static final Attached.Kind NAMESPACES = new Attached.Kind("", "v1", "Namespace", "namespaces");

  /// Open to every namespace.
  private static final String DEFAULT = "default";

  private static final String AT = "spec.scheduler.t9kScheduler.queue";

  private static final List<String> DECLARED = List.of("cpu", "memory");

  private final Layout job;
  private final Lookup lookup;
  private final String name;
  private final List<Problem> problems = new ArrayList<>();

  private QueueRules(Layout job, Lookup lookup, String name) {
    this.job = job;
    this.lookup = lookup;
    this.name = name;
  }

  static List<Problem> check(Layout job, boolean stands, Lookup lookup) {
    var queue = job.queue().filter(name -> !name.isEmpty());
    if (queue.isEmpty() || !lookup.sees(KIND.kind())) {
      return List.of();
    }
    var rules = new QueueRules(job, lookup, queue.get());
    rules.find(stands);
    return rules.problems;
  }

  private void find(boolean stands) {
    var queue = lookup.find(KIND.kind(), TensorStack.SYSTEM_NAMESPACE, name);
    if (queue.isEmpty()) {
      add("not found");
      return;
    }
    if (Boolean.TRUE.equals(queue.get().get("spec", "closed"))) {
      add("is closed");
    }
    if (!isOpenTo(queue.get())) {
      add("is not available to namespace \"%s\"".formatted(job.id().namespace()));
    }
    if (!stands) {
      quota(queue.get());
    }
  }

  private void add(String what) {
    problems.add(Problem.error(AT, "queue \"%s\" %s".formatted(name, what)));
  }

  /// On one machine a namespace is a folder and not a border.
  private boolean isOpenTo(GenericKubernetesResource queue) {
    if (name.equals(DEFAULT) || lookup.settings().place() == Place.YARD) {
      return true;
    }
    var labels =
        lookup
            .find(NAMESPACES.kind(), "", job.id().namespace())
            .map(namespace -> namespace.getMetadata().getLabels())
            .orElse(Map.of());
    return Selectors.selects(queue.get("spec", "namespaceSelector"), labels);
  }

  private void quota(GenericKubernetesResource queue) {
    var quota = amounts(queue.get("spec", "quota", "requests"));
    var allocated = amounts(queue.get("status", "allocated"));
    var requested = requested();
    quota.forEach(
        (resource, most) -> {
          var asked = requested.getOrDefault(resource, new Quantity("0"));
          var held = allocated.getOrDefault(resource, new Quantity("0"));
          if (asked
                  .getNumericalAmount()
                  .add(held.getNumericalAmount())
                  .compareTo(most.getNumericalAmount())
              > 0) {
            add(
                "over quota: %s requested %s + allocated %s > quota %s"
                    .formatted(resource, asked, held, most));
          }
        });
    DECLARED.stream()
        .filter(quota::containsKey)
        .filter(resource -> !declaredEverywhere(resource))
        .forEach(resource -> add("requires requests.%s on every container".formatted(resource)));
  }

  private Map<String, Quantity> requested() {
    var sum = new TreeMap<String, Quantity>();
    job.types()
        .forEach(
            type ->
                Optional.ofNullable(type.template().getSpec())
                    .map(Requests::of)
                    .orElse(Map.of())
                    .forEach(
                        (resource, amount) ->
                            Requests.add(
                                sum,
                                resource,
                                Requests.times(
                                    amount, job.sizes().getOrDefault(type.name(), 0)))));
    return sum;
  }

  private boolean declaredEverywhere(String resource) {
    return job.types().stream()
        .flatMap(type -> type.containers().stream())
        .allMatch(container -> Requests.of(container).containsKey(resource));
  }

  private static Map<String, Quantity> amounts(Object written) {
    var amounts = new TreeMap<String, Quantity>();
    if (written instanceof Map<?, ?> map) {
      map.forEach((name, amount) -> amounts.put("" + name, new Quantity("" + amount)));
    }
    return amounts;
  }
}
