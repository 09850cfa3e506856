package dev.trainyard.engine.wrapper;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/// The conditions of a wrapper: at most one of a type, in a fixed order. Writing one replaces its
/// reason and message; its time moves with its status only, because every timer starts there.
public record WrapperConditions(Map<ConditionType, Condition> byType) {

  public WrapperConditions {
    var copy = new EnumMap<ConditionType, Condition>(ConditionType.class);
    copy.putAll(byType);
    byType = Collections.unmodifiableMap(copy);
  }

  public static WrapperConditions none() {
    return new WrapperConditions(Map.of());
  }

  /// In the order in which they are listed.
  public enum ConditionType {
    QUOTA_RESERVED("QuotaReserved"),
    RESOURCES_DEPLOYED("ResourcesDeployed"),
    PODS_READY("PodsReady"),
    UNHEALTHY("Unhealthy"),
    DELETING_RESOURCES("DeletingResources");

    public final String word;

    ConditionType(String word) {
      this.word = word;
    }
  }

  public enum Reason {
    RESUMING("Resuming"),
    SUCCEEDED("Succeeded"),
    SUSPENDED("Suspended"),
    RESETTING("Resetting"),
    FAILED("Failed"),
    TERMINATING("Terminating"),
    SUFFICIENT_PODS_READY("SufficientPodsReady"),
    INSUFFICIENT_PODS_READY("InsufficientPodsReady"),
    CREATE_FAILED("CreateFailed"),
    MISSING_COMPONENT("MissingComponent"),
    FAILED_COMPONENT("FailedComponent"),
    FOUND_FAILED_PODS("FoundFailedPods"),
    FOUND_NO_FAILED_PODS("FoundNoFailedPods"),
    AUTOPILOT_NO_EXECUTE("AutopilotNoExecute"),
    DELETION_INITIATED("DeletionInitiated"),
    DELETION_PAUSED("DeletionPaused"),
    DELETION_COMPLETE("DeletionComplete");

    public final String word;

    Reason(String word) {
      this.word = word;
    }
  }

  /// `reason` is a word, not one of ours alone: what others have written is kept as it is.
  public record Condition(boolean status, String reason, String message, Instant since) {}

  public Optional<Condition> find(ConditionType type) {
    return Optional.ofNullable(byType.get(type));
  }

  public boolean holds(ConditionType type) {
    return find(type).filter(Condition::status).isPresent();
  }

  boolean because(ConditionType type, Reason reason) {
    return find(type).filter(one -> one.reason().equals(reason.word)).isPresent();
  }

  /// Since when it has been as it is. What was never written has been so for ever.
  Instant since(ConditionType type) {
    return find(type).map(Condition::since).orElse(Instant.EPOCH);
  }

  WrapperConditions with(
      ConditionType type, boolean status, Reason reason, String message, Instant now) {
    var since = find(type).filter(before -> before.status() == status).map(Condition::since);
    return put(type, new Condition(status, reason.word, message, since.orElse(whole(now))));
  }

  /// As if it had only now become so.
  WrapperConditions anew(
      ConditionType type, boolean status, Reason reason, String message, Instant now) {
    return put(type, new Condition(status, reason.word, message, whole(now)));
  }

  /// What does not hold stays as it is, reason included.
  WrapperConditions cleared(ConditionType type, Reason reason, String message, Instant now) {
    return holds(type) ? with(type, false, reason, message, now) : this;
  }

  /// The same but for what is said about it.
  boolean differInWordsOnly(WrapperConditions other) {
    return silent().equals(other.silent());
  }

  private Map<ConditionType, Condition> silent() {
    var silent = new EnumMap<ConditionType, Condition>(ConditionType.class);
    byType.forEach(
        (type, one) ->
            silent.put(type, new Condition(one.status(), one.reason(), "", one.since())));
    return silent;
  }

  private WrapperConditions put(ConditionType type, Condition condition) {
    var changed = new EnumMap<ConditionType, Condition>(ConditionType.class);
    changed.putAll(byType);
    changed.put(type, condition);
    return new WrapperConditions(changed);
  }

  /// Statuses hold whole seconds; what is decided now must read the same tomorrow.
  static Instant whole(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }
}
