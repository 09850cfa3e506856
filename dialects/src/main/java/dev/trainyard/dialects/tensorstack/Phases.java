package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.Conditions.COMPLETED;
import static dev.trainyard.dialects.tensorstack.Conditions.FAILED;
import static dev.trainyard.dialects.tensorstack.Conditions.RUNNING;
import static java.util.Map.entry;

import dev.trainyard.api.tensorstack.JobCondition;
import dev.trainyard.dialects.OrderedConditions;
import dev.trainyard.dialects.Words;
import dev.trainyard.engine.model.JobState.ContainerStage;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered.Ending;

/// The words in which a status says how jobs, replicas and containers fare.
final class Phases {

  static final Words<Slot> SLOTS =
      Words.of(
          entry("Creating", Slot.CREATING),
          entry("Pending", Slot.PENDING),
          entry("Running", Slot.RUNNING),
          entry("Succeeded", Slot.SUCCEEDED),
          entry("Failed", Slot.FAILED),
          entry("Unknown", Slot.UNKNOWN),
          entry("Deleted", Slot.DELETED));

  static final Words<ContainerStage> STAGES =
      Words.of(
          entry("Waiting", ContainerStage.WAITING),
          entry("Running", ContainerStage.RUNNING),
          entry("Terminated", ContainerStage.TERMINATED));

  static String word(Slot slot) {
    return SLOTS.word(slot);
  }

  static String word(ContainerStage stage) {
    return STAGES.word(stage);
  }

  /// The phase of a job: the first that fits. A replica that restarts does not bring it back to
  /// Pending.
  static String word(
      OrderedConditions<JobCondition> conditions, boolean paused, boolean leadUnknown) {
    if (conditions.holds(COMPLETED)) {
      return conditions.holds(FAILED) ? "Failed" : "Succeeded";
    }
    if (paused) {
      return "Paused";
    }
    if (Conditions.because(conditions, RUNNING, "Resuming")) {
      return "Resuming";
    }
    if (leadUnknown) {
      return "Unknown";
    }
    boolean ran =
        conditions.holds(RUNNING) || Conditions.because(conditions, RUNNING, "PodsNotReady");
    return ran ? "Running" : "Pending";
  }

  /// What a status brings back of a phase, as far as it tells phases apart. One that tells of a
  /// refusal says nothing of how the job fares.
  static Phase of(String word, OrderedConditions<JobCondition> conditions) {
    if (Refusal.isTold(conditions)) {
      return Phase.UNKNOWN;
    }
    return switch (word) {
      case "Succeeded" -> Phase.SUCCEEDED;
      case "Failed" -> Phase.FAILED;
      case "Paused" -> Phase.HELD;
      case "Resuming" -> Phase.RESUMING;
      case "Unknown" -> Phase.UNKNOWN;
      case "Running" -> conditions.holds(RUNNING) ? Phase.RUNNING : Phase.SHRUNKEN;
      default -> Phase.ACCEPTED;
    };
  }

  static String reason(Ending ending) {
    if (ending.succeeded()) {
      return "Succeeded";
    }
    return ending.byLimit() ? Sentences.DEADLINE_EXCEEDED : "Failed";
  }

  private Phases() {}
}
