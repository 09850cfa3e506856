package dev.trainyard.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.manifests.Document;
import dev.trainyard.cli.manifests.Documents;
import dev.trainyard.cli.run.Removal;
import dev.trainyard.cli.run.Submission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `trainyard delete`
@Command(
    description = "Deletes jobs, or everything in manifests.",
    mixinStandardHelpOptions = true,
    footer = {"", "Examples:", "  trainyard delete demo --wait", "  trainyard delete -f job.yaml"})
final class DeleteCommand implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Surroundings surroundings;

  @Mixin private final Connection connection = new Connection();

  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE",
      description = "Delete what is in this manifest.")
  private List<String> files = new ArrayList<>();

  @Option(names = "--wait", description = "Return once the jobs and their pods are gone.")
  private boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long to wait (2m unless told).")
  private Optional<Duration> timeout = Optional.empty();

  @Parameters(arity = "0..*", paramLabel = "NAME", description = "NAME or KIND/NAME.")
  private List<String> names = new ArrayList<>();

  DeleteCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    if (names.isEmpty() == files.isEmpty()) {
      throw new Refusal(
          ExitStatus.INVALID, "Name the jobs to delete, or a manifest with -f, but not both.");
    }
    var console = connection.talk().console(surroundings);
    var manifests =
        files.isEmpty()
            ? List.<Document>of()
            : Documents.read(surroundings, files).orRefuse(console);
    var wanted = names.stream().map(Jobs.Name::parse).toList();
    return connection.use(
        surroundings,
        (cluster, _) ->
            files.isEmpty()
                ? deleteNamed(cluster, wanted, console)
                : deleteListed(cluster, manifests.stream().map(Document::json).toList(), console));
  }

  /// All are found before the first is deleted.
  private ExitStatus deleteNamed(Cluster cluster, List<Jobs.Name> wanted, Console console)
      throws InterruptedException {
    var jobs = new Jobs(cluster);
    for (var job : wanted.stream().map(jobs::find).toList()) {
      delete(cluster, job, console);
    }
    return ExitStatus.DONE;
  }

  /// In reverse, as things may need what was written before them.
  private ExitStatus deleteListed(Cluster cluster, List<ObjectNode> manifests, Console console)
      throws InterruptedException {
    var jobs = new Jobs(cluster);
    var submission = new Submission(cluster);
    var missing = new ArrayList<String>();
    for (var manifest : manifests.reversed()) {
      var name = manifest.at("/metadata/name").asText();
      var kind = Submission.kind(manifest);
      var job = kind.flatMap(known -> jobs.find(known, submission.namespace(manifest), name));
      if (job.isPresent()) {
        delete(cluster, job.get(), console);
      } else if (kind.isEmpty() && submission.delete(manifest)) {
        console.result("%s deleted".formatted(Submission.reference(manifest)));
      } else {
        missing.add(Submission.reference(manifest));
      }
    }
    if (!missing.isEmpty()) {
      throw new Refusal(
          ExitStatus.FAILED,
          missing.stream().map("%s is not there; nothing to delete."::formatted).toList());
    }
    return ExitStatus.DONE;
  }

  private void delete(Cluster cluster, Job job, Console console) throws InterruptedException {
    if (wait) {
      new Removal(cluster, timeout.orElse(PATIENCE)).remove(job);
    } else {
      var _ = new Submission(cluster).delete(job.json());
    }
    console.result("%s deleted".formatted(job.reference()));
  }
}
