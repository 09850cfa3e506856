package dev.trainyard.api.tensorstack;

/// The names that TensorStack's kinds, and the pods of their jobs, share.
public final class TensorStack {

  public static final String BATCH_GROUP = "batch.tensorstack.dev";
  public static final String GROUP = "tensorstack.dev";
  public static final String SCHEDULER_GROUP = "scheduler.tensorstack.dev";
  public static final String VERSION = "v1beta1";

  public static final String COMPONENT_LABEL = "tensorstack.dev/component";
  public static final String COMPONENT_TYPE_LABEL = "tensorstack.dev/component-type";
  public static final String USER_COMPONENT = "user";
  public static final String OWNER_KIND_LABEL = "tensorstack.dev/owner-kind";
  public static final String OWNER_NAME_LABEL = "tensorstack.dev/owner-name";
  public static final String REPLICA_TYPE_LABEL = "replica-type";
  public static final String REPLICA_INDEX_LABEL = "replica-index";
  public static final String JOB_ROLE_LABEL = "job-role";
  public static final String MASTER_ROLE = "master";

  /// Where the queues are.
  public static final String SYSTEM_NAMESPACE = "t9k-system";

  public static final String SCHEDULER_NAME = "t9k-scheduler";
  public static final String GROUP_LABEL = "scheduler.tensorstack.dev/group-name";
  public static final String QUEUE_LABEL = "scheduler.tensorstack.dev/queue";
  public static final String ROLE_LABEL = "scheduler.tensorstack.dev/role";

  /// How a pod was launched: `immediate`, `debug` or `resume`.
  public static final String RUN_MODE_ANNOTATION = "batch.tensorstack.dev/run-mode";

  private TensorStack() {}
}
