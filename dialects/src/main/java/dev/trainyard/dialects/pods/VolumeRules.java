package dev.trainyard.dialects.pods;

import dev.trainyard.dialects.Problem;
import io.fabric8.kubernetes.api.model.HostPathVolumeSource;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The volumes of a pod, and where its containers see them.
final class VolumeRules {

  private static final Set<String> HOST_PATH_TYPES =
      Set.of(
          "",
          "DirectoryOrCreate",
          "Directory",
          "FileOrCreate",
          "File",
          "Socket",
          "CharDevice",
          "BlockDevice");

  private static final int MAX_MODE = 0_777;

  static void volumes(String at, List<Volume> volumes, List<Problem> problems) {
    var names = new HashSet<String>();
    for (int i = 0; i < volumes.size(); i++) {
      var here = "%s[%d]".formatted(at, i);
      var volume = volumes.get(i);
      Names.label(here + ".name", volume.getName()).ifPresent(problems::add);
      if (volume.getName() != null && !names.add(volume.getName())) {
        problems.add(
            Problem.duplicate(
                here + ".name", volume.getName(), "give each volume a name of its own"));
      }
      if (kinds(volume) > 1) {
        problems.add(Problem.forbidden(here, "may not specify more than 1 volume type"));
      }
      contents(here, volume, problems);
    }
  }

  private static long kinds(Volume volume) {
    return Stream.<@Nullable Object>of(
            volume.getEmptyDir(),
            volume.getHostPath(),
            volume.getConfigMap(),
            volume.getSecret(),
            volume.getPersistentVolumeClaim(),
            volume.getDownwardAPI(),
            volume.getProjected(),
            volume.getEphemeral(),
            volume.getCsi(),
            volume.getNfs())
        .filter(kind -> kind != null)
        .count();
  }

  private static void contents(String at, Volume volume, List<Problem> problems) {
    if (volume.getHostPath() != null) {
      hostPath(at + ".hostPath", volume.getHostPath(), problems);
    }
    if (volume.getEmptyDir() != null) {
      Amounts.quantity(at + ".emptyDir.sizeLimit", volume.getEmptyDir().getSizeLimit())
          .ifPresent(problems::add);
    }
    if (volume.getPersistentVolumeClaim() != null) {
      filled(
          at + ".persistentVolumeClaim.claimName",
          volume.getPersistentVolumeClaim().getClaimName(),
          problems);
    }
    if (volume.getConfigMap() != null) {
      var map = volume.getConfigMap();
      filled(at + ".configMap.name", map.getName(), problems);
      mode(at + ".configMap.defaultMode", map.getDefaultMode(), problems);
      items(at + ".configMap.items", map.getItems(), problems);
    }
    if (volume.getSecret() != null) {
      var secret = volume.getSecret();
      filled(at + ".secret.secretName", secret.getSecretName(), problems);
      mode(at + ".secret.defaultMode", secret.getDefaultMode(), problems);
      items(at + ".secret.items", secret.getItems(), problems);
    }
  }

  private static void hostPath(String at, HostPathVolumeSource source, List<Problem> problems) {
    filled(at + ".path", source.getPath(), problems);
    upwards(at + ".path", source.getPath()).ifPresent(problems::add);
    if (source.getType() != null && !HOST_PATH_TYPES.contains(source.getType())) {
      problems.add(
          Problem.unsupported(
              at + ".type", source.getType(), HOST_PATH_TYPES.stream().sorted().toList()));
    }
  }

  private static void items(String at, @Nullable List<KeyToPath> items, List<Problem> problems) {
    if (items == null) {
      return;
    }
    for (int i = 0; i < items.size(); i++) {
      var here = "%s[%d]".formatted(at, i);
      filled(here + ".key", items.get(i).getKey(), problems);
      filled(here + ".path", items.get(i).getPath(), problems);
      relative(here + ".path", items.get(i).getPath()).ifPresent(problems::add);
      mode(here + ".mode", items.get(i).getMode(), problems);
    }
  }

  static void mounts(
      String at, List<VolumeMount> mounts, Set<String> volumes, List<Problem> problems) {
    var places = new HashSet<String>();
    for (int i = 0; i < mounts.size(); i++) {
      var here = "%s[%d]".formatted(at, i);
      var mount = mounts.get(i);
      var name = Optional.ofNullable(mount.getName()).orElse("");
      if (!volumes.contains(name)) {
        problems.add(Problem.invalid(here + ".name", name, "no volume of the pod has this name"));
      }
      var place = Optional.ofNullable(mount.getMountPath()).orElse("");
      filled(here + ".mountPath", place, problems);
      if (!places.add(place)) {
        problems.add(Problem.invalid(here + ".mountPath", place, "must be unique"));
      }
      relative(here + ".subPath", mount.getSubPath()).ifPresent(problems::add);
      relative(here + ".subPathExpr", mount.getSubPathExpr()).ifPresent(problems::add);
      if (isFilled(mount.getSubPath()) && isFilled(mount.getSubPathExpr())) {
        problems.add(
            Problem.forbidden(here + ".subPathExpr", "must not be used together with subPath"));
      }
    }
  }

  private static Optional<Problem> relative(String at, @Nullable String path) {
    return path != null && path.startsWith("/")
        ? Optional.of(Problem.invalid(at, path, "must be a relative path"))
        : upwards(at, path);
  }

  private static Optional<Problem> upwards(String at, @Nullable String path) {
    return path != null && Arrays.asList(path.split("/", -1)).contains("..")
        ? Optional.of(Problem.invalid(at, path, "must not contain '..'"))
        : Optional.empty();
  }

  private static void mode(String at, @Nullable Integer mode, List<Problem> problems) {
    if (mode != null && (mode < 0 || mode > MAX_MODE)) {
      problems.add(
          Problem.invalid(
              at, mode, "must be between 0 and 0777 octal, which is %d".formatted(MAX_MODE)));
    }
  }

  private static void filled(String at, @Nullable String text, List<Problem> problems) {
    if (!isFilled(text)) {
      problems.add(Problem.required(at, "must not be empty"));
    }
  }

  private static boolean isFilled(@Nullable String text) {
    return text != null && !text.isEmpty();
  }

  private VolumeRules() {}
}
