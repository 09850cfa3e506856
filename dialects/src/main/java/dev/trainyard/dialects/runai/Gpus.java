package dev.trainyard.dialects.runai;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What a pod wants of GPUs.
sealed interface Gpus {

  String RESOURCE = "nvidia.com/gpu";
  String INSTANCE = "nvidia.com/mig-";
  String FRACTION = "gpu-fraction";
  String MEMORY = "gpu-memory";
  String DEVICES = "gpu-fraction-num-devices";

  record None() implements Gpus {}

  record Whole(int devices) implements Gpus {}

  /// The same part of each of that many devices.
  record Share(BigDecimal fraction, int devices) implements Gpus {}

  record Memory(long megabytes, int devices) implements Gpus {}

  /// A partition of a device.
  record Instance(String profile) implements Gpus {}

  static Gpus of(Effective values) {
    int devices = values.number("gpuDevices").orElse(1);
    if (values.text("migProfile").isPresent()) {
      return new Instance(values.text("migProfile").get());
    }
    var memory = values.text("gpuMemory");
    if (memory.isPresent()) {
      return new Memory(megabytes(memory.get()), devices);
    }
    var gpu = values.text("gpu").map(BigDecimal::new).orElse(BigDecimal.ZERO);
    if (gpu.signum() == 0) {
      int whole = values.number("gpuDevices").orElse(0);
      return whole == 0 ? new None() : new Whole(whole);
    }
    return gpu.stripTrailingZeros().scale() <= 0
        ? new Whole(gpu.intValueExact())
        : new Share(gpu.stripTrailingZeros(), devices);
  }

  /// Millions of bytes, although the scheduler takes the number for mebibytes: so does the product.
  private static long megabytes(String quantity) {
    return Quantity.getAmountInBytes(Quantity.parse(quantity))
        .divide(BigDecimal.valueOf(1_000_000), 0, RoundingMode.FLOOR)
        .longValue();
  }

  /// How many devices that is. What only a device can tell counts as one.
  default BigDecimal count() {
    return switch (this) {
      case None() -> BigDecimal.ZERO;
      case Whole(var devices) -> BigDecimal.valueOf(devices);
      case Share(var fraction, var devices) -> fraction.multiply(BigDecimal.valueOf(devices));
      case Memory(_, var devices) -> BigDecimal.valueOf(devices);
      case Instance _ -> BigDecimal.ONE;
    };
  }

  /// How much memory of devices, in the unit of the annotation; nothing where it does not say.
  default long memory() {
    return this instanceof Memory(var megabytes, var devices) ? megabytes * devices : 0;
  }

  /// What programs are told; which part of a device some memory is, is known only where it is.
  default Optional<String> told() {
    return this instanceof Memory ? Optional.empty() : Optional.of(text(count()));
  }

  default Map<String, String> annotations() {
    var annotations = new TreeMap<String, String>();
    switch (this) {
      case Share(var fraction, var devices) -> {
        annotations.put(FRACTION, text(fraction));
        several(devices, annotations);
      }
      case Memory(var megabytes, var devices) -> {
        annotations.put(MEMORY, Long.toString(megabytes));
        several(devices, annotations);
      }
      case None _, Whole _, Instance _ -> {}
    }
    return annotations;
  }

  private static void several(int devices, Map<String, String> annotations) {
    if (devices > 1) {
      annotations.put(DEVICES, Integer.toString(devices));
    }
  }

  default Map<String, Quantity> resources() {
    return switch (this) {
      case Whole(var devices) -> Map.of(RESOURCE, new Quantity(Integer.toString(devices)));
      case Instance(var profile) -> Map.of(INSTANCE + profile, new Quantity("1"));
      case None _, Share _, Memory _ -> Map.of();
    };
  }

  /// Without zeros at its end.
  static String text(BigDecimal count) {
    return count.signum() == 0 ? "0" : count.stripTrailingZeros().toPlainString();
  }
}
