package dev.trainyard.yard.node.volumes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjection;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// What volumes are made from.
interface ClusterObjects {

  Optional<Map<String, byte[]>> configMap(String namespace, String name);

  Optional<Map<String, byte[]>> secret(String namespace, String name);

  /// A token for the pod's service account, or nothing where the cluster issues none.
  Optional<String> token(Pod pod, ServiceAccountTokenProjection wanted);

  /// Nobody asks for this pod any more.
  void forget(String uid);

  /// What `fieldRef` and `resourceFieldRef` may ask.
  interface Facts {
    Optional<String> field(Pod pod, String path) throws IOException;

    String resource(Pod pod, Container container, String name, Optional<String> divisor)
        throws IOException;
  }
}
