package dev.trainyard.cli.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.api.kubeflow.Training;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A program to be run as `torchrun` would, with no manifest: the manifest it stands for.
///
/// @param processes per node; without a number one process, and no launcher unless one is needed
/// @param nodes how many, the first being the master
/// @param launcher whether `torchrun` starts the processes
public record Script(
    Program program,
    List<String> arguments,
    Optional<Integer> processes,
    int nodes,
    Optional<Elastic> elastic,
    boolean launcher) {

  /// How many restarts an elastic job has before it is given up, as many as `torchrun` users set.
  private static final int ELASTIC_RESTARTS = 3;

  private static final int LONGEST_NAME = 50;

  public Script {
    arguments = List.copyOf(arguments);
  }

  public sealed interface Program {
    record PythonFile(String path) implements Program {}

    record PythonModule(String module) implements Program {}

    record Executable(String path) implements Program {}
  }

  /// Between so many nodes and so many.
  public record Elastic(int min, int max) {}

  /// What the job is called when nobody says: after the program.
  public String usualName() {
    var path =
        switch (program) {
          case Program.PythonFile(var file) -> file.replaceFirst("\\.py$", "");
          case Program.PythonModule(var module) -> module.replace('.', '-');
          case Program.Executable(var file) -> file;
        };
    var plain =
        String.valueOf(Path.of(path).getFileName())
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-");
    var name =
        plain.substring(0, Math.min(plain.length(), LONGEST_NAME)).replaceAll("^[^a-z]+|-+$", "");
    return name.isEmpty() ? "script" : name;
  }

  /// The job, started in this directory.
  public ObjectNode manifest(String name, Path directory) {
    var job = JsonNodeFactory.instance.objectNode();
    job.put("apiVersion", PyTorchJob.API_VERSION).put("kind", PyTorchJob.KIND);
    job.putObject("metadata").put("name", name);
    var spec = job.putObject("spec");
    // Kubeflow's SDKs read no job without one, even if it says nothing.
    var policy = spec.putObject("runPolicy");
    if (launcher) {
      spec.put("nprocPerNode", Integer.toString(processes.orElse(1)));
    }
    elastic.ifPresent(
        range -> {
          spec.putObject("elasticPolicy")
              .put("minReplicas", range.min())
              .put("maxReplicas", range.max())
              .put("rdzvBackend", "c10d")
              .put("maxRestarts", ELASTIC_RESTARTS);
          policy.put("backoffLimit", ELASTIC_RESTARTS);
        });
    var replicas = spec.putObject("pytorchReplicaSpecs");
    if (elastic.isPresent()) {
      replicas.set(Training.WORKER, replica(nodes, "OnFailure"));
    } else {
      replicas.set(Training.MASTER, replica(1, "Never"));
      if (nodes > 1) {
        replicas.set(Training.WORKER, replica(nodes - 1, "Never"));
      }
    }
    Here.startIn(directory, job);
    return job;
  }

  private ObjectNode replica(int count, String restartPolicy) {
    var replica = JsonNodeFactory.instance.objectNode();
    replica.put("replicas", count).put("restartPolicy", restartPolicy);
    var template = replica.putObject("template");
    template.putObject("metadata");
    var container =
        template
            .putObject("spec")
            .putArray("containers")
            .addObject()
            .put("name", Training.CONTAINER_NAME)
            .put("image", "local");
    var command = container.putArray("command");
    command().forEach(command::add);
    return replica;
  }

  private List<String> command() {
    var words = new ArrayList<String>();
    switch (program) {
      case Program.PythonFile(var path) -> {
        words.add(launcher ? "torchrun" : "python3");
        words.add(path);
      }
      case Program.PythonModule(var module) -> {
        words.addAll(List.of(launcher ? "torchrun" : "python3", "-m", module));
      }
      case Program.Executable(var path) -> {
        if (launcher) {
          words.addAll(List.of("torchrun", "--no-python"));
        }
        words.add(path);
      }
    }
    words.addAll(arguments);
    return words;
  }
}
