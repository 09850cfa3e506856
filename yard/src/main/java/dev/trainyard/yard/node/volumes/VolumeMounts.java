package dev.trainyard.yard.node.volumes;

import dev.trainyard.yard.node.Discreet;
import dev.trainyard.yard.node.view.Mount;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// What a container mounts of its pod's volumes.
public final class VolumeMounts {

  /// The container's mounts, each from its place on this machine.
  ///
  /// @param volumes those of the pod
  /// @param expanded replaces `$(NAME)` by the container's variables
  public static List<Mount> of(
      Pod pod, Container container, Prepared volumes, Function<String, Discreet> expanded)
      throws Refused, IOException {
    var mounts = new ArrayList<Mount>();
    for (var wanted : container.getVolumeMounts()) {
      var place = Optional.ofNullable(volumes.places().get(wanted.getName()));
      if (place.isEmpty()) {
        throw new Refused(
            "Container %s mounts volume %s, which the pod does not have."
                .formatted(container.getName(), wanted.getName()));
      }
      var at = Path.of("/").resolve(wanted.getMountPath()).normalize();
      if (at.equals(Path.of("/"))) {
        throw new Refused(
            "Container %s: volume %s cannot take the place of /."
                .formatted(container.getName(), wanted.getName()));
      }
      mounts.add(
          new Mount(
              wanted.getName(),
              at.toString(),
              volumes.isRemote(wanted.getName())
                  ? whole(wanted, place.get())
                  : part(wanted, place.get(), expanded),
              readOnly(pod, wanted)));
    }
    return mounts;
  }

  /// What lies on a server is not looked at before the container mounts it.
  private static Path whole(VolumeMount wanted, Path volume) throws Refused {
    if (Stream.of(wanted.getSubPath(), wanted.getSubPathExpr())
        .anyMatch(it -> it != null && !it.isEmpty())) {
      throw new Refused(
          ("Volume %s: subPath of an nfs volume is not followed on this machine. Name the directory"
                  + " in the volume's path.")
              .formatted(wanted.getName()));
    }
    return volume;
  }

  private static Path part(VolumeMount wanted, Path volume, Function<String, Discreet> expanded)
      throws Refused, IOException {
    var name =
        Optional.ofNullable(wanted.getSubPathExpr())
            .filter(expression -> !expression.isEmpty())
            .map(expanded)
            .or(() -> Optional.ofNullable(wanted.getSubPath()).map(Discreet::open))
            .orElse(Discreet.open(""));
    if (name.value().isEmpty()) {
      return volume;
    }
    if (!isBelow(name.value())) {
      throw new Refused(
          "Volume %s: subPath \"%s\" is not a path below the volume."
              .formatted(wanted.getName(), name));
    }
    try {
      return made(volume.toRealPath(), Path.of(name.value()).normalize())
          .orElseThrow(
              () ->
                  new Refused(
                      "Volume %s: subPath \"%s\" leads out of the volume."
                          .formatted(wanted.getName(), name)));
    } catch (FileSystemException e) {
      // Its own words would hold the name.
      throw new Refused(
          "Volume %s: subPath \"%s\" cannot be made: %s."
              .formatted(
                  wanted.getName(),
                  name,
                  Optional.ofNullable(e.getReason()).orElse(e.getClass().getSimpleName())));
    }
  }

  private static boolean isBelow(String name) {
    if (name.indexOf('\0') >= 0 || name.contains("$(")) {
      return false;
    }
    var below = Path.of(name);
    return !below.isAbsolute() && !below.normalize().startsWith("..");
  }

  /// Goes down step by step and follows each link before the next directory is made, so that
  /// nothing is ever made outside. Answers the file itself, not the link to it: a part of a volume
  /// does not change under its readers.
  private static Optional<Path> made(Path volume, Path below) throws IOException {
    var at = volume;
    for (var step : below) {
      var next = at.resolve(step);
      if (!Files.exists(next, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(next);
      }
      at = next.toRealPath();
      if (!at.startsWith(volume)) {
        return Optional.empty();
      }
    }
    return Optional.of(at);
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
