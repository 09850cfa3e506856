package dev.trainyard.cli;

import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Clusters;
import dev.trainyard.cli.cluster.Clusters.Choice;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// Which cluster, and where in it: the options of every command that talks to one.
final class ClusterOptions {

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "The kubeconfig of a cluster, instead of the yard.")
  private Optional<Path> kubeconfig = Optional.empty();

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "The context of the kubeconfig to use.")
  private Optional<String> context = Optional.empty();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "The namespace to look in.")
  private Optional<String> namespace = Optional.empty();

  Choice choice(Surroundings surroundings) {
    return choice(surroundings, kubeconfig, context, namespace);
  }

  /// What was asked for, among what the surroundings name.
  static Choice choice(
      Surroundings surroundings,
      Optional<Path> kubeconfig,
      Optional<String> context,
      Optional<String> namespace) {
    return new Choice(
        kubeconfig.map(surroundings.workingDirectory()::resolve),
        surroundings.variable("KUBECONFIG"),
        surroundings.variable("HOME").map(Path::of),
        context,
        namespace);
  }

  /// The yard, whatever else the surroundings name.
  static Choice theYard() {
    return new Choice(
        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /// The cluster asked for, reached; otherwise a refusal that says what to do.
  Cluster connect(Surroundings surroundings, Console console) {
    var cluster = Clusters.connect(choice(surroundings), surroundings.home());
    console.say(
        console.styled("Talking to %s.".formatted(cluster.description()), Console.Style.DIM));
    return cluster;
  }
}
