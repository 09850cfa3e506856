package dev.trainyard.cli;

/// What a script can tell from how the command ended.
public enum ExitStatus {
  DONE(0),
  FAILED(1),
  INVALID(2),
  UNREACHABLE(3),
  TIMED_OUT(4),
  INTERRUPTED(130);

  public final int code;

  ExitStatus(int code) {
    this.code = code;
  }
}
