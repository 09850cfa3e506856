package dev.trainyard.yard.node;

import dev.trainyard.yard.node.cgroups.Bounds;
import dev.trainyard.yard.node.cgroups.Cgroups;
import dev.trainyard.yard.node.cgroups.Cgroups.Found;
import dev.trainyard.yard.node.cgroups.Entry;
import dev.trainyard.yard.node.supervisor.RunFiles;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Keeps containers within their limits, or says that nobody does.
final class Limits implements AutoCloseable {

  private final Found found;

  private Limits(Found found) {
    this.found = found;
  }

  /// Chosen once, when the node starts; the options' notice is told one line.
  static Limits choose(Options options) throws IOException {
    var found =
        switch (options.limiting()) {
          case NEVER -> new Found.Nowhere("as asked");
          case AUTO -> Cgroups.find(options.home(), Machine.forPods());
        };
    options
        .notice()
        .accept(
            switch (found) {
              case Found.Here(var cgroups) ->
                  "Limits of pods are kept by cgroups (%s)."
                      .formatted(String.join(", ", cgroups.controllers()));
              case Found.Nowhere(var why) ->
                  "Limits of CPU and memory are not kept: %s.".formatted(why);
            });
    return new Limits(found);
  }

  /// The words that bring a program within the limits of its container.
  List<String> enter(Pod pod, Container container, RunFiles run) throws IOException {
    var groups =
        switch (found) {
          case Found.Here(var cgroups) -> cgroups.prepare(pod, container);
          case Found.Nowhere _ -> List.<Path>of();
        };
    Files.createDirectories(run.directory());
    run.cgroups(groups);
    return Entry.into(groups, Optional.of(Sacrifice.of(pod, container, Machine.memory())));
  }

  /// What a person should know about a container that asks for more than is kept here.
  Optional<String> unkept(Container container) {
    return switch (found) {
      case Found.Nowhere(var why) when Bounds.of(container).limited() ->
          Optional.of(
              "The limits of container %s are not kept on this machine: %s."
                  .formatted(container.getName(), why));
      case Found.Nowhere _, Found.Here _ -> Optional.empty();
    };
  }

  /// Nothing of the pod is to run any more.
  void leave(String uid) throws IOException {
    if (found instanceof Found.Here(var cgroups)) {
      cgroups.leave(uid);
    }
  }

  void keepOnly(Set<String> uids) throws IOException {
    if (found instanceof Found.Here(var cgroups)) {
      cgroups.keepOnly(uids);
    }
  }

  @Override
  public void close() throws IOException {
    if (found instanceof Found.Here(var cgroups)) {
      cgroups.close();
    }
  }
}
