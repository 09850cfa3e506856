package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.TrainingJob.JobId;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The claims to storage that a workload brings or finds.
final class StorageClaims {

  static final Attached.Kind KIND =
      new Attached.Kind("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims")
          .madeOnce()
          .madeByOthersToo();

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

  /// The names of those that should go with the job, and that somebody else has made: they are used
  /// as they are, and stay.
  static Set<String> found(Workload workload, Lookup lookup) {
    return of(workload).stream()
        .filter(claimed -> claimed.item().isOn("ephemeral") && !claimed.item().isOn("existingPvc"))
        .map(Claimed::name)
        .filter(
            name ->
                lookup
                    .find(KIND.kind(), workload.id().namespace(), name)
                    .filter(claim -> isOthers(claim, workload.id()))
                    .isPresent())
        .collect(Collectors.toUnmodifiableSet());
  }

  /// One that is on its way out, or left behind by a workload of the same name, is waited for.
  private static boolean isOthers(GenericKubernetesResource claim, JobId job) {
    var metadata = claim.getMetadata();
    var owners =
        Objects.requireNonNullElse(metadata.getOwnerReferences(), List.<OwnerReference>of());
    return metadata.getDeletionTimestamp() == null
        && owners.stream()
            .noneMatch(
                owner -> job.kind().equals(owner.getKind()) && job.name().equals(owner.getName()));
  }

  record Claimed(Workload workload, int index, Effective item) {

    String name() {
      return item.text("claimName")
          .filter(name -> !name.isEmpty())
          .orElseGet(() -> "pvc-%s-%d".formatted(workload.name(), index));
    }

    /// Whether somebody else has made it.
    boolean isFound() {
      return workload.foundClaims().contains(name());
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
      var lifetime =
          item.isOn("ephemeral") && !isFound() ? Lifetime.WHILE_ACTIVE : Lifetime.OUTLIVES_JOB;
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
