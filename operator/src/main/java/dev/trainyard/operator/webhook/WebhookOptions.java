package dev.trainyard.operator.webhook;

import java.time.Duration;

/// How the webhook is run.
///
/// @param port of all addresses of the machine; 0 is any free one
/// @param lookEvery how often the certificate and its registration are looked at
/// @param retryAfter how soon again after a failure
public record WebhookOptions(
    int port, WebhookNames names, Duration lookEvery, Duration retryAfter) {

  public static WebhookOptions usual(int port, WebhookNames names) {
    return new WebhookOptions(port, names, Duration.ofMinutes(1), Duration.ofSeconds(3));
  }
}
