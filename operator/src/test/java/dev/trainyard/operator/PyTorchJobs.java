package dev.trainyard.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Makers of PyTorchJobs as users write them, and the edits users make.
final class PyTorchJobs {

  static GenericKubernetesResource pyTorchJob(String name, int workers) {
    return parse(
        """
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata:
          name: %s
          namespace: default
        spec:
          runPolicy:
            cleanPodPolicy: None
          pytorchReplicaSpecs:
            Master:
              replicas: 1
              restartPolicy: OnFailure
              template:
                spec:
                  containers:
                    - name: pytorch
                      image: train:1
            Worker:
              replicas: %d
              restartPolicy: OnFailure
              template:
                spec:
                  containers:
                    - name: pytorch
                      image: train:1
        """
            .formatted(name, workers));
  }

  /// Legal for the API server, and nothing that could run: no container is called `pytorch`.
  static GenericKubernetesResource misnamed(String name) {
    return edited(pyTorchJob(name, 1), text -> text.replace("name: \"pytorch\"", "name: \"main\""));
  }

  static UnaryOperator<GenericKubernetesResource> suspended(boolean suspend) {
    return job -> {
      job.<Map<String, Object>>get("spec", "runPolicy").put("suspend", suspend);
      return job;
    };
  }

  static UnaryOperator<GenericKubernetesResource> specOf(GenericKubernetesResource other) {
    return job -> {
      job.setAdditionalProperty("spec", other.getAdditionalProperties().get("spec"));
      return job;
    };
  }

  static GenericKubernetesResource edited(
      GenericKubernetesResource job, UnaryOperator<String> change) {
    return parse(change.apply(new KubernetesSerialization().asYaml(job)));
  }

  private static GenericKubernetesResource parse(String yaml) {
    return new KubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
  }

  private PyTorchJobs() {}
}
