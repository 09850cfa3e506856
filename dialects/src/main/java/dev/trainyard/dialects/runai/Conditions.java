package dev.trainyard.dialects.runai;

import dev.trainyard.api.runai.TrainingWorkloadStatus;
import dev.trainyard.api.runai.TrainingWorkloadStatus.Condition;
import dev.trainyard.dialects.OrderedConditions;
import java.util.List;
import java.util.Optional;

/// What the conditions of a workload are called.
final class Conditions {

  static final String SUBMITTED = "Submitted";
  static final String SCHEDULED = "Scheduled";
  static final String RUNNING = "Running";
  static final String SUSPENDED = "Suspended";
  static final String COMPLETED = "Completed";
  static final String FAILED = "Failed";

  private static final OrderedConditions.Form<Condition> FORM =
      new OrderedConditions.Form<>(
          List.of(SUBMITTED, SCHEDULED, RUNNING, SUSPENDED, COMPLETED, FAILED),
          Condition::type,
          Condition::status,
          condition -> Optional.ofNullable(condition.lastTransitionTime()),
          Condition::new);

  static OrderedConditions<Condition> of(Optional<TrainingWorkloadStatus> status) {
    return FORM.of(status.map(TrainingWorkloadStatus::conditions).orElse(List.of()));
  }

  private Conditions() {}
}
