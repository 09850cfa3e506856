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

  /// The same across restarts, and another on every machine; empty where the system keeps none.
  static String id() {
    return firstLine(Path.of("/etc/machine-id"));
  }

  /// Another one after every restart.
  static String boot() {
    return firstLine(Path.of("/proc/sys/kernel/random/boot_id"));
  }

  /// How the system calls itself.
  static String image() {
    try (var lines = Files.lines(Path.of("/etc/os-release"))) {
      return lines
          .filter(line -> line.startsWith("PRETTY_NAME="))
          .map(line -> line.substring(line.indexOf('=') + 1).replace("\"", ""))
          .findFirst()
          .orElse("Linux");
    } catch (IOException _) {
      return "Linux";
    }
  }

  private static String firstLine(Path file) {
    try (var lines = Files.lines(file)) {
      return lines.findFirst().orElse("").strip();
    } catch (IOException _) {
      return "";
    }
  }

  private static Quantity amount(long number) {
    return new Quantity(Long.toString(number));
  }

  private Machine() {}
}
