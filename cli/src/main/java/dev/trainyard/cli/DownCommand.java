package dev.trainyard.cli;

import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Clusters;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.local.YardHome;
import dev.trainyard.cli.run.Removal;
import dev.trainyard.yard.Holder;
import dev.trainyard.yard.node.supervisor.ProcessId;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `trainyard down`
@Command(
    description = "Stops the yard. Refuses while jobs run, unless forced.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  trainyard down --force"})
final class DownCommand implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofSeconds(45);

  /// How long a yard that does not answer may take to be gone.
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  private final Surroundings surroundings;

  @Mixin private final Talk talk = new Talk();

  @Option(names = "--force", description = "End and delete the jobs that still run.")
  private boolean force;

  DownCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    var console = talk.console(surroundings);
    return OnlineCommand.explained(
        talk.inside(surroundings),
        () -> {
          var home = new YardHome(surroundings.home());
          Holder holder;
          try (var cluster = reach(home)) {
            holder = home.holder().orElseThrow(() -> down(home));
            endJobs(cluster, holder.process(), console);
          }
          stop(home, holder.process());
          console.result("The yard of %s is down.".formatted(home.directory()));
          return ExitStatus.DONE;
        });
  }

  private Cluster reach(YardHome home) {
    return Clusters.findYard(ClusterOptions.theYard(), home.directory())
        .orElseThrow(() -> down(home));
  }

  private static Refusal down(YardHome home) {
    return new Refusal(ExitStatus.UNREACHABLE, "No yard is up in %s.".formatted(home.directory()));
  }

  /// A yard that goes meanwhile, because somebody else asked it to, has seen to its jobs.
  private void endJobs(Cluster cluster, ProcessId yard, Console console)
      throws InterruptedException {
    try {
      endJobs(cluster, console);
    } catch (KubernetesClientException e) {
      if (!ends(yard, LAST_WORDS)) {
        throw e;
      }
    }
  }

  private void endJobs(Cluster cluster, Console console) throws InterruptedException {
    var running = new Jobs(cluster).running();
    if (!running.isEmpty() && !force) {
      throw new Refusal(
          ExitStatus.FAILED,
          "Still running: %s. Wait for %s, delete %s, or end %s with `trainyard down --force`."
              .formatted(
                  running.stream().map(Job::described).collect(Collectors.joining(", ")),
                  running.size() == 1 ? "it" : "them",
                  running.size() == 1 ? "it" : "them",
                  running.size() == 1 ? "it" : "them"));
    }
    var removal = new Removal(cluster, PATIENCE);
    for (var job : running) {
      if (job.finished()) {
        removal.endLeftovers(job);
        console.say("What %s had left running is ended.".formatted(job.described()));
      } else {
        removal.remove(job);
        console.say("%s ended and deleted".formatted(job.described()));
      }
    }
  }

  /// The one that held the home when it proved to be the yard; nobody else who has its pid by now.
  private static void stop(YardHome home, ProcessId process) throws InterruptedException {
    process.terminate();
    if (!ends(process, PATIENCE)) {
      throw new Refusal(
          ExitStatus.TIMED_OUT,
          "The yard (pid %d) was asked to stop and has not after %d s: see %s."
              .formatted(process.pid(), PATIENCE.toSeconds(), home.log()));
    }
  }

  private static boolean ends(ProcessId process, Duration within) throws InterruptedException {
    try {
      var _ =
          ProcessHandle.of(process.pid())
              .filter(_ -> process.alive())
              .map(ProcessHandle::onExit)
              .orElseGet(() -> CompletableFuture.completedFuture(null))
              .get(within.toSeconds(), TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (TimeoutException _) {
      return false;
    }
  }
}
