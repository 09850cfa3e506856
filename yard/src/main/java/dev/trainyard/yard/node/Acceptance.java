package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Whether a node can take a pod at all. Names become directories, host names and lines of files
/// here; an API server checks them, and a node does not rely on it.
final class Acceptance {

  private static final int LONGEST_LABEL = 63;
  private static final int LONGEST_NAME = 253;
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-.a-z0-9]*[a-z0-9])?");
  private static final Pattern UID = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9]{0,126})");

  /// Whether a pod with this uid could have a directory of its own.
  static boolean isUid(String uid) {
    return uid != null && UID.matcher(uid).matches();
  }

  /// Everything that speaks against the pod, as one text.
  static Optional<String> refusal(Pod pod) {
    var problems = new ArrayList<String>();
    var spec = pod.getSpec();
    name(problems, "metadata.name", pod.getMetadata().getName());
    label(problems, "metadata.namespace", pod.getMetadata().getNamespace());
    containers(problems, "spec.initContainers", spec.getInitContainers());
    containers(problems, "spec.containers", spec.getContainers());
    for (int i = 0; i < spec.getVolumes().size(); i++) {
      volume(problems, "spec.volumes[%d]".formatted(i), spec.getVolumes().get(i));
    }
    given(spec.getHostname()).ifPresent(it -> label(problems, "spec.hostname", it));
    given(spec.getSubdomain()).ifPresent(it -> label(problems, "spec.subdomain", it));
    return problems.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", problems));
  }

  private static void containers(List<String> problems, String path, List<Container> containers) {
    for (int i = 0; i < containers.size(); i++) {
      label(problems, "%s[%d].name".formatted(path, i), containers.get(i).getName());
    }
  }

  private static void volume(List<String> problems, String path, Volume volume) {
    label(problems, path + ".name", volume.getName());
    Optional.ofNullable(volume.getPersistentVolumeClaim())
        .map(PersistentVolumeClaimVolumeSource::getClaimName)
        .ifPresent(it -> name(problems, path + ".persistentVolumeClaim.claimName", it));
  }

  private static void label(List<String> problems, String path, String text) {
    if (text == null || text.length() > LONGEST_LABEL || !LABEL.matcher(text).matches()) {
      problems.add(
          "%s: %s is not a name of at most %d lower-case letters, digits and '-'."
              .formatted(path, quoted(text), LONGEST_LABEL));
    }
  }

  private static void name(List<String> problems, String path, String text) {
    if (text == null || text.length() > LONGEST_NAME || !NAME.matcher(text).matches()) {
      problems.add(
          "%s: %s is not a name of at most %d lower-case letters, digits, '-' and '.'."
              .formatted(path, quoted(text), LONGEST_NAME));
    }
  }

  private static String quoted(String text) {
    return "\"%s\""
        .formatted(text == null || text.length() <= 80 ? text : text.substring(0, 80) + "…");
  }

  private static Optional<String> given(String text) {
    return Optional.ofNullable(text).filter(it -> !it.isEmpty());
  }

  private Acceptance() {}
}
