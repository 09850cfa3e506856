package dev.trainyard.yard.node.volumes;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The words for what a volume is.
final class Kinds {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> ENDING_WITH_THE_POD = Set.of("emptyDir", "ephemeral");

  /// The field of a volume that says what it is: `emptyDir`, `nfs`.
  static String of(Volume volume) {
    var fields = JSON.valueToTree(volume).fieldNames();
    while (fields.hasNext()) {
      var field = fields.next();
      if (!field.equals("name")) {
        return field;
      }
    }
    return "emptyDir";
  }

  /// A volume that begins empty, as the claim that a pod brings for itself does. The machine's own
  /// disk is what there is of storage classes.
  static boolean endsWithThePod(Volume volume) {
    return ENDING_WITH_THE_POD.contains(of(volume));
  }

  static boolean mayHoldSecrets(Volume volume) {
    return volume.getSecret() != null
        || Optional.ofNullable(volume.getProjected()).stream()
            .flatMap(projected -> projected.getSources().stream())
            .flatMap(
                source ->
                    Stream.of(source.getSecret() != null, source.getServiceAccountToken() != null))
            .anyMatch(Boolean::booleanValue);
  }

  static boolean holdsTokens(Pod pod) {
    return pod.getSpec().getVolumes().stream()
        .map(Volume::getProjected)
        .filter(Objects::nonNull)
        .flatMap(projected -> projected.getSources().stream())
        .anyMatch(source -> source.getServiceAccountToken() != null);
  }

  private Kinds() {}
}
