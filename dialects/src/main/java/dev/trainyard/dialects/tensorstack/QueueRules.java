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
import java.util.Set;
import java.util.TreeMap;

/// Whether a queue takes a job, where somebody can see the queues. Of a job that is changed nothing
/// is asked but whether it may stay where it is, and of one that is at work nothing at all: whether
/// its pods find a place is the scheduler's to say.
final class QueueRules {

  static final Attached.Kind KIND =
      new Attached.Kind(TensorStack.SCHEDULER_GROUP, TensorStack.VERSION, "Queue", "queues");

  static final Attached.Kind NAMESPACES = new Attached.Kind("", "v1", "Namespace", "namespaces");

  /// Whatever it looks at.
  static final Set<Attached.Kind> ASKS = Set.of(KIND, NAMESPACES, Attached.CONFIG_MAPS);

  /// Open to every namespace.
  private static final String DEFAULT = "default";

  private static final String AT = "spec.scheduler.t9kScheduler.queue";

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
    if (queue.isEmpty() || atWork || !lookup.sees(KIND.kind())) {
      return List.of();
    }
    var rules = new QueueRules(job, lookup, queue.get());
    rules.check(!stands && sound);
    return rules.problems;
  }

  private void check(boolean counted) {
    var found = lookup.find(KIND.kind(), TensorStack.SYSTEM_NAMESPACE, name);
    if (found.isEmpty()) {
      add("not found");
      return;
    }
    var queue = found.get();
    if (Boolean.TRUE.equals(queue.get("spec", "closed"))) {
      add("is closed");
    }
    if (!isOpenTo(queue)) {
      add("is not available to namespace \"%s\"".formatted(job.id().namespace()));
    }
    if (counted) {
      quota(queue);
      if (queue.get("spec", "resourceShapeProfile") instanceof String profile) {
        Shapes.exceeded(job, profile, lookup)
            .forEach(resource -> add("resource shape exceeded: " + resource));
      }
    }
  }

  private void add(String what) {
    problems.add(Problem.error(AT, "queue \"%s\" %s".formatted(name, what)));
  }

  /// On one machine a namespace is a folder and not a border, and one that nobody sees has no
  /// labels to go by.
  private boolean isOpenTo(GenericKubernetesResource queue) {
    if (name.equals(DEFAULT) || lookup.settings().place() == Place.YARD) {
      return true;
    }
    var namespace = lookup.find(NAMESPACES.kind(), "", job.id().namespace());
    if (namespace.isEmpty() && !lookup.sees(NAMESPACES.kind())) {
      return true;
    }
    var labels =
        namespace
            .flatMap(one -> Optional.ofNullable(one.getMetadata().getLabels()))
            .orElse(Map.of());
    return Selectors.selects(queue.get("spec", "namespaceSelector"), labels);
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
