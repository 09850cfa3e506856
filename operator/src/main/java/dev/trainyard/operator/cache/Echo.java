package dev.trainyard.operator.cache;

import dev.trainyard.operator.ClusterWriter.Target;
import io.fabric8.kubernetes.api.model.HasMetadata;

/// What caches are told of our own writes, so that the next look finds them there.
public interface Echo {

  /// Shows an object that the API server has just acknowledged, before any watch does.
  void saw(HasMetadata object);

  /// Whether that very object is still shown.
  boolean shows(Target target);
}
