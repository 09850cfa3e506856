package dev.trainyard.dialects.runai;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What a pod asks for and may use. Where its author does not say, that goes by its GPUs or, where
/// it has none, by its limits.
final class Resources {

  private final Effective values;
  private final BigDecimal gpus;
  private final WorkloadSettings.Requests usual;
  private final Map<String, Quantity> requests = new LinkedHashMap<>();
  private final Map<String, Quantity> limits = new LinkedHashMap<>();

  private Resources(Workload workload, BigDecimal gpus) {
    this.values = workload.values();
    this.gpus = gpus;
    this.usual = workload.ours().requests();
  }

  static ResourceRequirements of(Workload workload, Part part) {
    var devices = part.hasDevices() ? Gpus.of(workload.values()) : new Gpus.None();
    var resources = new Resources(workload, devices.count());
    resources.compute();
    devices.resources().forEach(resources::whole);
    if (part.hasDevices()) {
      workload
          .values()
          .items("extendedResources")
          .values()
          .forEach(
              item ->
                  resources.whole(
                      item.text("name").orElse(""),
                      Quantity.parse(item.text("quantity").orElse("0"))));
    }
    return new ResourceRequirementsBuilder()
        .withRequests(resources.requests)
        .withLimits(resources.limits)
        .build();
  }

  private void compute() {
    settle(
        "cpu",
        "cpuLimit",
        usual.cpuPerGpu(),
        usual.cpuOfLimit(),
        usual.cpuLimitPerGpu(),
        Amount::cpu);
    settle(
        "memory",
        "memoryLimit",
        usual.memoryPerGpu(),
        usual.memoryOfLimit(),
        usual.memoryLimitPerGpu(),
        Amount::memory);
  }

  private void settle(
      String resource,
      String limitField,
      String perGpu,
      String ofLimit,
      Optional<String> limitPerGpu,
      Function<BigDecimal, Quantity> written) {
    var limit =
        values
            .text(limitField)
            .map(Quantity::parse)
            .or(() -> limitPerGpu.filter(_ -> hasGpus()).map(one -> written.apply(times(one))));
    var request =
        values
            .text(resource)
            .map(Quantity::parse)
            .or(
                () ->
                    hasGpus()
                        ? Optional.of(written.apply(times(perGpu)))
                        : limit.map(
                            one ->
                                written.apply(
                                    one.getNumericalAmount().multiply(Amount.of(ofLimit)))));
    limit.ifPresent(one -> limits.put(resource, one));
    request.ifPresent(
        one -> requests.put(resource, limit.map(most -> least(one, most)).orElse(one)));
  }

  private boolean hasGpus() {
    return gpus.signum() > 0;
  }

  private BigDecimal times(String perGpu) {
    return gpus.multiply(Amount.of(perGpu));
  }

  private static Quantity least(Quantity one, Quantity most) {
    return one.getNumericalAmount().compareTo(most.getNumericalAmount()) > 0 ? most : one;
  }

  /// Handed out whole: nobody has less than it may use.
  private void whole(String name, Quantity amount) {
    requests.put(name, amount);
    limits.put(name, amount);
  }
}
