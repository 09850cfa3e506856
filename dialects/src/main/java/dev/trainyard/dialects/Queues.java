package dev.trainyard.dialects;

import dev.trainyard.api.tensorstack.TensorStack;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.pods.Selectors;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The queues of the T9k scheduler, as far as everything that waits in one asks the same of it.
public final class Queues {

  public static final Attached.Kind KIND =
      new Attached.Kind(TensorStack.SCHEDULER_GROUP, TensorStack.VERSION, "Queue", "queues");

  public static final Attached.Kind NAMESPACES =
      new Attached.Kind("", "v1", "Namespace", "namespaces");

  /// Open to every namespace.
  private static final String DEFAULT = "default";

  private static final String AT = "spec.scheduler.t9kScheduler.queue";

  public static Optional<GenericKubernetesResource> find(String name, Lookup lookup) {
    return lookup.find(KIND.kind(), TensorStack.SYSTEM_NAMESPACE, name);
  }

  /// Why nothing of that namespace may wait there, where somebody can see the queues.
  public static List<Problem> closedTo(String namespace, String name, Lookup lookup) {
    if (!lookup.sees(KIND.kind())) {
      return List.of();
    }
    var found = find(name, lookup);
    if (found.isEmpty()) {
      return List.of(problem(name, "not found"));
    }
    var problems = new ArrayList<Problem>();
    if (Boolean.TRUE.equals(found.get().get("spec", "closed"))) {
      problems.add(problem(name, "is closed"));
    }
    if (!selects(found.get(), namespace, name, lookup)) {
      problems.add(problem(name, "is not available to namespace \"%s\"".formatted(namespace)));
    }
    return problems;
  }

  public static Problem problem(String name, String what) {
    return Problem.error(AT, "queue \"%s\" %s".formatted(name, what));
  }

  /// On one machine a namespace is a folder and not a border, and one that nobody sees has no
  /// labels to go by.
  private static boolean selects(
      GenericKubernetesResource queue, String namespace, String name, Lookup lookup) {
    if (name.equals(DEFAULT) || lookup.settings().place() == Place.YARD) {
      return true;
    }
    var found = lookup.find(NAMESPACES.kind(), "", namespace);
    if (found.isEmpty() && !lookup.sees(NAMESPACES.kind())) {
      return true;
    }
    var labels =
        found.flatMap(one -> Optional.ofNullable(one.getMetadata().getLabels())).orElse(Map.of());
    return Selectors.selects(queue.get("spec", "namespaceSelector"), labels);
  }

  private Queues() {}
}
