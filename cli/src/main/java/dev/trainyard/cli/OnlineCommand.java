package dev.trainyard.cli;

import dev.trainyard.cli.cluster.Cluster;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import java.util.concurrent.Callable;

/// What commands that talk to a cluster do alike: connect, say to what, and explain its failures.
final class OnlineCommand {

  /// The work of a command, once it is connected.
  interface Work {
    ExitStatus with(Cluster cluster, Console console) throws Exception;
  }

  static int run(Surroundings surroundings, Talk talk, ClusterOptions options, Work work)
      throws Exception {
    var console = talk.console(surroundings);
    return explained(
        talk.inside(surroundings),
        () -> {
          try (var cluster = options.connect(surroundings, console)) {
            return work.with(cluster, console);
          }
        });
  }

  static int explained(Optional<? extends AutoCloseable> inside, Callable<ExitStatus> work)
      throws Exception {
    try {
      return work.call().code;
    } catch (KubernetesClientException e) {
      throw refusal(e);
    } finally {
      if (inside.isPresent()) {
        inside.get().close();
      }
    }
  }

  private static Refusal refusal(KubernetesClientException failure) {
    var why =
        Optional.ofNullable(failure.getStatus())
            .flatMap(status -> Optional.ofNullable(status.getMessage()))
            .orElseGet(() -> cause(failure));
    return failure.getCode() == 0
        ? new Refusal(ExitStatus.UNREACHABLE, "The cluster stopped answering: %s".formatted(why))
        : new Refusal(
            ExitStatus.FAILED,
            failure.getStatus() == null
                ? "The cluster answered with %d: %s".formatted(failure.getCode(), why)
                : why);
  }

  private static String cause(Throwable failure) {
    var cause = failure.getCause();
    return cause == null
        ? Optional.ofNullable(failure.getMessage()).orElseGet(failure::toString)
        : cause(cause);
  }

  private OnlineCommand() {}
}
