package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Attached;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The claims to storage that a workload brings or finds.
final class StorageClaims {

  static final Attached.Kind KIND =
      new Attached.Kind("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims").madeOnce();

  private static final String BLOCK = "Block";

  /// What a user may do with one, in the order in which that is written.
  private static final Map<String, String> ACCESS = access();

  private static Map<String, String> access() {
    var access = new LinkedHashMap<String, String>();
    access.put("readWriteOnce", "ReadWriteOnce");
    access.put("readOnlyMany", "ReadOnlyMany");
    access.put("readWriteMany", "ReadWriteMany");
    return access;
  }

  static List<Claimed> of(Workload workload) {
    var claims = new ArrayList<Claimed>();
    for (var item : workload.values().items("pvcs").values()) {
      claims.add(new Claimed(workload, claims.size(), item));
    }
    return claims;
  }

  record Claimed(Workload workload, int index, Effective item) {

    String name() {
      return item.text("claimName")
          .filter(name -> !name.isEmpty())
          .orElseGet(() -> "pvc-%s-%d".formatted(workload.name(), index));
    }

    String volume() {
      return "pvc-volume-%d".formatted(index);
    }

    boolean isBlock() {
      return BLOCK.equals(mode());
    }

    private String mode() {
      return item.text("volumeMode").orElse("Filesystem");
    }

    /// Nothing where it is there already.
    Optional<Attachment> attachment() {
      if (item.isOn("existingPvc")) {
        return Optional.empty();
      }
      var lifetime = item.isOn("ephemeral") ? Lifetime.WHILE_ACTIVE : Lifetime.OUTLIVES_JOB;
      return Optional.of(
          Attached.once(
              KIND,
              name(),
              new ObjectMetaBuilder().withLabels(new Marks(workload).ofJob()).build(),
              spec(),
              lifetime));
    }

    private Map<String, Object> spec() {
      var spec = new LinkedHashMap<String, Object>();
      spec.put("accessModes", accessModes());
      spec.put("resources", Map.of("requests", Map.of("storage", item.text("size").orElse(""))));
      item.text("storageClass")
          .filter(name -> !name.isEmpty())
          .ifPresent(name -> spec.put("storageClassName", name));
      spec.put("volumeMode", mode());
      return spec;
    }

    private List<String> accessModes() {
      var modes =
          ACCESS.entrySet().stream()
              .filter(access -> item.isOn(access.getKey()))
              .map(Map.Entry::getValue)
              .toList();
      return modes.isEmpty() ? List.of("ReadWriteOnce") : modes;
    }
  }

  private StorageClaims() {}
}
