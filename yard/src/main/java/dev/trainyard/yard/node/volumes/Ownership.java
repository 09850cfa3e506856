package dev.trainyard.yard.node.volumes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Who may use a pod's volumes. Only a node that is root can give files away; elsewhere everything
/// belongs to the user who runs the node, and so do the pods.
///
/// @param group the pod's `fsGroup`
/// @param others containers of the pod run as users other than the node's
record Ownership(Optional<Long> group, boolean others) {

  private static final int GROUP_READS = 0440;
  private static final int GROUP_WRITES = 02770;

  static Ownership of(Pod pod) throws IOException {
    if (!Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
      return new Ownership(Optional.empty(), false);
    }
    var context = Optional.ofNullable(pod.getSpec().getSecurityContext());
    var others =
        context.map(PodSecurityContext::getRunAsUser).filter(user -> user != 0).isPresent()
            || Stream.concat(
                    pod.getSpec().getContainers().stream(),
                    pod.getSpec().getInitContainers().stream())
                .map(Container::getSecurityContext)
                .anyMatch(
                    own -> own != null && own.getRunAsUser() != null && own.getRunAsUser() != 0);
    return new Ownership(context.map(PodSecurityContext::getFsGroup), others);
  }

  /// The permissions of a file that the group must be able to read.
  int mode(int wanted) {
    return group.isPresent() ? wanted | GROUP_READS : wanted;
  }

  /// Gives a tree of files to the group.
  void give(Path tree) throws IOException {
    if (group.isEmpty()) {
      return;
    }
    try (var paths = Files.walk(tree)) {
      for (var path : paths.toList()) {
        Files.setAttribute(path, "unix:gid", group.get().intValue(), LinkOption.NOFOLLOW_LINKS);
      }
    }
  }

  /// Lets a directory's users write: the group where there is one, else everybody who can reach it.
  void open(Path directory, int mode) throws IOException {
    if (group.isPresent()) {
      Files.setAttribute(directory, "unix:gid", group.get().intValue());
      Files.setAttribute(directory, "unix:mode", mode | GROUP_WRITES);
    } else {
      Files.setAttribute(directory, "unix:mode", mode);
    }
  }
}
