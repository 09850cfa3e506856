package dev.trainyard.cli.local;

import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.yard.Access;
import dev.trainyard.yard.Holder;
import dev.trainyard.yard.YardException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The directory a yard lives in, as seen by a command that may be another process.
public record YardHome(Path directory) {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  public Path kubeconfig() {
    return directory.resolve("kubeconfig");
  }

  /// Where its yard is found, or was last.
  public URI address() {
    return access().map(Access::address).orElse(URI.create("https://127.0.0.1"));
  }

  public Path log() {
    return directory.resolve("yard.log");
  }

  /// What a yard in the background said before it was up, or why it never was.
  Path complaints() {
    return directory.resolve("yard.err");
  }

  /// Where pods' files are.
  public Path node() {
    return directory.resolve("node");
  }

  /// Where what the pods of a namespace printed is, also of those that are gone.
  public Path logsOf(String namespace) {
    return node().resolve("logs").resolve(namespace);
  }

  /// The jobs of this home that are over.
  public Path history() {
    return directory.resolve("history.jsonl");
  }

  /// The yard of this home, if one is up. It has proved then that it is the one.
  ///
  /// @throws Refusal when its process is there and does not answer
  public Optional<Access> running() {
    var holder = Holder.of(directory);
    return holder.isEmpty()
        ? Optional.empty()
        : access().map(access -> reached(holder.get(), access));
  }

  /// The process that holds this home.
  public Optional<Holder> holder() {
    return Holder.of(directory);
  }

  private Optional<Access> access() {
    try {
      return Access.of(directory);
    } catch (YardException e) {
      throw new Refusal(ExitStatus.UNREACHABLE, String.valueOf(e.getMessage()));
    }
  }

  private Access reached(Holder holder, Access access) {
    requireAwake(holder);
    try {
      if (access.answers(PATIENCE)) {
        return access;
      }
      throw silent(holder, "what listens on its port does not take its token");
    } catch (IOException e) {
      requireAwake(holder);
      throw silent(holder, String.valueOf(e.getMessage()));
    }
  }

  /// A process that was stopped answers nobody, and would keep everybody waiting.
  private void requireAwake(Holder holder) {
    if (holder.process().stopped()) {
      throw new Refusal(
          ExitStatus.UNREACHABLE,
          "The yard of %s (pid %d) is stopped: `kill -CONT %d` lets it go on."
              .formatted(directory, holder.pid(), holder.pid()));
    }
  }

  private Refusal silent(Holder holder, String why) {
    return new Refusal(
        ExitStatus.UNREACHABLE,
        "The yard of %s (pid %d) does not answer (%s): see %s, or end it with `kill %d`."
            .formatted(directory, holder.pid(), why, log(), holder.pid()));
  }
}
