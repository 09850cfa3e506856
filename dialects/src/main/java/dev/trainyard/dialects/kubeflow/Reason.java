package dev.trainyard.dialects.kubeflow;

/// Why a condition or an event is there, in the one word that programs read.
enum Reason {
  CREATED("PyTorchJobCreated"),
  RUNNING("PyTorchJobRunning"),
  RESTARTING("PyTorchJobRestarting"),
  QUEUED("PyTorchJobQueued"),
  SUSPENDED("PyTorchJobSuspended"),
  RESUMED("PyTorchJobResumed"),
  SUCCEEDED("PyTorchJobSucceeded"),
  FAILED("PyTorchJobFailed"),
  FAILED_VALIDATION("PyTorchJobFailedValidation"),
  UNWISE("PyTorchJobUnwise"),
  POD_CREATED("SuccessfulCreatePod"),
  POD_DELETED("SuccessfulDeletePod"),
  EXITED("ExitedWithCode"),
  NODE_LOST("NodeLost"),
  STILL_RUNNING("PodsStillRunning"),
  RESTART_POLICY_OVERWRITTEN("SetPodTemplateRestartPolicy"),
  SCHEDULER_KEPT("SetPodTemplateSchedulerName"),
  TERMINATED("JobTerminated");

  final String word;

  Reason(String word) {
    this.word = word;
  }
}
