package dev.trainyard.dialects.kubeflow;

import dev.trainyard.api.kubeflow.JobCondition;
import dev.trainyard.api.kubeflow.JobStatus;
import dev.trainyard.dialects.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The conditions of a job. A new one goes to the end, because the last one is the job's state.
record Conditions(List<JobCondition> list) {

  static final String CREATED = "Created";
  static final String RUNNING = "Running";
  static final String RESTARTING = "Restarting";
  static final String SUSPENDED = "Suspended";
  static final String SUCCEEDED = "Succeeded";
  static final String FAILED = "Failed";

  private static final String TRUE = "True";
  private static final String FALSE = "False";

  Conditions {
    list = List.copyOf(list);
  }

  static Conditions of(Optional<JobStatus> status) {
    return new Conditions(status.map(JobStatus::conditions).orElse(List.of()));
  }

  Optional<JobCondition> find(String type) {
    return list.stream().filter(condition -> condition.type().equals(type)).findFirst();
  }

  Optional<JobCondition> holding(String type) {
    return find(type).filter(condition -> condition.status().equals(TRUE));
  }

  Optional<JobCondition> denied(String type) {
    return find(type).filter(condition -> condition.status().equals(FALSE));
  }

  /// How the job ended: of two verdicts the later.
  Optional<JobCondition> terminal() {
    return list.stream()
        .filter(condition -> condition.status().equals(TRUE))
        .filter(condition -> condition.type().equals(SUCCEEDED) || condition.type().equals(FAILED))
        .filter(condition -> !refusal(condition))
        .reduce((_, later) -> later);
  }

  boolean refused() {
    return list.stream().anyMatch(Conditions::refusal);
  }

  /// A refused spec is told as a failure and is none: corrected, the job starts.
  Conditions withoutRefusal() {
    return without(Conditions::refusal);
  }

  Conditions without(String type) {
    return without(condition -> condition.type().equals(type));
  }

  Conditions with(String type, Reason reason, String message, Instant at) {
    return set(type, TRUE, reason, message, at);
  }

  Conditions withNo(String type, Reason reason, String message, Instant at) {
    return set(type, FALSE, reason, message, at);
  }

  /// Stands apart from the other conditions, so that it can be taken back; meanwhile none of them
  /// says that the job runs.
  Conditions refused(String message, Instant at) {
    var before = find(FAILED).filter(Conditions::refusal);
    if (before.filter(told -> message.equals(told.message())).isPresent()) {
      return this;
    }
    var time = Times.text(at);
    var since = before.map(JobCondition::lastTransitionTime).orElse(time);
    return withoutRefusal()
        .closedBy(FAILED)
        .append(
            new JobCondition(FAILED, TRUE, Reason.FAILED_VALIDATION.word, message, time, since));
  }

  /// After a verdict nothing changes any more, and what is told already is not told again.
  private Conditions set(String type, String status, Reason reason, String message, Instant at) {
    var before = find(type).filter(condition -> condition.status().equals(status));
    boolean told = before.filter(condition -> reason.word.equals(condition.reason())).isPresent();
    if (holding(FAILED).isPresent() || told) {
      return this;
    }
    var time = Times.text(at);
    var since = before.map(JobCondition::lastTransitionTime).orElse(time);
    return without(type)
        .without(excludedBy(type))
        .closedBy(type)
        .append(new JobCondition(type, status, reason.word, message, time, since));
  }

  private static Predicate<JobCondition> excludedBy(String type) {
    return condition ->
        switch (type) {
          case RUNNING -> condition.type().equals(RESTARTING);
          case RESTARTING -> condition.type().equals(RUNNING);
          default -> false;
        };
  }

  /// An ended job neither runs nor restarts; since when it did stays readable.
  private Conditions closedBy(String type) {
    if (!type.equals(SUCCEEDED) && !type.equals(FAILED)) {
      return this;
    }
    return new Conditions(
        list.stream()
            .map(
                condition ->
                    condition.type().equals(RUNNING) || condition.type().equals(RESTARTING)
                        ? denied(condition)
                        : condition)
            .toList());
  }

  private static JobCondition denied(JobCondition condition) {
    return new JobCondition(
        condition.type(),
        FALSE,
        condition.reason(),
        condition.message(),
        condition.lastUpdateTime(),
        condition.lastTransitionTime());
  }

  private static boolean refusal(JobCondition condition) {
    return condition.type().equals(FAILED)
        && Reason.FAILED_VALIDATION.word.equals(condition.reason());
  }

  private Conditions without(Predicate<JobCondition> unwanted) {
    return new Conditions(list.stream().filter(unwanted.negate()).toList());
  }

  private Conditions append(JobCondition condition) {
    var longer = new ArrayList<>(list);
    longer.add(condition);
    return new Conditions(longer);
  }
}
