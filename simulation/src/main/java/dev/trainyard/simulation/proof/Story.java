package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Settings;
import dev.trainyard.simulation.cluster.Machines;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.World;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// A reference run: what is submitted, what its programs do, and what happens to it meanwhile.
public record Story(
    String name,
    int nodes,
    List<ObjectNode> jobs,
    Program program,
    Machines.Pace pace,
    List<Incident> incidents,
    Duration until,
    Settings settings) {

  static final Map<String, Quantity> ROOMY =
      Map.of(
          "cpu", new Quantity("64"),
          "memory", new Quantity("256Gi"),
          "nvidia.com/gpu", new Quantity("8"),
          "pods", new Quantity("200"));

  /// Something that happens after this long, whoever controls the jobs.
  public record Incident(Duration at, String what, Consumer<World> act) {}

  /// Under an administrator who has set nothing.
  Story(
      String name,
      int nodes,
      List<ObjectNode> jobs,
      Program program,
      Machines.Pace pace,
      List<Incident> incidents,
      Duration until) {
    this(
        name,
        nodes,
        jobs,
        program,
        pace,
        incidents,
        until,
        Settings.defaults(Settings.Place.CLUSTER));
  }

  Story under(Settings settings) {
    return new Story(name, nodes, jobs, program, pace, incidents, until, settings);
  }

  public Story {
    jobs = List.copyOf(jobs);
    incidents = List.copyOf(incidents);
  }

  /// Sets everything up; `World.run` then plays it.
  World open(World.Setup setup) {
    var world = new World(setup.under(settings));
    for (int i = 1; i <= nodes; i++) {
      world.machines().add("n" + i, ROOMY);
    }
    world.startControllers();
    jobs.forEach(world::submit);
    for (var incident : incidents) {
      world.agenda().in(incident.at(), () -> incident.act().accept(world));
    }
    return world;
  }

  @Override
  public String toString() {
    return name;
  }
}
