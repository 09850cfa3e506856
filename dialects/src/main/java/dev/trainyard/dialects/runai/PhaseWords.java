package dev.trainyard.dialects.runai;

import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.Slot;

/// The words that a workload has for how far it has come.
final class PhaseWords {

  static final String CREATING = "Creating";
  static final String FAILED = "Failed";

  private static final String PENDING = "Pending";
  private static final String RESUMING = "Resuming";
  private static final String RUNNING = "Running";

  static String of(JobState state) {
    return switch (state.phase()) {
      case ACCEPTED -> CREATING;
      case WAITING -> PENDING;
      case STARTING -> "Initializing";
      case RUNNING -> RUNNING;
      case SHRUNKEN -> isMpi(state) ? "Degraded" : PENDING;
      case RESTARTING -> PENDING;
      case HOLDING -> "Stopping";
      case HELD -> "Stopped";
      case RESUMING -> stands(state) ? PENDING : RESUMING;
      case UNKNOWN -> "Unknown";
      case SUCCEEDED -> "Completed";
      case FAILED -> FAILED;
    };
  }

  static Phase phase(String word) {
    return switch (word) {
      case PENDING -> Phase.WAITING;
      case "Initializing" -> Phase.STARTING;
      case RUNNING -> Phase.RUNNING;
      case "Degraded" -> Phase.SHRUNKEN;
      case "Stopping" -> Phase.HOLDING;
      case "Stopped" -> Phase.HELD;
      case RESUMING -> Phase.RESUMING;
      case "Unknown" -> Phase.UNKNOWN;
      case "Completed" -> Phase.SUCCEEDED;
      case FAILED -> Phase.FAILED;
      default -> Phase.ACCEPTED;
    };
  }

  /// What the annotation on the job calls it.
  static String calculated(JobState state) {
    return switch (state.phase()) {
      case ACCEPTED, WAITING, RESUMING -> PENDING;
      case STARTING -> "ContainerCreating";
      case RUNNING -> RUNNING;
      case SHRUNKEN -> isMpi(state) ? RUNNING : PENDING;
      case RESTARTING -> "Error";
      case HOLDING -> "Terminating";
      case HELD -> "Suspended";
      case UNKNOWN -> "Unknown";
      case SUCCEEDED -> "Succeeded";
      case FAILED ->
          state
                  .remember()
                  .ending()
                  .filter(end -> end.cause() instanceof Fact.PreemptedTooOften)
                  .isPresent()
              ? "Preempted"
              : "Fail";
    };
  }

  static boolean isMpi(JobState state) {
    return state.replicas().stream().anyMatch(replica -> !replica.id().role().equals(Neutral.ROLE));
  }

  /// Whether something has come back already.
  private static boolean stands(JobState state) {
    return state.replicas().stream()
        .anyMatch(
            replica ->
                !replica.leaving()
                    && (replica.slot() == Slot.PENDING || replica.slot() == Slot.RUNNING));
  }

  private PhaseWords() {}
}
