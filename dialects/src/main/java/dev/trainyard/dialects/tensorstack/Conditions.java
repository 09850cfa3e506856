package dev.trainyard.dialects.tensorstack;

import dev.trainyard.api.tensorstack.JobCondition;
import dev.trainyard.api.tensorstack.JobStatus;
import dev.trainyard.dialects.OrderedConditions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// What the conditions of a job are called.
final class Conditions {

  static final String INITIALIZED = "Initialized";
  static final String RUNNING = "Running";
  static final String FAILED = "Failed";
  static final String COMPLETED = "Completed";
  static final String REPLICA_FAILURE = "ReplicaFailure";
  static final String PAUSED = "Paused";

  private static final OrderedConditions.Form<JobCondition> FORM =
      new OrderedConditions.Form<>(
          List.of(INITIALIZED, RUNNING, FAILED, COMPLETED, REPLICA_FAILURE, PAUSED),
          JobCondition::type,
          JobCondition::status,
          condition -> Optional.ofNullable(condition.lastTransitionTime()),
          JobCondition::new);

  static OrderedConditions<JobCondition> of(Optional<JobStatus> status) {
    return FORM.of(status.map(JobStatus::conditions).orElse(List.of()));
  }

  static boolean because(OrderedConditions<JobCondition> conditions, String type, String reason) {
    return conditions
        .find(type)
        .filter(condition -> Objects.equals(condition.reason(), reason))
        .isPresent();
  }

  private Conditions() {}
}
