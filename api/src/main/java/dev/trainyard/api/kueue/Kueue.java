package dev.trainyard.api.kueue;

import java.util.List;

/// Kueue's names. Its queues are described by its own kinds, whoever works by them.
public final class Kueue {

  public static final String GROUP = "kueue.x-k8s.io";

  /// The newest first.
  public static final List<String> VERSIONS = List.of("v1beta2", "v1beta1");

  public static final String LOCAL_QUEUE = "LocalQueue";
  public static final String CLUSTER_QUEUE = "ClusterQueue";
  public static final String FLAVOR = "ResourceFlavor";
  public static final String PRIORITY_CLASS = "WorkloadPriorityClass";

  /// The kind that only Kueue itself brings.
  public static final String WORKLOADS = "workloads";

  private Kueue() {}
}
