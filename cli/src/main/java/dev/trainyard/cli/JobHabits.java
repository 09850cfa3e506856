package dev.trainyard.cli;

import dev.trainyard.cli.local.UsualSettings;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.GangScheduler;
import dev.trainyard.dialects.Settings.Habits;
import dev.trainyard.dialects.Settings.MasterWait;
import dev.trainyard.dialects.WaitTemplate;
import dev.trainyard.dialects.pods.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// What an administrator sets for every job.
final class JobHabits {

  /// Where deployments of Kubeflow's operator mount the template.
  static final Path MOUNTED_TEMPLATE = Path.of("/etc/config/initContainer.yaml");

  private static final List<String> CLEAN_POD_POLICIES = List.of("None", "Running", "All");
  private static final List<String> STANDALONE = List.of("", "1");

  @Option(
      names = "--gang-scheduler-name",
      paramLabel = "NAME",
      description =
          "Make a PodGroup for every job: `volcano` for Volcano, any other name for a scheduler"
              + " with the coscheduling plugin.")
  private Optional<String> gangScheduler = Optional.empty();

  @Option(
      names = "--pytorch-init-container",
      paramLabel = "on|off",
      description = "Whether workers wait in an init container until their master has an address.")
  private Optional<Switch> wait = Optional.empty();

  @Option(
      names = "--pytorch-init-container-image",
      paramLabel = "IMAGE",
      description = "The image in which workers wait for their master.")
  private Optional<String> waitImage = Optional.empty();

  @Option(
      names = "--pytorch-init-container-max-tries",
      paramLabel = "N",
      description = "How often they look for it; 0 for as long as it takes.")
  private Optional<Integer> waitTries = Optional.empty();

  @Option(
      names = "--pytorch-init-container-template-file",
      paramLabel = "FILE",
      description =
          "A YAML list of init containers in its place, with {{.MasterAddr}},"
              + " {{.InitContainerImage}} and {{.MaxTries}}.")
  private Optional<Path> waitTemplate = Optional.empty();

  @Option(
      names = "--default-clean-pod-policy",
      paramLabel = "POLICY",
      description = "None, Running or All, for jobs that name none; None unless said otherwise.")
  private Optional<String> cleanPodPolicy = Optional.empty();

  @Option(
      names = "--pet-standalone",
      paramLabel = "VALUE",
      description =
          "What PET_STANDALONE is set to: nothing, as documented, or 1, which torchrun can read.")
  private Optional<String> standalone = Optional.empty();

  @Option(
      names = "--cap-processes",
      description =
          "Give torchrun the CPU limit of a pod without GPUs instead of `auto`, which counts the"
              + " cores of its node.")
  private boolean capsProcesses;

  @Option(
      names = "--cluster-domain",
      paramLabel = "DOMAIN",
      description =
          "What the hosts in the lists of MPIJobs end with, such as cluster.local; nothing unless"
              + " said otherwise.")
  private Optional<String> clusterDomain = Optional.empty();

  @Option(
      names = "--dead-node-grace",
      paramLabel = "SECONDS",
      description =
          "How long after its own grace a pod that cannot leave a dead node is waited for; 60"
              + " unless said otherwise, 0 for ever.")
  private Optional<Integer> deadNodeGrace = Optional.empty();

  enum Switch {
    on,
    off
  }

  /// With the template of a file that happens to be there, where none is named.
  JobHabits mounted(Path file) {
    if (waitTemplate.isEmpty() && Files.isReadable(file)) {
      waitTemplate = Optional.of(file);
    }
    return this;
  }

  Settings settings(Settings.Place place) {
    var usual = UsualSettings.at(place);
    return usual
        .with(masterWait())
        .with(gangScheduler.filter(name -> !name.isEmpty()).map(GangScheduler::named))
        .with(
            new Habits(
                oneOf("--default-clean-pod-policy", cleanPodPolicy, CLEAN_POD_POLICIES),
                oneOf("--pet-standalone", standalone, STANDALONE),
                capsProcesses))
        .inDomain(domain())
        .fencingAfter(
            deadNodeGrace.isEmpty()
                ? usual.fenceAfter()
                : deadNodeGrace
                    .map(seconds -> notNegative("--dead-node-grace", seconds))
                    .filter(seconds -> seconds > 0)
                    .map(Duration::ofSeconds));
  }

  private Optional<String> domain() {
    var domain = clusterDomain.filter(name -> !name.isEmpty());
    domain
        .flatMap(name -> Names.reference("--cluster-domain", name))
        .ifPresent(
            problem -> {
              throw new Refusal(ExitStatus.INVALID, "%s.".formatted(problem));
            });
    return domain;
  }

  private MasterWait masterWait() {
    var usual = MasterWait.usual();
    return new MasterWait(
        wait.map(set -> set == Switch.on).orElse(usual.enabled()),
        waitImage.orElse(usual.image()),
        notNegative("--pytorch-init-container-max-tries", waitTries.orElse(usual.tries())),
        waitTemplate.map(JobHabits::template));
  }

  private static WaitTemplate template(Path file) {
    try {
      return new WaitTemplate(Files.readString(file));
    } catch (IOException e) {
      throw invalid("--pytorch-init-container-template-file", "cannot be read: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw invalid(
          "--pytorch-init-container-template-file", "%s: %s".formatted(file, e.getMessage()));
    }
  }

  /// The first choice holds where nothing is said.
  private static String oneOf(String option, Optional<String> value, List<String> choices) {
    var chosen = value.orElse(choices.getFirst());
    if (!choices.contains(chosen)) {
      throw invalid(
          option,
          "\"%s\" is not one of %s"
              .formatted(
                  chosen,
                  String.join(
                      ", ", choices.stream().map(one -> one.isEmpty() ? "\"\"" : one).toList())));
    }
    return chosen;
  }

  private static int notNegative(String option, int number) {
    if (number < 0) {
      throw invalid(option, "%d is negative".formatted(number));
    }
    return number;
  }

  private static Refusal invalid(String option, String why) {
    return new Refusal(ExitStatus.INVALID, "%s: %s.".formatted(option, why));
  }
}
