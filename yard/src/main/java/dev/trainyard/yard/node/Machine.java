package dev.trainyard.yard.node;

import com.sun.management.OperatingSystemMXBean;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// What this machine has to give.
final class Machine {

  private static final int PODS = 110;

  static Map<String, Quantity> capacity() throws IOException {
    var capacity = new TreeMap<String, Quantity>();
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    capacity.put("cpu", amount(Runtime.getRuntime().availableProcessors()));
    capacity.put("memory", new Quantity(system.getTotalMemorySize() / 1024 + "Ki"));
    capacity.put("pods", amount(PODS));
    var gpus = gpus(Path.of("/dev"));
    if (gpus > 0) {
      capacity.put("nvidia.com/gpu", amount(gpus));
    }
    return capacity;
  }

  static long gpus(Path devices) throws IOException {
    try (var entries = Files.list(devices)) {
      return entries.filter(path -> path.getFileName().toString().matches("nvidia\\d+")).count();
    }
  }

  /// As Kubernetes writes it.
  static String architecture() {
    return switch (System.getProperty("os.arch")) {
      case "amd64", "x86_64" -> "amd64";
      case "aarch64", "arm64" -> "arm64";
      case String other -> other;
    };
  }

  private static Quantity amount(long number) {
    return new Quantity(Long.toString(number));
  }

  private Machine() {}
}
