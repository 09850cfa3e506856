package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.pods.Names;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What each pod asks for.
final class ComputeRules {

  private static final BigDecimal LEAST_FRACTION = new BigDecimal("0.01");
  private static final BigDecimal LEAST_MEMORY = new BigDecimal("100000000");
  private static final String GPU = "nvidia.com/gpu";

  private static final List<String> MIG_PROFILES =
      Arrays.asList(
          "1g.5gb 1g.10gb 2g.10gb 2g.20gb 3g.20gb 3g.40gb 4g.20gb 4g.40gb 7g.40gb 7g.80gb"
              .split(" ", -1));

  static void each(Findings findings) {
    var values = findings.values();
    values
        .amount("gpu")
        .flatMap(ComputeRules::wrongGpu)
        .ifPresent(why -> findings.scalar("gpu", why));
    findings.atLeast("gpuDevices", 0);
    values
        .amount("gpuMemory")
        .filter(memory -> memory.compareTo(LEAST_MEMORY) < 0)
        .ifPresent(_ -> findings.scalar("gpuMemory", "must be at least 100M"));
    findings.word(Paths.scalar("migProfile"), values.text("migProfile"), MIG_PROFILES);
    for (var field : List.of("cpu", "cpuLimit", "memory", "memoryLimit", "gpuLimit")) {
      findings.positive(Paths.scalar(field), values.amount(field));
    }
    findings.eachItem("extendedResources", (key, item) -> device(key, item, findings));
  }

  static void together(Findings findings) {
    exclusive(findings);
    gpuLimit(findings);
    limit("cpu", "cpuLimit", findings);
    limit("memory", "memoryLimit", findings);
  }

  private static Optional<String> wrongGpu(BigDecimal gpu) {
    if (gpu.signum() < 0) {
      return Optional.of("must not be negative");
    }
    if (whole(gpu)) {
      return Optional.empty();
    }
    if (gpu.compareTo(BigDecimal.ONE) > 0) {
      return Optional.of("must be a whole number, or a fraction between 0 and 1");
    }
    return gpu.compareTo(LEAST_FRACTION) < 0
        ? Optional.of("must be at least 0.01")
        : Optional.empty();
  }

  private static boolean whole(BigDecimal amount) {
    return amount.stripTrailingZeros().scale() <= 0;
  }

  private static void exclusive(Findings findings) {
    var values = findings.values();
    boolean gpu = values.amount("gpu").filter(one -> one.signum() != 0).isPresent();
    long asked =
        Stream.of(gpu, values.has("gpuMemory"), values.has("migProfile"))
            .filter(one -> one)
            .count();
    if (asked > 1) {
      findings.scalar("gpu", "gpu, gpuMemory and migProfile are mutually exclusive");
    }
    var devices = values.number("gpuDevices").filter(number -> number > 0);
    if (devices.isPresent() && values.has("migProfile")) {
      findings.scalar("gpuDevices", "gpuDevices and migProfile are mutually exclusive");
    }
    values
        .amount("gpu")
        .filter(one -> one.signum() > 0 && whole(one))
        .filter(one -> devices.isPresent() && one.compareTo(BigDecimal.valueOf(devices.get())) != 0)
        .ifPresent(
            _ ->
                findings.scalar(
                    "gpuDevices",
                    "gpu asks for %s whole GPUs already; remove one of the two"
                        .formatted(values.text("gpu").orElse(""))));
  }

  /// A fraction is limited by a fraction, a size by a size.
  private static void gpuLimit(Findings findings) {
    var values = findings.values();
    var limit = values.amount("gpuLimit");
    if (limit.isEmpty()) {
      return;
    }
    var fraction = values.amount("gpu").filter(gpu -> gpu.signum() > 0 && !whole(gpu));
    var memory = values.amount("gpuMemory");
    if (memory.isPresent() && limit.get().compareTo(memory.get()) < 0) {
      findings.scalar(
          "gpuLimit",
          "must be a size no less than gpuMemory %s"
              .formatted(values.text("gpuMemory").orElse("")));
    } else if (memory.isEmpty() && fraction.isPresent()) {
      findings.sayIf(
          limit.get().compareTo(fraction.get()) < 0 || limit.get().compareTo(BigDecimal.ONE) > 0,
          Paths.scalar("gpuLimit"),
          "must be between gpu %s and 1".formatted(values.text("gpu").orElse("")));
    } else if (memory.isEmpty()) {
      findings.scalar("gpuLimit", "needs a fraction in gpu, or gpuMemory");
    }
  }

  private static void limit(String request, String limit, Findings findings) {
    var values = findings.values();
    var asked = values.amount(request);
    values
        .amount(limit)
        .filter(most -> asked.isPresent() && most.compareTo(asked.get()) < 0)
        .ifPresent(
            _ ->
                findings.scalar(
                    limit,
                    "must be no less than %s %s"
                        .formatted(request, values.text(request).orElse(""))));
  }

  private static void device(String key, Effective item, Findings findings) {
    var field = "extendedResources";
    var at = Paths.member(field, key, "name");
    item.text("name")
        .filter(name -> !name.isEmpty())
        .ifPresent(
            name -> {
              if (name.equals(GPU)) {
                findings.say(at, "GPUs are asked for with the field gpu");
              } else if (!name.contains("/")) {
                findings.say(
                    at,
                    "%s has no domain, as in example.com/device".formatted(Problem.quoted(name)));
              } else {
                findings.add(Names.key(at, name));
              }
            });
    findings.positive(Paths.member(field, key, "quantity"), item.amount("quantity"));
  }

  private ComputeRules() {}
}
