package dev.trainyard.integration;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Makers of PyTorchJobs as users write them, and the edits users make.
final class PyTorchJobs {

  /// Every replica runs this script and finds its pod's name in `POD`.
  static GenericKubernetesResource pyTorchJob(
      String namespace, String name, int workers, String script) {
    return parse(
        """
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata:
          name: %s
          namespace: %s
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
                      command: [sh, -c, %s]
                      env:
                        - name: POD
                          valueFrom: {fieldRef: {fieldPath: metadata.name}}
            Worker:
              replicas: %d
              restartPolicy: ExitCode
              template:
                spec:
                  containers:
                    - name: pytorch
                      image: train:1
                      command: [sh, -c, %s]
                      env:
                        - name: POD
                          valueFrom: {fieldRef: {fieldPath: metadata.name}}
        """
            .formatted(name, namespace, quoted(script), workers, quoted(script)));
  }

  /// Legal for the API server, and nothing that could run: no container is called `pytorch`.
  static GenericKubernetesResource misnamed(GenericKubernetesResource job) {
    return edited(job, text -> text.replace("name: \"pytorch\"", "name: \"main\""));
  }

  /// Scaled by the CPU its workers use.
  static UnaryOperator<GenericKubernetesResource> autoscaled(int most) {
    return job -> {
      job.<Map<String, Object>>get("spec")
          .put(
              "elasticPolicy",
              new HashMap<>(
                  Map.of(
                      "minReplicas",
                      1,
                      "maxReplicas",
                      most,
                      "metrics",
                      List.of(
                          Map.of(
                              "type",
                              "Resource",
                              "resource",
                              Map.of(
                                  "name",
                                  "cpu",
                                  "target",
                                  Map.of("type", "Utilization", "averageUtilization", 80)))))));
      return job;
    };
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

  /// As a scalar of YAML. Lines become commands of one line.
  static String quoted(String script) {
    return "'%s'".formatted(script.strip().replace("\n", "; ").replace("'", "''"));
  }

  static GenericKubernetesResource parse(String yaml) {
    return new KubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
  }

  private PyTorchJobs() {}
}
