package dev.trainyard.yard.node;

import dev.trainyard.yard.node.Lifecycle.Backoff;
import dev.trainyard.yard.node.network.Networking;
import dev.trainyard.yard.node.supervisor.RunSpec.LogLimits;
import dev.trainyard.yard.node.view.Mounting;
import dev.trainyard.yard.streams.Doorway;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// How a node runs.
///
/// @param home where the node keeps what it must know after a crash; one node at a time per home
/// @param hidden directories of this machine that no container may look into, the home among them
/// @param keptPods how many pods' logs stay after the pods are gone
/// @param notice told, once each, the things a person should know about this machine
public record Options(
    String nodeName,
    Path home,
    List<Path> hidden,
    Networking networking,
    Mounting mounting,
    Limiting limiting,
    Doorway doorway,
    InstantSource clock,
    Duration initialBackoff,
    LogLimits logs,
    int keptPods,
    Consumer<String> notice) {

  private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(5);
  private static final Duration CALM = Duration.ofMinutes(10);

  public Options {
    home = home.toAbsolutePath().normalize();
    hidden =
        outermost(
            Stream.concat(Stream.of(home), hidden.stream())
                .map(path -> path.toAbsolutePath().normalize())
                .distinct()
                .toList());
  }

  /// What is inside another is hidden with it.
  private static List<Path> outermost(List<Path> paths) {
    return paths.stream()
        .filter(path -> paths.stream().noneMatch(it -> !it.equals(path) && path.startsWith(it)))
        .toList();
  }

  public static Options of(String nodeName, Path home) {
    return new Options(
        nodeName,
        home,
        List.of(),
        Networking.AUTO,
        Mounting.AUTO,
        Limiting.AUTO,
        Doorway.none(),
        InstantSource.system(),
        Duration.ofSeconds(10),
        LogLimits.DEFAULT,
        200,
        _ -> {});
  }

  /// Containers see nothing of these either.
  public Options withHidden(List<Path> hidden) {
    return new Options(
        nodeName,
        home,
        hidden,
        networking,
        mounting,
        limiting,
        doorway,
        clock,
        initialBackoff,
        logs,
        keptPods,
        notice);
  }

  public Options withNetworking(Networking networking) {
    return new Options(
        nodeName,
        home,
        hidden,
        networking,
        mounting,
        limiting,
        doorway,
        clock,
        initialBackoff,
        logs,
        keptPods,
        notice);
  }

  public Options withMounting(Mounting mounting) {
    return new Options(
        nodeName,
        home,
        hidden,
        networking,
        mounting,
        limiting,
        doorway,
        clock,
        initialBackoff,
        logs,
        keptPods,
        notice);
  }

  public Options withLimiting(Limiting limiting) {
    return new Options(
        nodeName,
        home,
        hidden,
        networking,
        mounting,
        limiting,
        doorway,
        clock,
        initialBackoff,
        logs,
        keptPods,
        notice);
  }

  /// How pods with networks of their own reach an API that listens on loopback only.
  public Options withDoorway(Doorway doorway) {
    return new Options(
        nodeName,
        home,
        hidden,
        networking,
        mounting,
        limiting,
        doorway,
        clock,
        initialBackoff,
        logs,
        keptPods,
        notice);
  }

  public Options withInitialBackoff(Duration initialBackoff) {
    return new Options(
        nodeName,
        home,
        hidden,
        networking,
        mounting,
        limiting,
        doorway,
        clock,
        initialBackoff,
        logs,
        keptPods,
        notice);
  }

  public Options withLogs(LogLimits logs, int keptPods) {
    return new Options(
        nodeName,
        home,
        hidden,
        networking,
        mounting,
        limiting,
        doorway,
        clock,
        initialBackoff,
        logs,
        keptPods,
        notice);
  }

  public Options withNotice(Consumer<String> notice) {
    return new Options(
        nodeName,
        home,
        hidden,
        networking,
        mounting,
        limiting,
        doorway,
        clock,
        initialBackoff,
        logs,
        keptPods,
        notice);
  }

  Backoff backoff() {
    return new Backoff(initialBackoff, LONGEST_BACKOFF, CALM);
  }
}
