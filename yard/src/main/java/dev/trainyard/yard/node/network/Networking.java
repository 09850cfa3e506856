package dev.trainyard.yard.node.network;

/// Whether pods get networks of their own.
public enum Networking {
  /// Isolated where this machine allows it, shared otherwise.
  AUTO,
  ISOLATED,
  SHARED
}
