package dev.trainyard.cli;

import java.util.UUID;

/// Jobs made of shell commands.
final class Manifests {

  /// A master, and as many workers as there are commands for them.
  static String job(String name, String master, String... workers) {
    var manifest =
        new StringBuilder(
            """
            apiVersion: kubeflow.org/v1
            kind: PyTorchJob
            metadata:
              name: %s
            spec:
              pytorchReplicaSpecs:
                Master:
            %s\
            """
                .formatted(name, replica(1, master)));
    if (workers.length > 0) {
      var choice = new StringBuilder("case $RANK in ");
      for (int i = 0; i < workers.length; i++) {
        choice.append("%d) %s;; ".formatted(i + 1, workers[i]));
      }
      manifest.append("    Worker:\n").append(replica(workers.length, choice + "esac"));
    }
    return manifest.toString();
  }

  private static String replica(int count, String command) {
    return """
          replicas: %d
          restartPolicy: Never
          template:
            spec:
              terminationGracePeriodSeconds: 1
              containers:
              - name: pytorch
                image: local
                command: [sh, -c, '%s']
    """
        .formatted(count, command.replace("'", "''"))
        .indent(2);
  }

  /// A command that runs until it is ended, and a word it can be found by.
  record Endless(String word, String command) {
    static Endless make() {
      var word = "marker-%s".formatted(UUID.randomUUID());
      return new Endless(word, "echo ready; exec sh -c \"sleep 600; : %s\"".formatted(word));
    }
  }

  private Manifests() {}
}
