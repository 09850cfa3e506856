package dev.trainyard.dialects.batch;

/// The names by which Kubernetes marks Jobs and their pods.
final class Batch {

  static final String GROUP = "batch";
  static final String VERSION = "v1";
  static final String KIND = "Job";
  static final String PLURAL = "jobs";

  static final String JOB_NAME = "batch.kubernetes.io/job-name";
  static final String CONTROLLER_UID = "batch.kubernetes.io/controller-uid";

  /// A label and an annotation of the same name.
  static final String INDEX = "batch.kubernetes.io/job-completion-index";

  /// As older programs look for them.
  static final String OLD_JOB_NAME = "job-name";

  static final String OLD_CONTROLLER_UID = "controller-uid";

  static final String INDEX_VARIABLE = "JOB_COMPLETION_INDEX";

  /// Whom `spec.managedBy` names when it means whoever runs Jobs here.
  static final String CONTROLLER = "kubernetes.io/job-controller";

  private Batch() {}
}
