package dev.trainyard.yard.node.view;

/// Whether containers have a file system view of their own.
public enum Mounting {
  /// Mounted where this machine allows it, rewritten otherwise.
  AUTO,
  MOUNTED,
  REWRITTEN
}
