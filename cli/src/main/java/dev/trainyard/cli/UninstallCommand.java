package dev.trainyard.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.install.Manifests;
import dev.trainyard.cli.manifests.Trees;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `trainyard uninstall`
@Command(
    description = {
      "Prints what to delete from a cluster to be rid of the operator, as one YAML stream.",
      "Jobs, and the pods they have, stay."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  trainyard uninstall | kubectl delete --ignore-not-found -f -"})
final class UninstallCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final InstallationOptions installation = new InstallationOptions();

  @Option(
      names = "--set",
      paramLabel = "K=V",
      description =
          "The values it was installed with; namespaces, dialects, queues and webhook matter.")
  private Map<String, String> values = new LinkedHashMap<>();

  @Option(
      names = "--crds",
      description = "The definitions too, and with them EVERY JOB in the cluster.")
  private boolean definitions;

  @Option(
      names = "--with-namespace",
      description = "The operator's namespace too, and with it everything that is in it.")
  private boolean withNamespace;

  UninstallCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    var console = surroundings.console();
    var installed = installation.with(values);
    if (definitions) {
      console.say("Deleting the definitions deletes every job of their kinds.");
    }
    Manifests.toDelete(installed, definitions, withNamespace)
        .forEach(object -> console.result("---\n" + Trees.yaml(named(object)).stripTrailing()));
    return ExitStatus.DONE.code;
  }

  private static ObjectNode named(HasMetadata object) {
    var named = JsonNodeFactory.instance.objectNode();
    named.put("apiVersion", object.getApiVersion()).put("kind", object.getKind());
    var metadata = named.putObject("metadata").put("name", object.getMetadata().getName());
    Optional.ofNullable(object.getMetadata().getNamespace())
        .ifPresent(namespace -> metadata.put("namespace", namespace));
    return named;
  }
}
