package dev.trainyard.simulation.rehearsal;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What happens to a world, and when.
///
/// @param events in the order of time
public record Script(Setting setting, List<Event> events, Duration until) {

  public static final Duration USUAL_END = Duration.ofMinutes(10);

  public Script {
    events = List.copyOf(events);
  }

  /// Nothing happens.
  public static Script empty() {
    return new Script(Setting.USUAL, List.of(), USUAL_END);
  }

  /// Whether requests take time in it.
  boolean slow() {
    return events.stream()
        .anyMatch(event -> event.act() instanceof Act.Trouble(var kind, _) && kind.takesTime());
  }

  /// The cluster before anything happens.
  ///
  /// @param podStart from bound to Running
  /// @param podStop from deleted to gone
  /// @param runsJobs whether Jobs run; otherwise the script says what becomes of them
  public record Setting(
      List<Machine> nodes, Duration podStart, Duration podStop, boolean runsJobs) {

    public static final Setting USUAL =
        new Setting(List.of(Machine.ROOMY), Duration.ofSeconds(2), Duration.ZERO, false);

    public Setting {
      nodes = List.copyOf(nodes);
    }
  }

  /// A node to be.
  public record Machine(
      String name, Map<String, Quantity> capacity, Map<String, String> labels, List<Taint> taints) {

    /// Room for any job.
    public static final Machine ROOMY =
        new Machine(
            "node",
            Map.of(
                "cpu", new Quantity("1024"),
                "memory", new Quantity("16Ti"),
                "pods", new Quantity("10000"),
                "nvidia.com/gpu", new Quantity("1024")),
            Map.of(),
            List.of());

    public Machine {
      capacity = new TreeMap<>(capacity);
      labels = new TreeMap<>(labels);
      taints = List.copyOf(taints);
    }
  }

  /// One entry.
  ///
  /// @param place where it is written
  public record Event(Duration at, String place, Act act) {}
}
