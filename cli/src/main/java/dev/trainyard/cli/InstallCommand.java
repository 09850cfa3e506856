package dev.trainyard.cli;

import dev.trainyard.cli.install.Manifests;
import dev.trainyard.cli.manifests.Trees;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `trainyard install`
@Command(
    description = "Prints what a cluster needs to run Trainyard, as one YAML stream.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  trainyard install | kubectl apply --server-side -f -",
      "  trainyard install --set namespaces=team-a,team-b",
      "  trainyard install --appwrapper-set profile=mlbatch"
    })
final class InstallCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final InstallationOptions installation = new InstallationOptions();

  @Option(
      names = "--image",
      paramLabel = "IMAGE",
      description = "The image that holds Trainyard; trainyard/trainyard:VERSION otherwise.")
  private Optional<String> image = Optional.empty();

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "How many operators stand for election; 2 unless said otherwise.")
  private Optional<String> replicas = Optional.empty();

  @Option(
      names = "--set",
      paramLabel = "K=V",
      description =
          "Any of image, imagePullPolicy, replicas, namespaces, dialects, schedulers,"
              + " gangScheduler, initContainer, initContainerImage, initContainerTries,"
              + " cleanPodPolicy, petStandalone, capProcesses, clusterDomain, deadNodeGrace,"
              + " queues, webhook, cpu, memory, memoryLimit. Lists are separated by commas: --set"
              + " namespaces=team-a,team-b")
  private Map<String, String> values = new LinkedHashMap<>();

  @Mixin private final WrapperHabits wrappers = new WrapperHabits();
  @Mixin private final WorkloadHabits workloads = new WorkloadHabits();

  InstallCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    var all = new LinkedHashMap<>(values);
    image.ifPresent(name -> all.put("image", name));
    replicas.ifPresent(number -> all.put("replicas", number));
    var console = surroundings.console();
    var config = wrappers.said(surroundings, console, console::say).json();
    Manifests.of(installation.with(all).configured(config, workloads.words()))
        .forEach(object -> console.result("---\n" + Trees.yaml(Trees.of(object)).stripTrailing()));
    return ExitStatus.DONE.code;
  }
}
