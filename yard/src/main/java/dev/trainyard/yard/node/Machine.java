package dev.trainyard.yard.node;

import com.sun.management.OperatingSystemMXBean;
import dev.trainyard.yard.node.cgroups.Bounds;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/// What this machine has to give.
final class Machine {

  private static final int PODS = 110;

  static Map<String, Quantity> capacity() throws IOException {
    var capacity = new TreeMap<String, Quantity>();
    capacity.put("cpu", amount(Runtime.getRuntime().availableProcessors()));
    capacity.put("memory", new Quantity(memory() / 1024 + "Ki"));
    capacity.put("pods", amount(PODS));
    var gpus = gpus(Path.of("/dev"));
    if (gpus > 0) {
      capacity.put("nvidia.com/gpu", amount(gpus));
    }
    return capacity;
  }

  /// What pods may ask for together.
  static Map<String, Quantity> allocatable(Map<String, Quantity> capacity) {
    var allocatable = new TreeMap<>(capacity);
    allocatable.put("memory", new Quantity((memory() - reserve(memory())) / 1024 + "Ki"));
    return allocatable;
  }

  /// In bytes.
  static long memory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  /// A sixteenth of the memory, within reason: what is left to the yard and its supervisors.
  static long reserve(long memory) {
    return Math.min(memory / 4, Math.clamp(memory / 16, 256L << 20, 2L << 30));
  }

  /// What pods may use together: the yard and its supervisors need some memory, and whoever looks
  /// after the machine needs to start a process.
  static Bounds forPods() throws IOException {
    var cores = Runtime.getRuntime().availableProcessors();
    var room =
        Math.min(
            number(Path.of("/proc/sys/kernel/pid_max")),
            number(Path.of("/proc/sys/kernel/threads-max")));
    return new Bounds(
        OptionalLong.empty(),
        cores * 1000L,
        OptionalLong.of(memory() - reserve(memory())),
        OptionalLong.of(room * 3 / 4));
  }

  /// Files of this kind are there for the first read only, so they are read in one.
  private static long number(Path file) {
    return Long.parseLong(firstLine(file));
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
