package dev.trainyard.yard.node;

import dev.trainyard.yard.node.gates.SystemCalls;
import dev.trainyard.yard.node.supervisor.RunFiles;
import dev.trainyard.yard.node.view.Rights;
import dev.trainyard.yard.node.view.Views;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SeccompProfile;
import io.fabric8.kubernetes.api.model.SecurityContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// Filters the system calls of those containers whose `seccompProfile` is `RuntimeDefault`.
///
/// Whether this machine can is found out when the first of them asks for it.
public final class SystemCallFilters {

  private final Path home;
  private Optional<Finding> finding = Optional.empty();

  private record Finding(Optional<String> obstacle) {}

  /// @param home where something may be tried
  public SystemCallFilters(Path home) {
    this.home = home;
  }

  /// The type of the profile that holds for the container, if one was asked for. One that is
  /// privileged has none, as at runtimes.
  static Optional<String> profile(PodSpec pod, Container container) {
    var own = Optional.ofNullable(container.getSecurityContext());
    return own.map(SecurityContext::getPrivileged).orElse(false)
        ? Optional.empty()
        : own.map(SecurityContext::getSeccompProfile)
            .or(
                () ->
                    Optional.ofNullable(pod.getSecurityContext())
                        .map(PodSecurityContext::getSeccompProfile))
            .map(SeccompProfile::getType);
  }

  /// Why no system calls are filtered here, if so.
  public synchronized Optional<String> obstacle() throws IOException {
    if (finding.isEmpty()) {
      var views = Views.obstacle(home);
      finding = Optional.of(new Finding(views.isPresent() ? views : SystemCalls.obstacle(home)));
    }
    return finding.get().obstacle();
  }

  /// The gate through which the programs of this run go, if they go through one.
  Optional<Path> gate(PodSpec pod, Container container, Rights rights, RunFiles run)
      throws IOException {
    if (profile(pod, container).filter("RuntimeDefault"::equals).isEmpty()
        || obstacle().isPresent()) {
      return Optional.empty();
    }
    Files.createDirectories(run.directory());
    return SystemCalls.gate(run.gate(), rights.capabilities().orElse(Set.of()));
  }
}
