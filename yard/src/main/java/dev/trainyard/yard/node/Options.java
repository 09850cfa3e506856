package dev.trainyard.yard.node;

import dev.trainyard.yard.node.Lifecycle.Backoff;
import dev.trainyard.yard.node.network.Networking;
import dev.trainyard.yard.node.supervisor.RunSpec.LogLimits;
import dev.trainyard.yard.node.view.Mounting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;

/// How a node runs.
///
/// @param home where the node keeps what it must know after a crash; one node at a time per home
/// @param keptPods how many pods' logs stay after the pods are gone
/// @param notice told, once each, the things a person should know about this machine
public record Options(
    String nodeName,
    Path home,
    Networking networking,
    Mounting mounting,
    InstantSource clock,
    Duration initialBackoff,
    LogLimits logs,
    int keptPods,
    Consumer<String> notice) {

  private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(5);
  private static final Duration CALM = Duration.ofMinutes(10);

  public Options {
    home = home.toAbsolutePath().normalize();
  }

  public static Options of(String nodeName, Path home) {
    return new Options(
        nodeName,
        home,
        Networking.AUTO,
        Mounting.AUTO,
        InstantSource.system(),
        Duration.ofSeconds(10),
        LogLimits.DEFAULT,
        200,
        _ -> {});
  }

  public Options withNetworking(Networking networking) {
    return new Options(
        nodeName, home, networking, mounting, clock, initialBackoff, logs, keptPods, notice);
  }

  public Options withMounting(Mounting mounting) {
    return new Options(
        nodeName, home, networking, mounting, clock, initialBackoff, logs, keptPods, notice);
  }

  public Options withInitialBackoff(Duration initialBackoff) {
    return new Options(
        nodeName, home, networking, mounting, clock, initialBackoff, logs, keptPods, notice);
  }

  public Options withLogs(LogLimits logs, int keptPods) {
    return new Options(
        nodeName, home, networking, mounting, clock, initialBackoff, logs, keptPods, notice);
  }

  public Options withNotice(Consumer<String> notice) {
    return new Options(
        nodeName, home, networking, mounting, clock, initialBackoff, logs, keptPods, notice);
  }

  Backoff backoff() {
    return new Backoff(initialBackoff, LONGEST_BACKOFF, CALM);
  }
}
