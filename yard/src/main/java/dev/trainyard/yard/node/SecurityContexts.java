package dev.trainyard.yard.node;

import dev.trainyard.yard.node.ContainerStarter.Blocked;
import dev.trainyard.yard.node.view.Rights;
import dev.trainyard.yard.node.view.Rights.User;
import io.fabric8.kubernetes.api.model.Capabilities;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/// Who a container says it is and what it may do, as its own security context and that of its pod
/// have it.
///
/// @param root whether this node is root: only root can become somebody else or give rights away
/// @param switches whether programs are started as the users they name; without views they are not
record SecurityContexts(boolean root, boolean switches) {

  private static final String ALL = "ALL";

  static SecurityContexts here(boolean mounts) throws IOException {
    var root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    return new SecurityContexts(root, root && mounts);
  }

  /// @throws Blocked when the container must not start as things are
  Rights of(Pod pod, Container container) throws Blocked {
    var user = user(pod, container);
    checkNotRoot(pod, container, user);
    var own = Optional.ofNullable(container.getSecurityContext());
    var privileged = own.map(SecurityContext::getPrivileged).orElse(false);
    return new Rights(
        user,
        privileged ? Optional.empty() : Optional.of(capabilities(own)),
        own.map(SecurityContext::getAllowPrivilegeEscalation).orElse(true));
  }

  /// Who the container says it is. Only root can become somebody else.
  Optional<User> user(Pod pod, Container container) {
    var ofPod = Optional.ofNullable(pod.getSpec().getSecurityContext());
    var uid = runAsUser(pod, container);
    var gid =
        Optional.ofNullable(container.getSecurityContext())
            .map(SecurityContext::getRunAsGroup)
            .or(() -> ofPod.map(PodSecurityContext::getRunAsGroup));
    var groups = new ArrayList<Long>();
    ofPod.map(PodSecurityContext::getFsGroup).ifPresent(groups::add);
    ofPod.map(PodSecurityContext::getSupplementalGroups).ifPresent(groups::addAll);
    var asked = uid.isPresent() || gid.isPresent() || !groups.isEmpty();
    return asked && root
        ? Optional.of(new User(uid.orElse(0L), gid.orElse(0L), groups))
        : Optional.empty();
  }

  private static Optional<Long> runAsUser(Pod pod, Container container) {
    return Optional.ofNullable(container.getSecurityContext())
        .map(SecurityContext::getRunAsUser)
        .or(
            () ->
                Optional.ofNullable(pod.getSpec().getSecurityContext())
                    .map(PodSecurityContext::getRunAsUser));
  }

  /// In the words of the kubelet. What stands for the image here is the node's own user.
  private void checkNotRoot(Pod pod, Container container, Optional<User> user) throws Blocked {
    var forbidden =
        Optional.ofNullable(container.getSecurityContext())
            .map(SecurityContext::getRunAsNonRoot)
            .or(
                () ->
                    Optional.ofNullable(pod.getSpec().getSecurityContext())
                        .map(PodSecurityContext::getRunAsNonRoot))
            .orElse(false);
    if (!forbidden) {
      return;
    }
    var metadata = pod.getMetadata();
    var where =
        "(pod: \"%s_%s(%s)\", container: %s)"
            .formatted(
                metadata.getName(),
                metadata.getNamespace(),
                metadata.getUid(),
                container.getName());
    if (runAsUser(pod, container).filter(uid -> uid == 0).isPresent()) {
      throw new Blocked(
          "CreateContainerConfigError", "container's runAsUser breaks non-root policy " + where);
    }
    if (root && (!switches || user.map(User::uid).orElse(0L) == 0)) {
      throw new Blocked(
          "CreateContainerConfigError",
          "container has runAsNonRoot and image will run as root " + where);
    }
  }

  private static Set<String> capabilities(Optional<SecurityContext> context) throws Blocked {
    var added = named(context, Capabilities::getAdd);
    var dropped = named(context, Capabilities::getDrop);
    var kept = new TreeSet<String>();
    if (added.contains(ALL)) {
      kept.addAll(Rights.KNOWN);
    } else if (!dropped.contains(ALL)) {
      kept.addAll(Rights.USUAL);
    }
    for (var name : dropped) {
      kept.remove(word(name));
    }
    for (var name : added) {
      if (!name.equals(ALL)) {
        kept.add(known(name));
      }
    }
    return kept;
  }

  private static List<String> named(
      Optional<SecurityContext> context, Function<Capabilities, List<String>> which) {
    return context
        .flatMap(it -> Optional.ofNullable(it.getCapabilities()))
        .map(which)
        .orElse(List.of());
  }

  private static String known(String name) throws Blocked {
    if (!Rights.KNOWN.contains(word(name))) {
      throw new Blocked(
          "CreateContainerError", "unknown capability to add: \"%s\"".formatted(name));
    }
    return word(name);
  }

  /// `NET_ADMIN` and `CAP_NET_ADMIN` are the same.
  private static String word(String name) {
    var small = name.toLowerCase(Locale.ROOT);
    return small.startsWith("cap_") ? small.substring("cap_".length()) : small;
  }
}
