package dev.trainyard.yard;

import java.net.URI;

/// The file through which clients find the yard.
final class Kubeconfig {

  static String text(URI server, String token) {
    return """
    apiVersion: v1
    kind: Config
    current-context: yard
    clusters:
    - name: yard
      cluster:
        server: %s
    users:
    - name: yard
      user:
        token: %s
    contexts:
    - name: yard
      context:
        cluster: yard
        user: yard
        namespace: default
    """
        .formatted(server, token);
  }

  private Kubeconfig() {}
}
