package dev.trainyard.dialects;

import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.dialects.runai.WorkloadSettings;
import java.time.Duration;
import java.util.Optional;

/// What an administrator sets for every job.
///
/// @param runsJobs whether nobody else runs the Jobs of `batch/v1`
public record Settings(
    Place place,
    boolean runsJobs,
    MasterWait masterWait,
    Optional<GangScheduler> gangScheduler,
    Habits habits,
    WrapperSettings wrappers,
    WorkloadSettings workloads,
    Optional<Duration> fenceAfter,
    Duration tellBy) {

  public enum Place {
    CLUSTER,
    YARD
  }

  /// The init container that holds workers back until their master has an address.
  ///
  /// @param template stands in for the built-in container, if there is one
  public record MasterWait(
      boolean enabled, String image, int tries, Optional<WaitTemplate> template) {

    public static MasterWait usual() {
      return new MasterWait(true, "alpine:3.10", 100, Optional.empty());
    }
  }

  /// The scheduler that places jobs whole: Volcano, or one with the coscheduling plugin.
  public record GangScheduler(String name) {

    private static final String VOLCANO = "volcano";

    public static GangScheduler named(String name) {
      return new GangScheduler(name.equalsIgnoreCase(VOLCANO) ? VOLCANO : name);
    }

    public boolean isVolcano() {
      return name.equals(VOLCANO);
    }
  }

  /// What a job means where it does not say.
  ///
  /// @param cleanPodPolicy what becomes of its pods when it ends
  /// @param standalone how torchrun is told that a replica trains alone
  /// @param capsProcesses whether as many processes as a node has cores are too many
  public record Habits(String cleanPodPolicy, String standalone, boolean capsProcesses) {

    /// As documented.
    public static Habits usual() {
      return new Habits("None", "", false);
    }
  }

  public static Settings defaults(Place place) {
    return new Settings(
        place,
        place == Place.YARD,
        MasterWait.usual(),
        Optional.empty(),
        Habits.usual(),
        WrapperSettings.defaults(),
        WorkloadSettings.defaults(),
        Optional.of(Duration.ofSeconds(60)),
        Duration.ofSeconds(2));
  }

  public Settings runningJobs() {
    return new Settings(
        place, true, masterWait, gangScheduler, habits, wrappers, workloads, fenceAfter, tellBy);
  }

  public Settings with(MasterWait masterWait) {
    return new Settings(
        place,
        runsJobs,
        masterWait,
        gangScheduler,
        habits,
        wrappers,
        workloads,
        fenceAfter,
        tellBy);
  }

  public Settings with(Optional<GangScheduler> gangScheduler) {
    return new Settings(
        place,
        runsJobs,
        masterWait,
        gangScheduler,
        habits,
        wrappers,
        workloads,
        fenceAfter,
        tellBy);
  }

  public Settings with(Habits habits) {
    return new Settings(
        place,
        runsJobs,
        masterWait,
        gangScheduler,
        habits,
        wrappers,
        workloads,
        fenceAfter,
        tellBy);
  }

  public Settings with(WrapperSettings wrappers) {
    return new Settings(
        place,
        runsJobs,
        masterWait,
        gangScheduler,
        habits,
        wrappers,
        workloads,
        fenceAfter,
        tellBy);
  }

  public Settings with(WorkloadSettings workloads) {
    return new Settings(
        place,
        runsJobs,
        masterWait,
        gangScheduler,
        habits,
        wrappers,
        workloads,
        fenceAfter,
        tellBy);
  }

  public Settings tellingBy(Duration tellBy) {
    return new Settings(
        place,
        runsJobs,
        masterWait,
        gangScheduler,
        habits,
        wrappers,
        workloads,
        fenceAfter,
        tellBy);
  }
}
