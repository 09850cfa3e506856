package dev.trainyard.cli.offline;

/// Manifests that are right, for tests to change or to compare with.
final class Jobs {

  /// Lines: 6 spec, 8 Master, 19 Worker, 20 its replicas, 24 its containers, 26 its image.
  static final String DEMO =
      """
      apiVersion: kubeflow.org/v1
      kind: PyTorchJob
      metadata:
        name: demo
        uid: 6f2d8a1c-1b1e-4c62-9a55-0d2f6b0c7a11
      spec:
        nprocPerNode: "3"
        pytorchReplicaSpecs:
          Master:
            template:
              spec:
                containers:
                - name: pytorch
                  image: registry.example/train:1
                  ports:
                  - name: pytorchjob-port
                    containerPort: 24000
                  command: [python, train.py]
          Worker:
            replicas: 2
            restartPolicy: Never
            template:
              spec:
                containers:
                - name: pytorch
                  image: registry.example/train:1
      """;

  static final String FLEX =
      """
      apiVersion: kubeflow.org/v1
      kind: PyTorchJob
      metadata:
        name: flex
        namespace: team-a
        uid: 2a7a1f0e-0f4b-4a3e-8d1c-5b9e0c3d4e22
      spec:
        elasticPolicy:
          minReplicas: 2
          maxReplicas: 6
          maxRestarts: 5
          rdzvConf:
          - {key: timeout, value: "30"}
        pytorchReplicaSpecs:
          Worker:
            replicas: 3
            template:
              spec:
                containers:
                - name: pytorch
                  image: registry.example/train:1
      """;

  static final String SETTINGS =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: settings
      data:
        rate: "0.1"
      """;

  private Jobs() {}
}
