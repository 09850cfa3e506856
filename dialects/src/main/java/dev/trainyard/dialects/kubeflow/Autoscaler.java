package dev.trainyard.dialects.kubeflow;

import dev.trainyard.api.kubeflow.ElasticPolicy;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Attached;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What scales the workers of an elastic job that names metrics.
final class Autoscaler {

  static final Attached.Kind KIND =
      new Attached.Kind("autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers");

  /// An empty list of metrics is nothing to scale by.
  static Optional<Attachment> of(Layout job) {
    return job.elasticPolicy()
        .filter(policy -> policy.metrics() != null && !policy.metrics().isEmpty())
        .map(
            policy ->
                Attached.following(
                    KIND, job.name(), new ObjectMeta(), spec(job, policy), Lifetime.WHILE_ACTIVE));
  }

  private static Map<String, Object> spec(Layout job, ElasticPolicy policy) {
    var spec = new LinkedHashMap<String, Object>();
    spec.put(
        "scaleTargetRef",
        Map.of("apiVersion", PyTorchJob.API_VERSION, "kind", PyTorchJob.KIND, "name", job.name()));
    spec.put("minReplicas", policy.minReplicas());
    spec.put("maxReplicas", policy.maxReplicas());
    spec.put("metrics", policy.metrics());
    return spec;
  }

  private Autoscaler() {}
}
