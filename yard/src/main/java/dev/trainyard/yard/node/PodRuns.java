package dev.trainyard.yard.node;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The runs of all containers of one pod.
final class PodRuns {

  private final PodFiles files;
  private final String uid;
  private final InstantSource clock;
  private final Runnable changed;
  private final Map<String, ContainerRuns> known = new LinkedHashMap<>();

  PodRuns(PodFiles files, String uid, InstantSource clock, Runnable changed) {
    this.files = files;
    this.uid = uid;
    this.clock = clock;
    this.changed = changed;
  }

  ContainerRuns of(String container) {
    return known.computeIfAbsent(
        container, name -> new ContainerRuns(name, files.container(uid, name), clock, changed));
  }

  /// The runs that live, also of containers that the pod's object no longer tells us about.
  List<ContainerRuns> live() throws IOException {
    var live = new ArrayList<ContainerRuns>();
    for (var name : files.containers(uid)) {
      if (of(name).observe().live()) {
        live.add(of(name));
      }
    }
    return live;
  }

  /// Asks everything that lives to end; without a grace each container's own holds.
  void stop(Optional<Duration> grace) throws IOException {
    for (var container : live()) {
      container.stop(grace);
    }
  }

  void kill() throws IOException, InterruptedException {
    for (var container : live()) {
      container.kill();
    }
  }

  void unwatch() {
    known.values().forEach(ContainerRuns::unwatch);
  }
}
