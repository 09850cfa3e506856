package dev.trainyard.yard.node.volumes;

import dev.trainyard.yard.node.view.Mount;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What a container mounts of its pod's volumes.
public final class VolumeMounts {

  /// The container's mounts, each from its place on this machine.
  ///
  /// @param places where the pod's volumes are
  /// @param expanded replaces `$(NAME)` by the container's variables
  public static List<Mount> of(
      Pod pod, Container container, Map<String, Path> places, UnaryOperator<String> expanded)
      throws Refused, IOException {
    var mounts = new ArrayList<Mount>();
    for (var wanted : container.getVolumeMounts()) {
      var place = Optional.ofNullable(places.get(wanted.getName()));
      if (place.isEmpty()) {
        throw new Refused(
            "Container %s mounts volume %s, which the pod does not have."
                .formatted(container.getName(), wanted.getName()));
      }
      if (Path.of("/").resolve(wanted.getMountPath()).normalize().equals(Path.of("/"))) {
        throw new Refused(
            "Container %s: volume %s cannot take the place of /."
                .formatted(container.getName(), wanted.getName()));
      }
      mounts.add(
          new Mount(
              wanted.getName(),
              Path.of("/").resolve(wanted.getMountPath()).toString(),
              part(wanted, place.get(), expanded),
              readOnly(pod, wanted)));
    }
    return mounts;
  }

  private static Path part(VolumeMount wanted, Path volume, UnaryOperator<String> expanded)
      throws Refused, IOException {
    var name =
        Optional.ofNullable(wanted.getSubPathExpr())
            .filter(expression -> !expression.isEmpty())
            .map(expanded)
            .or(() -> Optional.ofNullable(wanted.getSubPath()))
            .orElse("");
    if (name.isEmpty()) {
      return volume;
    }
    var below = Path.of(name);
    if (below.isAbsolute() || below.normalize().startsWith("..") || name.contains("$(")) {
      throw new Refused(
          "Volume %s: subPath \"%s\" is not a path below the volume."
              .formatted(wanted.getName(), name));
    }
    var part = volume.resolve(below).normalize();
    if (!Files.exists(part)) {
      Files.createDirectories(part);
    }
    // The file itself, not the link to it: a part of a volume does not change under its readers.
    var real = part.toRealPath();
    if (!real.startsWith(volume.toRealPath())) {
      throw new Refused(
          "Volume %s: subPath \"%s\" leads out of the volume.".formatted(wanted.getName(), name));
    }
    return real;
  }

  /// What is made from objects of the cluster is for reading, whatever the container asks for.
  private static boolean readOnly(Pod pod, VolumeMount wanted) {
    return Boolean.TRUE.equals(wanted.getReadOnly())
        || pod.getSpec().getVolumes().stream()
            .filter(volume -> volume.getName().equals(wanted.getName()))
            .anyMatch(VolumeMounts::forReading);
  }

  private static boolean forReading(Volume volume) {
    return volume.getConfigMap() != null
        || volume.getSecret() != null
        || volume.getDownwardAPI() != null
        || volume.getProjected() != null
        || (volume.getPersistentVolumeClaim() != null
            && Boolean.TRUE.equals(volume.getPersistentVolumeClaim().getReadOnly()));
  }

  private VolumeMounts() {}
}
