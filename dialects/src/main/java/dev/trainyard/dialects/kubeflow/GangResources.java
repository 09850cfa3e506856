package dev.trainyard.dialects.kubeflow;

import static java.util.Comparator.comparing;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect.Lookup;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
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
      podOf(type).forEach((name, amount) -> add(sum, name, times(amount, pods)));
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

  /// Init containers run before the others, and one after the other.
  private Map<String, Quantity> podOf(String type) {
    var needs = new TreeMap<String, Quantity>();
    pod(type).stream()
        .flatMap(pod -> pod.getContainers().stream())
        .forEach(one -> needs(one).forEach((name, amount) -> add(needs, name, amount)));
    pod(type).stream()
        .flatMap(pod -> pod.getInitContainers().stream())
        .forEach(one -> needs(one).forEach((name, amount) -> raise(needs, name, amount)));
    return needs;
  }

  /// A GPU is often given as a limit alone.
  private static Map<String, Quantity> needs(Container container) {
    var needs = new TreeMap<String, Quantity>();
    Optional.ofNullable(container.getResources())
        .ifPresent(
            resources -> {
              Optional.ofNullable(resources.getLimits()).ifPresent(needs::putAll);
              Optional.ofNullable(resources.getRequests()).ifPresent(needs::putAll);
            });
    return needs;
  }

  private static void add(Map<String, Quantity> sum, String name, Quantity amount) {
    sum.merge(name, amount, (one, other) -> amount(one, number(one).add(number(other))));
  }

  private static void raise(Map<String, Quantity> most, String name, Quantity amount) {
    most.merge(
        name, amount, (one, other) -> number(other).compareTo(number(one)) > 0 ? other : one);
  }

  private static Quantity times(Quantity amount, int factor) {
    return amount(amount, number(amount).multiply(BigDecimal.valueOf(factor)));
  }

  private static BigDecimal number(Quantity quantity) {
    return quantity.getNumericalAmount();
  }

  private static Quantity amount(Quantity like, BigDecimal number) {
    return Quantity.fromNumericalAmount(number, like.getFormat());
  }
}
