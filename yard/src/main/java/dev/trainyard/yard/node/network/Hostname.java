package dev.trainyard.yard.node.network;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/// What a pod calls itself.
public final class Hostname {

  /// The kernel would take one more, but no resolver does.
  private static final int LONGEST = 63;

  public static String ofPod(Pod pod) {
    var name =
        Optional.ofNullable(pod.getSpec().getHostname())
            .filter(given -> !given.isEmpty())
            .orElse(pod.getMetadata().getName());
    return name.length() > LONGEST ? name.substring(0, LONGEST) : name;
  }

  private Hostname() {}
}
