package dev.trainyard.yard.node.gates;

import java.util.Optional;

/// A kind of processor, as the kernel calls it and its programs.
///
/// @see Gate
enum Architecture {
  AMD64(0xC000003E, 62),
  ARM64(0xC00000B7, 183);

  private final int audited;
  private final int machine;

  Architecture(int audited, int machine) {
    this.audited = audited;
    this.machine = machine;
  }

  /// How a filter is told whose numbers a system call has: `AUDIT_ARCH_…`.
  int audited() {
    return audited;
  }

  /// How an executable file says what it is for.
  int machine() {
    return machine;
  }

  MachineCode code() {
    return switch (this) {
      case AMD64 -> new Amd64();
      case ARM64 -> new Arm64();
    };
  }

  /// That of this machine, if it is one of these.
  static Optional<Architecture> here() {
    return switch (System.getProperty("os.arch")) {
      case "amd64", "x86_64" -> Optional.of(AMD64);
      case "aarch64", "arm64" -> Optional.of(ARM64);
      default -> Optional.empty();
    };
  }
}
