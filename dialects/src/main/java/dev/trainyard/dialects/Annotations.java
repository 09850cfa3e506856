package dev.trainyard.dialects;

/// The annotations of ours that a job may carry, whatever its dialect.
public final class Annotations {

  /// What the engine must remember and the documented status has no place for.
  public static final String MEMORY = "trainyard.dev/memory";

  /// How far the failure of one replica reaches: `replica` (the default), `role` or `gang`.
  public static final String RESTART_SCOPE = "trainyard.dev/restart-scope";

  /// `off` starts workers without waiting for their master's address.
  public static final String MASTER_WAIT = "trainyard.dev/master-wait";

  /// The attempt that somebody has asked for: a number greater than that of the one under way.
  public static final String RESTART = "trainyard.dev/restart";

  /// Of an AppWrapper and what it wraps: that our own queue has let it in, with room for all of its
  /// pods, and by which ClusterQueue.
  public static final String ADMITTED = "trainyard.dev/admitted";

  /// Of an AppWrapper that our own queue had let in: that its user has suspended it since.
  public static final String HELD = "trainyard.dev/held";

  private Annotations() {}
}
