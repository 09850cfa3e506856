package dev.trainyard.integration;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;

/// Makers of what TensorStack's users write.
final class TensorStackJobs {

  /// One master, and workers that are replaced when they fail. Every replica runs this script and
  /// finds its pod's name in `POD`.
  ///
  /// @param more of the spec
  static GenericKubernetesResource pyTorchTrainingJob(
      String name, int workers, String script, String more) {
    return PyTorchJobs.parse(
        """
        apiVersion: batch.tensorstack.dev/v1beta1
        kind: PyTorchTrainingJob
        metadata: {name: %1$s}
        spec:
        %4$s
          replicaSpecs:
            - type: master
              template: &one
                spec:
                  containers:
                    - name: python
                      image: train:1
                      command: [sh, -c]
                      args: [%3$s]
                      env:
                        - name: POD
                          valueFrom: {fieldRef: {fieldPath: metadata.name}}
            - type: worker
              replicas: %2$d
              restartPolicy: OnFailure
              template: *one
        """
            .formatted(name, workers, PyTorchJobs.quoted(script), more.strip().indent(2)));
  }

  /// Between one and four nodes that torchrun would start, and that are looked into instead.
  static GenericKubernetesResource elastic(String name, int nodes, String script) {
    return PyTorchJobs.parse(
        """
        apiVersion: batch.tensorstack.dev/v1beta1
        kind: PyTorchTrainingJob
        metadata: {name: %s}
        spec:
          runMode:
            debug:
              enable: true
              replicaSpecs: [{type: node, command: [sh, -c, %s]}]
          torchrunConfig: {enable: true}
          elastic: {enable: true, minReplicas: 1, maxReplicas: 4, expectedReplicas: %d}
          replicaSpecs:
            - type: node
              template:
                spec:
                  containers:
                    - name: python
                      image: train:1
                      args: [train.py]
                      env:
                        - name: POD
                          valueFrom: {fieldRef: {fieldPath: metadata.name}}
        """
            .formatted(name, PyTorchJobs.quoted(script), nodes));
  }

  /// Two workers that no node has room for, so that nothing runs and everything can be looked at.
  static GenericKubernetesResource deepSpeedJob(String name) {
    return PyTorchJobs.parse(
        """
        apiVersion: batch.tensorstack.dev/v1beta1
        kind: DeepSpeedJob
        metadata: {name: %s}
        spec:
          config:
            slotsPerWorker: 4
            run: {python: [train.py, --deepspeed]}
          worker:
            replicas: 2
            template:
              spec:
                containers:
                  - name: worker
                    image: train:1
                    resources: {requests: {cpu: "1000"}}
                    envFrom: [{configMapRef: {name: settings}}]
                    env:
                      - {name: PLAIN, value: a b}
                      - name: TOKEN
                        valueFrom: {secretKeyRef: {name: account, key: token}}
                      - name: NODE
                        valueFrom: {fieldRef: {fieldPath: spec.nodeName}}
        """
            .formatted(name));
  }

  /// No node has room for it, so that nothing runs.
  static GenericKubernetesResource tensorBoard(String name) {
    return PyTorchJobs.parse(
        """
        apiVersion: tensorstack.dev/v1beta1
        kind: TensorBoard
        metadata: {name: %s}
        spec:
          logDir: {pvc: [{name: logs, subPath: [mnist]}]}
          resources: {requests: {cpu: "1000"}}
        """
            .formatted(name));
  }

  private TensorStackJobs() {}
}
