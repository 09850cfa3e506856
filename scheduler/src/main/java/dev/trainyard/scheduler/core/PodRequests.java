package dev.trainyard.scheduler.core;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a pod holds on its node from the moment it is bound until it ends.
public final class PodRequests {

  private static final Resources ONE_POD =
      new Resources(new TreeMap<>(Map.of(Resources.PODS, BigDecimal.ONE)));

  /// Containers run together and add up. An ordinary init container runs before them, beside the
  /// sidecars (init containers that are always restarted) started so far, so only the largest of
  /// these moments counts.
  public static Resources of(PodSpec pod) {
    var sidecars = Resources.NONE;
    var starting = Resources.NONE;
    for (var init : pod.getInitContainers()) {
      var requests = requests(init.getResources());
      if ("Always".equals(init.getRestartPolicy())) {
        sidecars = sidecars.plus(requests);
        starting = starting.max(sidecars);
      } else {
        starting = starting.max(sidecars.plus(requests));
      }
    }
    var running =
        pod.getContainers().stream()
            .map(container -> requests(container.getResources()))
            .reduce(sidecars, Resources::plus);
    return starting
        .max(running)
        .overriddenBy(wholePod(pod.getResources()))
        .plus(quantities(pod.getOverhead()))
        .plus(ONE_POD);
  }

  /// What a pod asks for as a whole replaces the sum of its containers, resource by resource.
  private static Resources wholePod(@Nullable ResourceRequirements resources) {
    return resources == null ? Resources.NONE : quantities(resources.getRequests());
  }

  /// A resource that is only limited is also asked for: this is how GPUs are usually written. A
  /// request of 0 is still a request, and replaces the limit.
  private static Resources requests(@Nullable ResourceRequirements resources) {
    if (resources == null) {
      return Resources.NONE;
    }
    var asked = new TreeMap<String, Quantity>();
    if (resources.getLimits() != null) {
      asked.putAll(resources.getLimits());
    }
    if (resources.getRequests() != null) {
      asked.putAll(resources.getRequests());
    }
    return Resources.of(asked);
  }

  private static Resources quantities(@Nullable Map<String, Quantity> quantities) {
    return quantities == null ? Resources.NONE : Resources.of(quantities);
  }

  private PodRequests() {}
}
