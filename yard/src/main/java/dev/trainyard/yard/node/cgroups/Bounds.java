package dev.trainyard.yard.node.cgroups;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// How much of the machine a group of processes may use.
///
/// @param cpu the most, in thousandths of a core
/// @param share what it gets where others want the same, in thousandths of a core
/// @param memory the most, in bytes
/// @param processes the most, threads included
public record Bounds(OptionalLong cpu, long share, OptionalLong memory, OptionalLong processes) {

  static final Bounds NONE =
      new Bounds(OptionalLong.empty(), 0, OptionalLong.empty(), OptionalLong.empty());

  private static final BigDecimal MILLI = BigDecimal.valueOf(1000);

  /// What a container asks for.
  public static Bounds of(Container container) {
    return new Bounds(
        limit(container, "cpu")
            .map(Bounds::milli)
            .map(OptionalLong::of)
            .orElse(OptionalLong.empty()),
        share(container),
        limit(container, "memory")
            .map(Bounds::bytes)
            .map(OptionalLong::of)
            .orElse(OptionalLong.empty()),
        OptionalLong.empty());
  }

  /// What its containers ask for together; none of them may fill the machine with processes.
  static Bounds of(Pod pod, OptionalLong processes) {
    var share = pod.getSpec().getContainers().stream().mapToLong(Bounds::share).sum();
    return new Bounds(OptionalLong.empty(), share, OptionalLong.empty(), processes);
  }

  /// True where there is something that only the kernel can see to.
  public boolean limited() {
    return cpu.isPresent() || memory.isPresent();
  }

  private static long share(Container container) {
    return amount(resources(container).map(ResourceRequirements::getRequests), "cpu")
        .or(() -> limit(container, "cpu"))
        .map(Bounds::milli)
        .orElse(0L);
  }

  private static Optional<Quantity> limit(Container container, String resource) {
    return amount(resources(container).map(ResourceRequirements::getLimits), resource);
  }

  private static Optional<ResourceRequirements> resources(Container container) {
    return Optional.ofNullable(container.getResources());
  }

  /// Zero means none, as it does to a kubelet.
  private static Optional<Quantity> amount(
      Optional<Map<String, Quantity>> amounts, String resource) {
    return amounts
        .flatMap(it -> Optional.ofNullable(it.get(resource)))
        .filter(it -> Quantity.getAmountInBytes(it).signum() > 0);
  }

  private static long milli(Quantity quantity) {
    return Quantity.getAmountInBytes(quantity)
        .multiply(MILLI)
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }

  private static long bytes(Quantity quantity) {
    return Quantity.getAmountInBytes(quantity)
        .setScale(0, RoundingMode.CEILING)
        .min(BigDecimal.valueOf(Long.MAX_VALUE))
        .longValueExact();
  }
}
