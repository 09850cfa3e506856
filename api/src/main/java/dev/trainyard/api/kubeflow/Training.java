package dev.trainyard.api.kubeflow;

/// The words every job of the group shares: label keys, the main container and its port.
public final class Training {

  public static final String GROUP = "kubeflow.org";

  public static final String MASTER = "Master";
  public static final String WORKER = "Worker";

  public static final String CONTAINER_NAME = "pytorch";
  public static final String PORT_NAME = "pytorchjob-port";
  public static final int PORT = 23456;

  public static final String FRAMEWORK_NAME = "pytorch";
  public static final String CONTROLLER_NAME = "pytorchjob-controller";

  public static final String REPLICA_INDEX_LABEL = "training.kubeflow.org/replica-index";
  public static final String REPLICA_TYPE_LABEL = "training.kubeflow.org/replica-type";
  public static final String OPERATOR_NAME_LABEL = "training.kubeflow.org/operator-name";
  public static final String JOB_NAME_LABEL = "training.kubeflow.org/job-name";
  public static final String JOB_ROLE_LABEL = "training.kubeflow.org/job-role";

  /// The value of [#JOB_ROLE_LABEL] on the one pod that leads a job.
  public static final String MASTER_ROLE = "master";

  private Training() {}
}
