package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The init container that PyTorchJobs add to workers. All it does is ask a DNS server for the
/// master until there is an answer; the node knows that answer itself.
record MasterWait(String host) {

  private static final String NAME = "init-pytorch";
  private static final Pattern ASKED = Pattern.compile("nslookup\\s+([A-Za-z0-9][A-Za-z0-9.-]*)");
  private static final Set<String> STARTED = Set.of("Running", "Succeeded", "Failed");

  static Optional<MasterWait> of(Container container) {
    if (!container.getName().equals(NAME)) {
      return Optional.empty();
    }
    var words =
        String.join(
            " ",
            Stream.concat(container.getCommand().stream(), container.getArgs().stream()).toList());
    var asked = ASKED.matcher(words);
    return asked.find() ? Optional.of(new MasterWait(asked.group(1))) : Optional.empty();
  }

  /// A Service of the master's own name stands for the pod of that name.
  boolean over(String namespace, Collection<Pod> pods) {
    var dot = host.indexOf('.');
    var name = dot < 0 ? host : host.substring(0, dot);
    return pods.stream()
        .filter(pod -> pod.getMetadata().getNamespace().equals(namespace))
        .filter(pod -> pod.getMetadata().getName().equals(name))
        .anyMatch(pod -> pod.getStatus() != null && STARTED.contains(phase(pod)));
  }

  private static String phase(Pod pod) {
    return Optional.ofNullable(pod.getStatus().getPhase()).orElse("Pending");
  }
}
