package dev.trainyard.dialects.batch;

import dev.trainyard.dialects.Times;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobConditionBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The conditions of a Job: one of each type, in the order in which they came.
record Conditions(List<JobCondition> list) {

  static final String SUSPENDED = "Suspended";

  /// The outcome is certain, though pods may still be ending.
  static final String SUCCESS_CRITERIA_MET = "SuccessCriteriaMet";

  static final String FAILURE_TARGET = "FailureTarget";

  /// And no pod is left at work.
  static final String COMPLETE = "Complete";

  static final String FAILED = "Failed";

  /// Ours: no API server lets such a spec in, but it may have been there before us.
  static final String REFUSED = "Refused";

  static final String TRUE = "True";
  static final String FALSE = "False";

  static Conditions of(Optional<JobStatus> status) {
    return new Conditions(status.map(JobStatus::getConditions).map(List::copyOf).orElse(List.of()));
  }

  Optional<JobCondition> find(String type) {
    return list.stream().filter(condition -> type.equals(condition.getType())).findFirst();
  }

  Optional<JobCondition> holding(String type) {
    return find(type).filter(condition -> TRUE.equals(condition.getStatus()));
  }

  boolean holds(String type) {
    return holding(type).isPresent();
  }

  Optional<Instant> since(String type, String status) {
    return find(type)
        .filter(condition -> status.equals(condition.getStatus()))
        .flatMap(condition -> Times.parse(condition.getLastTransitionTime()));
  }

  Conditions without(String type) {
    return new Conditions(
        list.stream().filter(condition -> !type.equals(condition.getType())).toList());
  }

  /// What reads the same stays; what changes keeps its place.
  Conditions with(String type, String status, String reason, String message, Instant at) {
    var time = Times.text(at);
    var wanted =
        new JobConditionBuilder()
            .withType(type)
            .withStatus(status)
            .withReason(reason)
            .withMessage(message)
            .withLastProbeTime(time)
            .withLastTransitionTime(time)
            .build();
    var next = new ArrayList<>(list);
    next.replaceAll(condition -> type.equals(condition.getType()) ? wanted : condition);
    if (find(type).isEmpty()) {
      next.add(wanted);
    }
    return new Conditions(List.copyOf(next));
  }
}
