package dev.trainyard.dialects.tensorboard;

import dev.trainyard.dialects.Words;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.Slot;
import java.util.Map;
import java.util.Set;

/// The words a status has for phases.
final class StatusWords {

  static final String PENDING = "Pending";
  static final String RUNNING = "Running";
  static final String PAUSED = "Paused";
  static final String FAILED = "Failed";
  static final String UNKNOWN = "Unknown";

  /// What the status can say of its pod.
  static final Words<Slot> PODS =
      Words.of(
          Map.entry(PENDING, Slot.PENDING),
          Map.entry(RUNNING, Slot.RUNNING),
          Map.entry("Succeeded", Slot.SUCCEEDED),
          Map.entry(FAILED, Slot.FAILED),
          Map.entry(UNKNOWN, Slot.UNKNOWN));

  static final Set<Slot> SHOWN =
      Set.of(Slot.PENDING, Slot.RUNNING, Slot.SUCCEEDED, Slot.FAILED, Slot.UNKNOWN);

  static String of(Phase phase) {
    return switch (phase) {
      case ACCEPTED, WAITING, STARTING, SHRUNKEN, RESTARTING, RESUMING -> PENDING;
      case RUNNING -> RUNNING;
      case HOLDING, HELD -> PAUSED;
      case UNKNOWN -> UNKNOWN;
      case SUCCEEDED, FAILED -> FAILED;
    };
  }

  static Phase meaning(String word) {
    return switch (word) {
      case RUNNING -> Phase.RUNNING;
      case PAUSED -> Phase.HELD;
      case UNKNOWN -> Phase.UNKNOWN;
      case FAILED -> Phase.FAILED;
      default -> Phase.STARTING;
    };
  }

  static String of(Slot slot) {
    return switch (slot) {
      case CREATING, PENDING, DELETED -> PENDING;
      case RUNNING -> RUNNING;
      case SUCCEEDED -> "Succeeded";
      case FAILED -> FAILED;
      case UNKNOWN -> UNKNOWN;
    };
  }

  private StatusWords() {}
}
