package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecurityContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a pod asks for its security that a node of processes does not see to.
public final class Unenforced {

  private static final Set<String> FILTERED = Set.of("RuntimeDefault", "Localhost");

  /// Why system calls are not filtered on this machine, if so.
  public interface Filtering {
    Optional<String> obstacle() throws IOException;
  }

  /// A sentence each, without a full stop.
  ///
  /// @param root whether the node is root
  public static List<String> of(PodSpec pod, boolean root, Filtering filtering) throws IOException {
    var told = new ArrayList<String>();
    var ofPod = Optional.ofNullable(pod.getSecurityContext());
    var own =
        Stream.concat(pod.getInitContainers().stream(), pod.getContainers().stream())
            .map(Container::getSecurityContext)
            .filter(Objects::nonNull)
            .toList();
    told.addAll(unfiltered(pod, filtering));
    if (ofPod
            .map(PodSecurityContext::getAppArmorProfile)
            .filter(it -> FILTERED.contains(it.getType()))
            .isPresent()
        || own.stream()
            .map(SecurityContext::getAppArmorProfile)
            .anyMatch(it -> it != null && FILTERED.contains(it.getType()))) {
      told.add("appArmorProfile is not enforced on this machine");
    }
    if (ofPod.map(PodSecurityContext::getSeLinuxOptions).isPresent()
        || own.stream().anyMatch(it -> it.getSeLinuxOptions() != null)) {
      told.add("seLinuxOptions are not enforced on this machine");
    }
    if (ofPod.map(PodSecurityContext::getSysctls).filter(it -> !it.isEmpty()).isPresent()) {
      told.add("sysctls are not set: pods share this machine's kernel settings");
    }
    if (!root) {
      told.addAll(ofAnOrdinaryUser(ofPod, own));
    }
    return told;
  }

  private static List<String> unfiltered(PodSpec pod, Filtering filtering) throws IOException {
    var profiles =
        Stream.concat(pod.getInitContainers().stream(), pod.getContainers().stream())
            .flatMap(container -> SystemCallFilters.profile(pod, container).stream())
            .collect(Collectors.toSet());
    var told = new ArrayList<String>();
    if (profiles.contains("RuntimeDefault")) {
      filtering
          .obstacle()
          .map("seccompProfile is not enforced, system calls are not filtered here: %s"::formatted)
          .ifPresent(told::add);
    }
    if (profiles.contains("Localhost")) {
      told.add(
          "seccompProfile is not enforced: this machine has no profiles of its own; use"
              + " RuntimeDefault");
    }
    return told;
  }

  private static List<String> ofAnOrdinaryUser(
      Optional<PodSecurityContext> ofPod, List<SecurityContext> own) {
    var told = new ArrayList<String>();
    if (ofPod.map(PodSecurityContext::getRunAsUser).isPresent()
        || own.stream().anyMatch(it -> it.getRunAsUser() != null)) {
      told.add("runAsUser is not followed: the yard is not root, and everything runs as its user");
    }
    if (own.stream()
        .anyMatch(
            it ->
                Boolean.TRUE.equals(it.getPrivileged())
                    || (it.getCapabilities() != null
                        && !it.getCapabilities().getAdd().isEmpty()))) {
      told.add("capabilities cannot be added: the yard is not root and has none to give");
    }
    return told;
  }

  private Unenforced() {}
}
