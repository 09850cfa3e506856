package dev.trainyard.yard;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// The file through which clients find the yard.
final class Kubeconfig {

  /// Over TLS, although nothing but loopback ever sees it: Go's clients keep a token to themselves
  /// without.
  static String text(int port, String certificate, String token) {
    return """
    apiVersion: v1
    kind: Config
    current-context: yard
    clusters:
    - name: yard
      cluster:
        server: https://127.0.0.1:%d
        certificate-authority-data: %s
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
        .formatted(
            port,
            Base64.getEncoder().encodeToString(certificate.getBytes(StandardCharsets.UTF_8)),
            token);
  }

  private Kubeconfig() {}
}
