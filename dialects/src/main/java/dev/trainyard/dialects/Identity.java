package dev.trainyard.dialects;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.engine.model.TrainingJob.JobId;
import io.fabric8.kubernetes.api.model.ObjectMeta;

/// Who a resource is, also while it is only a file.
public final class Identity {

  /// Stands for the uid of a resource that is not in a cluster.
  private static final String NO_UID = "00000000-0000-0000-0000-000000000000";

  public static JobId of(Dialect.Kind kind, ObjectMeta metadata) {
    return new JobId(
        kind.apiVersion(),
        kind.kind(),
        requireNonNullElse(metadata.getNamespace(), "default"),
        requireNonNullElse(metadata.getName(), ""),
        requireNonNullElse(metadata.getUid(), NO_UID));
  }

  private Identity() {}
}
