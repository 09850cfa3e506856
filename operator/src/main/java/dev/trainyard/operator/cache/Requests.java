package dev.trainyard.operator.cache;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.operator.ClusterWriter.Target;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What we ask of the API server, one request a call. What it does not grant is a
/// `KubernetesClientException` with its code.
public interface Requests {

  /// Merges into the job, which carries the version that was read. Our own change does not wake us.
  ObjectNode patch(ObjectNode job, ObjectNode merge);

  /// Replaces the status of the job by the one it carries. Our own change does not wake us.
  ObjectNode updateStatus(ObjectNode job);

  /// The job as it stands, not as any cache has it.
  Optional<ObjectNode> latest(ObjectNode job);

  <T extends HasMetadata> T create(T object);

  <T extends HasMetadata> Optional<T> standing(T object);

  <T extends HasMetadata> T update(T object);

  /// Replaces the status of an object that is not the job.
  GenericKubernetesResource updateStatusOf(GenericKubernetesResource object);

  List<GenericKubernetesResource> list(
      String apiVersion, String kind, String namespace, Map<String, String> labels);

  void delete(Target target, DeleteOptions options);

  void record(Event event);
}
