package dev.trainyard.cli.cluster;

import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.local.YardHome;
import dev.trainyard.dialects.Settings.Place;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Finds the cluster a command means: the yard, unless a kubeconfig or a context is named.
public final class Clusters {

  /// What the command line and the environment say about it.
  public record Choice(
      Optional<Path> kubeconfig,
      Optional<String> variable,
      Optional<Path> userHome,
      Optional<String> context,
      Optional<String> namespace) {

    public boolean yard() {
      return kubeconfig.isEmpty() && variable.isEmpty() && context.isEmpty();
    }

    public Place place() {
      return yard() ? Place.YARD : Place.CLUSTER;
    }
  }

  /// Reaches the cluster, or says in a refusal why not and what to do.
  public static Cluster connect(Choice choice, Path home) {
    return choice.yard()
        ? findYard(choice, home)
            .orElseThrow(
                () ->
                    new Refusal(
                        ExitStatus.UNREACHABLE,
                        "No yard is up in %s: start one with `trainyard up`, or name a cluster with --kubeconfig."
                            .formatted(home)))
        : elsewhere(choice);
  }

  /// The yard of this home, if it is up.
  public static Optional<Cluster> findYard(Choice choice, Path home) {
    var yard = new YardHome(home);
    return yard.running().map(access -> Cluster.yard(yard, access, choice.namespace()));
  }

  private static Cluster elsewhere(Choice choice) {
    var file = choice.kubeconfig().or(() -> listed(choice)).or(() -> usual(choice));
    if (file.isEmpty() || !Files.isReadable(file.get())) {
      throw new Refusal(
          ExitStatus.UNREACHABLE,
          file.map(
                  "The kubeconfig %s cannot be read: check --kubeconfig and KUBECONFIG."::formatted)
              .orElse("There is no kubeconfig: name one with --kubeconfig."));
    }
    var cluster = Cluster.elsewhere(config(file.get(), choice.context()), choice.namespace());
    try {
      var _ = cluster.client().getKubernetesVersion();
      return cluster;
    } catch (KubernetesClientException e) {
      cluster.close();
      throw new Refusal(ExitStatus.UNREACHABLE, unreachable(cluster, file.get(), e));
    }
  }

  private static String unreachable(
      Cluster cluster, Path kubeconfig, KubernetesClientException failure) {
    return switch (failure.getCode()) {
      case 401, 403 ->
          "%s does not let us in (%d): check the user of %s."
              .formatted(cluster.description(), failure.getCode(), kubeconfig);
      case 0 ->
          "%s cannot be reached: check that it is up and that %s names it rightly."
              .formatted(cluster.description(), kubeconfig);
      default ->
          "%s answers %d instead of its version: check %s."
              .formatted(cluster.description(), failure.getCode(), kubeconfig);
    };
  }

  private static Config config(Path file, Optional<String> context) {
    try {
      var config =
          context
              .map(name -> Config.fromKubeconfig(name, file.toFile()))
              .orElseGet(() -> Config.fromKubeconfig(file.toFile()));
      if (context.isPresent()
          && config.getContexts().stream()
              .noneMatch(named -> named.getName().equals(context.get()))) {
        throw new Refusal(
            ExitStatus.INVALID,
            "%s has no context \"%s\"; it has %s."
                .formatted(
                    file,
                    context.get(),
                    String.join(
                        ", ",
                        config.getContexts().stream().map(named -> named.getName()).toList())));
      }
      return config;
    } catch (KubernetesClientException | IllegalArgumentException e) {
      throw new Refusal(
          ExitStatus.UNREACHABLE, "%s is not a kubeconfig: %s".formatted(file, e.getMessage()));
    }
  }

  /// `KUBECONFIG` may list several files; the first that is there counts.
  private static Optional<Path> listed(Choice choice) {
    return choice
        .variable()
        .flatMap(
            list ->
                Arrays.stream(list.split(File.pathSeparator))
                    .filter(part -> !part.isEmpty())
                    .map(Path::of)
                    .reduce((one, other) -> Files.exists(one) ? one : other));
  }

  private static Optional<Path> usual(Choice choice) {
    return choice.userHome().map(home -> home.resolve(".kube").resolve("config"));
  }

  private Clusters() {}
}
