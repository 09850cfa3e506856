package dev.trainyard.dialects.tensorstack;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Queues;
import dev.trainyard.dialects.pods.Requests;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Whether a queue takes a job, where somebody can see the queues. Of a job that is changed nothing
/// is asked but whether it may stay where it is, and of one that is at work nothing at all: whether
/// its pods find a place is the scheduler's to say.
final class QueueRules {

  /// Whatever it looks at.
  static final Set<Attached.Kind> ASKS =
      Set.of(Queues.KIND, Queues.NAMESPACES, Attached.CONFIG_MAPS);

  private final Layout job;
  private final Lookup lookup;
  private final String name;
  private final List<Problem> problems = new ArrayList<>();

  private QueueRules(Layout job, Lookup lookup, String name) {
    this.job = job;
    this.lookup = lookup;
    this.name = name;
  }

  /// @param stands whether the job is there already, and only changed
  /// @param sound whether the job can be counted, because nothing else is wrong with it
  static List<Problem> check(Layout job, boolean stands, boolean sound, Lookup lookup) {
    var queue = job.queue().filter(name -> !name.isEmpty());
    boolean atWork = !stands && job.begun();
    if (queue.isEmpty() || atWork || !lookup.sees(Queues.KIND.kind())) {
      return List.of();
    }
    var rules = new QueueRules(job, lookup, queue.get());
    rules.problems.addAll(Queues.closedTo(job.id().namespace(), queue.get(), lookup));
    if (!stands && sound) {
      Queues.find(queue.get(), lookup).ifPresent(rules::count);
    }
    return rules.problems;
  }

  private void count(GenericKubernetesResource queue) {
    quota(queue);
    if (queue.get("spec", "resourceShapeProfile") instanceof String profile) {
      Shapes.exceeded(job, profile, lookup)
          .forEach(resource -> add("resource shape exceeded: " + resource));
    }
  }

  private void add(String what) {
    problems.add(Queues.problem(name, what));
  }

  private void quota(GenericKubernetesResource queue) {
    var quota = Shapes.amounts(queue.get("spec", "quota", "requests"));
    var allocated = Shapes.amounts(queue.get("status", "allocated"));
    var requested = requested();
    var none = new Quantity("0");
    quota.forEach(
        (resource, most) -> {
          var asked = requested.getOrDefault(resource, none);
          var held = allocated.getOrDefault(resource, none);
          var sum = asked.getNumericalAmount().add(held.getNumericalAmount());
          if (sum.compareTo(most.getNumericalAmount()) > 0) {
            add(
                "over quota: %s requested %s + allocated %s > quota %s"
                    .formatted(resource, asked, held, most));
          }
        });
    Shapes.DECLARED.stream()
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
                                Requests.times(amount, job.sizes().getOrDefault(type.name(), 0)))));
    return sum;
  }

  private boolean declaredEverywhere(String resource) {
    return job.types().stream()
        .flatMap(type -> type.containers().stream())
        .allMatch(container -> Requests.of(container).containsKey(resource));
  }
}
