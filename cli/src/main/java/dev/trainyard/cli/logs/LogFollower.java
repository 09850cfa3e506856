package dev.trainyard.cli.logs;

import dev.trainyard.cli.cluster.Replica;
import dev.trainyard.cli.logs.ContainerFollower.Target;
import dev.trainyard.cli.logs.PodLog.Line;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/// Follows every container of a job's pods, from the first that starts to the last that ends.
public final class LogFollower implements AutoCloseable {

  /// A container that has ended is read to its end well within this.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration GLANCE = Duration.ofMillis(200);

  private final KubernetesClient client;
  private final Optional<Archive> archive;
  private final OptionalLong tail;
  private final BiConsumer<String, Line> lines;
  private final Map<Key, ContainerFollower> followers = new LinkedHashMap<>();

  private record Key(String podUid, String container) {}

  /// @param archive where logs of pods that are gone are found
  /// @param lines told the replica (with the container, where it has several) and the line
  public LogFollower(
      KubernetesClient client,
      Optional<Archive> archive,
      OptionalLong tail,
      BiConsumer<String, Line> lines) {
    this.client = client;
    this.archive = archive;
    this.tail = tail;
    this.lines = lines;
  }

  /// The replicas as they are now. Those no longer listed are gone.
  public void look(List<Replica> replicas) {
    for (var replica : replicas) {
      replica.containerNames().forEach(container -> look(replica, container));
    }
    var there = replicas.stream().map(Replica::uid).collect(Collectors.toSet());
    followers.forEach(
        (key, follower) -> {
          if (!there.contains(key.podUid())) {
            follower.lookInVain();
          }
        });
  }

  private void look(Replica replica, String container) {
    var status =
        replica.containers().filter(known -> known.getName().equals(container)).findFirst();
    followers
        .computeIfAbsent(new Key(replica.uid(), container), _ -> follow(replica, container))
        .look(status, replica.ended());
  }

  private ContainerFollower follow(Replica replica, String container) {
    var metadata = replica.pod().getMetadata();
    var prefix = replica.prefix(container);
    return new ContainerFollower(
        client,
        new Target(metadata.getNamespace(), metadata.getName(), metadata.getUid(), container),
        archive,
        tail,
        line -> lines.accept(prefix, line));
  }

  /// Waits until all that the ended replicas printed has been handed on. The others are left.
  ///
  /// @param look brings the newest news of the replicas, for their pods may go meanwhile
  public void finish(Runnable look) throws InterruptedException {
    var deadline = Instant.now().plus(PATIENCE);
    for (var follower : List.copyOf(followers.values())) {
      while (!follower.awaitEnd(GLANCE) && Instant.now().isBefore(deadline)) {
        look.run();
      }
      follower.finish();
    }
  }

  /// The last lines that a container of this pod printed.
  public List<String> lastLines(String podUid, String container) {
    return Optional.ofNullable(followers.get(new Key(podUid, container)))
        .map(ContainerFollower::lastLines)
        .orElse(List.of());
  }

  @Override
  public void close() {
    followers.values().forEach(ContainerFollower::close);
  }
}
