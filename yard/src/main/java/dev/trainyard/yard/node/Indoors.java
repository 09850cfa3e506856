package dev.trainyard.yard.node;

import dev.trainyard.yard.node.ContainerStarter.Blocked;
import dev.trainyard.yard.node.supervisor.ProcessGroup;
import dev.trainyard.yard.node.supervisor.RunFiles;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Starts further programs where a container runs: its environment, its directory, its namespaces.
final class Indoors {

  private final ContainerStarter starter;

  Indoors(ContainerStarter starter) {
    this.starter = starter;
  }

  /// A program that carries the run's mark, so that it ends with the container at the latest.
  ProcessBuilder program(Pod pod, Container container, RunFiles run, List<String> command)
      throws IOException {
    try {
      var spec = starter.prepare(pod, container);
      var words = new ArrayList<>(spec.enter());
      words.addAll(command);
      var builder = new ProcessBuilder(words).directory(spec.directory().toFile());
      builder.environment().clear();
      builder.environment().putAll(spec.environment());
      builder.environment().put(ProcessGroup.MARK, run.directory().toString());
      return builder;
    } catch (Blocked e) {
      throw new IOException(e.waiting().message(), e);
    }
  }
}
