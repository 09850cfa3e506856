package dev.trainyard.dialects.appwrapper;

import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.engine.wrapper.GoDurations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What an administrator sets for every AppWrapper.
///
/// @param schedulerName the scheduler of pods that name none
/// @param defaultQueue the queue of AppWrappers that name none
/// @param slackQueue the ClusterQueue that lends less while nodes are out of use
/// @param asksForRights whether a user must be allowed to create what is wrapped
/// @param queueing who says when an AppWrapper begins; where nobody has set it, Kueue where it is
///   installed and our own queue elsewhere
public record WrapperSettings(
    FaultTolerance faultTolerance,
    Autopilot autopilot,
    Optional<String> schedulerName,
    Optional<String> defaultQueue,
    Optional<String> slackQueue,
    boolean asksForRights,
    Optional<QueueMode> queueing,
    Duration tellBy) {

  /// What the queue is called that every namespace has, where nothing else is set.
  public static final String USUAL_QUEUE = "default-queue";

  /// The one data key of this ConfigMap, beside the operator, holds what is set.
  public static final String CONFIG_MAP = "appwrapper-operator-config";

  public enum QueueMode {
    /// Nobody: `suspend` is its user's.
    NONE,
    /// An installation of Kueue, by `suspend` and `podSetInfos`.
    KUEUE,
    /// Our own queue.
    INTERNAL
  }

  /// As set, with what all jobs have in common.
  public static WrapperSettings of(Settings settings) {
    var set = settings.wrappers();
    return new WrapperSettings(
        set.faultTolerance(),
        set.autopilot(),
        set.schedulerName(),
        set.defaultQueue(),
        set.slackQueue(),
        set.asksForRights(),
        set.queueing(),
        settings.tellBy());
  }

  public static WrapperSettings defaults() {
    return new WrapperSettings(
        FaultTolerance.usual(),
        Autopilot.usual(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        true,
        Optional.empty(),
        Duration.ofSeconds(2));
  }

  /// As the clusters of mlbatch are set up.
  public static WrapperSettings mlbatch() {
    return new WrapperSettings(
        FaultTolerance.usual(),
        Autopilot.mlbatch(),
        Optional.of("scheduler-plugins-scheduler"),
        Optional.of(USUAL_QUEUE),
        Optional.of("slack-cluster-queue"),
        false,
        Optional.empty(),
        Duration.ofSeconds(2));
  }

  /// How patient to be with an AppWrapper that does not say.
  ///
  /// @param longest what no annotation goes beyond, but for the time after success
  public record FaultTolerance(
      Duration admission,
      Duration warmup,
      Duration failure,
      Duration retryPause,
      int retryLimit,
      Duration forcefulDeletion,
      Duration longest,
      Duration successTtl) {

    public static FaultTolerance usual() {
      return new FaultTolerance(
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(1),
          Duration.ofSeconds(90),
          3,
          Duration.ofMinutes(10),
          Duration.ofHours(24),
          Duration.ofDays(7));
    }

    /// Every reason not to start with these.
    public List<Problem> check() {
      var problems = new ArrayList<Problem>();
      within("deletionGracePeriod", "ForcefulDelectionGracePeriod", forcefulDeletion, problems);
      within("resetPause", "RetryPausePeriod", retryPause, problems);
      within("failureGracePeriod", "FailureGracePeriod", failure, problems);
      within("admissionGracePeriod", "AdmissionGracePeriod", admission, problems);
      within("warmupGracePeriod", "WarmupGracePeriod", warmup, problems);
      if (admission.compareTo(warmup) > 0) {
        problems.add(
            exceeds(
                "admissionGracePeriod",
                "AdmissionGracePeriod",
                admission,
                "WarmupGracePeriod",
                warmup));
      }
      if (!successTtl.isPositive()) {
        problems.add(
            Problem.error(
                "appwrapper.faultTolerance.successTTLCeiling",
                "SuccessTTL %s is not a positive duration"
                    .formatted(GoDurations.text(successTtl))));
      }
      return problems;
    }

    private void within(String key, String name, Duration value, List<Problem> problems) {
      if (value.compareTo(longest) > 0) {
        problems.add(exceeds(key, name, value, "GracePeriodCeiling", longest));
      }
    }

    private static Problem exceeds(
        String key, String name, Duration value, String bound, Duration most) {
      return Problem.error(
          "appwrapper.faultTolerance." + key,
          "%s %s exceeds %s %s"
              .formatted(name, GoDurations.text(value), bound, GoDurations.text(most)));
    }
  }

  /// What the labels of a node say about its devices.
  ///
  /// @param injects whether pods are kept off nodes with such labels
  /// @param monitors whether pods must leave them
  /// @param weight how much a mere preference counts
  public record Autopilot(
      boolean injects, boolean monitors, Map<String, List<Mark>> marks, int weight) {

    private static final String GPU = "nvidia.com/gpu";
    private static final String HEALTH = "autopilot.ibm.com/gpuhealth";

    public Autopilot {
      var copy = new LinkedHashMap<String, List<Mark>>();
      marks.forEach((resource, list) -> copy.put(resource, List.copyOf(list)));
      marks = Collections.unmodifiableMap(copy);
    }

    public static Autopilot usual() {
      return of(
          new Mark(HEALTH, "WARN", Effect.PREFER_NO_SCHEDULE),
          new Mark(HEALTH, "TESTING", Effect.NO_SCHEDULE),
          new Mark(HEALTH, "EVICT", Effect.NO_EXECUTE));
    }

    public static Autopilot mlbatch() {
      return of(
          new Mark(HEALTH, "ERR", Effect.NO_SCHEDULE),
          new Mark(HEALTH, "TESTING", Effect.NO_SCHEDULE),
          new Mark(HEALTH, "EVICT", Effect.NO_EXECUTE));
    }

    private static Autopilot of(Mark... marks) {
      return new Autopilot(true, true, Map.of(GPU, List.of(marks)), 50);
    }
  }

  /// A label of a node, and what it means for pods that use the resource.
  public record Mark(String key, String value, Effect effect) {}

  public enum Effect {
    PREFER_NO_SCHEDULE,
    NO_SCHEDULE,
    NO_EXECUTE
  }
}
