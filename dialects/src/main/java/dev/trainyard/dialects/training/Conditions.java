package dev.trainyard.dialects.training;

import dev.trainyard.api.kubeflow.JobCondition;
import dev.trainyard.api.kubeflow.JobStatus;
import dev.trainyard.dialects.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The conditions of a job. A new one goes to the end, because the last one is the job's state.
public record Conditions(List<JobCondition> list) {

  public static final String CREATED = "Created";
  public static final String RUNNING = "Running";
  public static final String RESTARTING = "Restarting";
  public static final String SUSPENDED = "Suspended";
  public static final String SUCCEEDED = "Succeeded";
  public static final String FAILED = "Failed";

  /// How the reason of a refusal ends, after the name of the kind.
  private static final String FAILED_VALIDATION = "FailedValidation";

  private static final String TRUE = "True";
  private static final String FALSE = "False";

  public Conditions {
    list = List.copyOf(list);
  }

  public static Conditions of(Optional<JobStatus> status) {
    return new Conditions(status.map(JobStatus::conditions).orElse(List.of()));
  }

  public Optional<JobCondition> find(String type) {
    return list.stream().filter(condition -> condition.type().equals(type)).findFirst();
  }

  public Optional<JobCondition> holding(String type) {
    return find(type).filter(condition -> condition.status().equals(TRUE));
  }

  public Optional<JobCondition> denied(String type) {
    return find(type).filter(condition -> condition.status().equals(FALSE));
  }

  /// How the job ended: of two verdicts the later.
  public Optional<JobCondition> terminal() {
    return list.stream()
        .filter(condition -> condition.status().equals(TRUE))
        .filter(condition -> condition.type().equals(SUCCEEDED) || condition.type().equals(FAILED))
        .filter(condition -> !refusal(condition))
        .reduce((_, later) -> later);
  }

  public boolean refused() {
    return list.stream().anyMatch(Conditions::refusal);
  }

  /// A refused spec is told as a failure and is none: corrected, the job starts.
  public Conditions withoutRefusal() {
    return without(Conditions::refusal);
  }

  public Conditions without(String type) {
    return without(condition -> condition.type().equals(type));
  }

  public Conditions with(String type, String reason, String message, Instant at) {
    return set(type, TRUE, reason, message, at);
  }

  public Conditions withNo(String type, String reason, String message, Instant at) {
    return set(type, FALSE, reason, message, at);
  }

  /// Denied as a remark, and not as the job's state.
  public Conditions remarkingNo(String type, String reason, String message, Instant at) {
    var denied = withNo(type, reason, message, at);
    return denied.equals(this)
        ? this
        : new Conditions(
            Stream.concat(denied.find(type).stream(), denied.without(type).list().stream())
                .toList());
  }

  /// Stands apart from the other conditions, so that it can be taken back; meanwhile none of them
  /// says that the job runs.
  public Conditions refused(String reason, String message, Instant at) {
    var before = find(FAILED).filter(Conditions::refusal);
    if (before.filter(told -> message.equals(told.message())).isPresent()) {
      return this;
    }
    var time = Times.text(at);
    var since = before.map(JobCondition::lastTransitionTime).orElse(time);
    return withoutRefusal()
        .closedBy(FAILED)
        .append(new JobCondition(FAILED, TRUE, reason, message, time, since));
  }

  /// After a verdict nothing changes any more, and what is told already is not told again.
  private Conditions set(String type, String status, String reason, String message, Instant at) {
    var before = find(type).filter(condition -> condition.status().equals(status));
    boolean told = before.filter(condition -> reason.equals(condition.reason())).isPresent();
    if (holding(FAILED).isPresent() || told) {
      return this;
    }
    var time = Times.text(at);
    var since = before.map(JobCondition::lastTransitionTime).orElse(time);
    return without(type)
        .without(excludedBy(type))
        .closedBy(type)
        .append(new JobCondition(type, status, reason, message, time, since));
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
        && Optional.ofNullable(condition.reason())
            .filter(reason -> reason.endsWith(FAILED_VALIDATION))
            .isPresent();
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
