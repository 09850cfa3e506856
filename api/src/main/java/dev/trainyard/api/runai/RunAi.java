package dev.trainyard.api.runai;

/// The names that workloads, policies and projects share.
public final class RunAi {

  public static final String GROUP = "run.ai";
  public static final String VERSION = "v2alpha1";

  /// Where templates and policies for everybody are.
  public static final String NAMESPACE = "runai";

  /// On a namespace: the project that lives there.
  public static final String QUEUE_LABEL = "runai/queue";

  private RunAi() {}
}
