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
        .formatted(withCredentials(server, token), token);
  }

  /// `kubectl` sends a user's token over TLS only, and what stands in the address always. Nothing
  /// but loopback ever sees either.
  private static String withCredentials(URI server, String token) {
    return server.toString().replace("://", "://yard:%s@".formatted(token));
  }

  private Kubeconfig() {}
}
