package dev.trainyard.yard.apiserver;

/// Ends a request with a refusal.
final class ApiException extends RuntimeException {

  private final transient Status status;

  ApiException(Status status) {
    super(status.message());
    this.status = status;
  }

  Status status() {
    return status;
  }
}
