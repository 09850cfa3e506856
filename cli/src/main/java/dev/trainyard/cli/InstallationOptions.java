package dev.trainyard.cli;

import dev.trainyard.cli.install.Installation;
import dev.trainyard.cli.install.Values;
import java.util.Map;
import picocli.CommandLine.Option;

/// Which installation: what the commands that put one into a cluster, and take it away, share.
final class InstallationOptions {

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      defaultValue = Installation.NAMESPACE,
      description = "The namespace of the operator; ${DEFAULT-VALUE} unless said otherwise.")
  private String namespace = Installation.NAMESPACE;

  /// The usual one there, with these values instead of the usual ones.
  Installation with(Map<String, String> values) {
    return Values.applied(Installation.usual(namespace, Version.number()), values);
  }
}
