package dev.trainyard.simulation.api;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.HttpURLConnection;

/// What an API server answers when it does not do what was asked.
public final class Refusals {

  private static final int UNPROCESSABLE = 422;
  private static final int TOO_MANY_REQUESTS = 429;

  public static KubernetesClientException notFound(Key key) {
    return refusal(HttpURLConnection.HTTP_NOT_FOUND, "NotFound", "%s is not found".formatted(key));
  }

  public static KubernetesClientException alreadyExists(Key key) {
    return refusal(
        HttpURLConnection.HTTP_CONFLICT, "AlreadyExists", "%s already exists".formatted(key));
  }

  public static KubernetesClientException conflict(Key key) {
    return refusal(
        HttpURLConnection.HTTP_CONFLICT,
        "Conflict",
        "%s has been modified; apply your changes to the latest version".formatted(key));
  }

  public static KubernetesClientException forbidden(Key key, String why) {
    return refusal(
        HttpURLConnection.HTTP_FORBIDDEN, "Forbidden", "%s is forbidden: %s".formatted(key, why));
  }

  public static KubernetesClientException denied(String by, String why) {
    return refusal(
        HttpURLConnection.HTTP_FORBIDDEN,
        "Forbidden",
        "admission webhook \"%s\" denied the request: %s".formatted(by, why));
  }

  public static KubernetesClientException invalid(Key key, String why) {
    return refusal(UNPROCESSABLE, "Invalid", "%s is invalid: %s".formatted(key, why));
  }

  public static KubernetesClientException throttled() {
    return refusal(TOO_MANY_REQUESTS, "TooManyRequests", "too many requests, try again later");
  }

  public static KubernetesClientException broken() {
    return refusal(
        HttpURLConnection.HTTP_INTERNAL_ERROR, "InternalError", "etcdserver: leader changed");
  }

  public static KubernetesClientException admissionDown() {
    return refusal(
        HttpURLConnection.HTTP_INTERNAL_ERROR,
        "InternalError",
        "failed calling webhook: no endpoints available for service");
  }

  /// No answer came; whether the request did anything is not known.
  public static KubernetesClientException silence() {
    return new KubernetesClientException("no answer", new IOException("request timed out"));
  }

  private static KubernetesClientException refusal(int code, String reason, String message) {
    return new KubernetesClientException(
        message,
        code,
        new StatusBuilder()
            .withStatus("Failure")
            .withCode(code)
            .withReason(reason)
            .withMessage(message)
            .build());
  }

  private Refusals() {}
}
