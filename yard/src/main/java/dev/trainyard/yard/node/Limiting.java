package dev.trainyard.yard.node;

/// Whether the kernel keeps containers within their limits.
public enum Limiting {
  /// Where this machine allows it.
  AUTO,
  NEVER
}
