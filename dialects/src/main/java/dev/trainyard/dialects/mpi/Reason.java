package dev.trainyard.dialects.mpi;

/// Why a condition or an event is there, in the one word that programs read.
enum Reason {
  CREATED("MPIJobCreated"),
  RUNNING("MPIJobRunning"),
  RESTARTING("MPIJobRestarting"),
  SUSPENDED("MPIJobSuspended"),
  RESUMED("MPIJobResumed"),
  SUCCEEDED("MPIJobSucceeded"),
  FAILED("MPIJobFailed"),
  EVICTED("MPIJobEvicted"),
  UNWISE("MPIJobUnwise"),
  INVALID("ValidationError"),
  NAME_TAKEN("ErrResourceExists"),
  RESTART_POLICY_OVERRIDDEN("SetPodTemplateRestartPolicy"),
  NODE_LOST("NodeLost"),
  /// That of a Job which has failed too often, as it is the launcher's.
  RETRIED_ENOUGH("BackoffLimitExceeded"),
  WORKERS_ENDED("MPIJobWorkersEnded");

  final String word;

  Reason(String word) {
    this.word = word;
  }
}
