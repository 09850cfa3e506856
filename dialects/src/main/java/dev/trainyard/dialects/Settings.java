package dev.trainyard.dialects;

import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.dialects.runai.WorkloadSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// What an administrator sets for every job.
///
/// @param runsJobs whether nobody else runs the Jobs of `batch/v1`
/// @param clusterDomain what the full names of hosts in the cluster end with, where lists of hosts
///   are to have them
public record Settings(
    Place place,
    boolean runsJobs,
    MasterWait masterWait,
    Optional<GangScheduler> gangScheduler,
    Habits habits,
    WrapperSettings wrappers,
    WorkloadSettings workloads,
    Optional<String> clusterDomain,
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
        Optional.empty(),
        Optional.of(Duration.ofSeconds(60)),
        Duration.ofSeconds(2));
  }

  public Settings runningJobs() {
    return changed(draft -> draft.runsJobs = true);
  }

  public Settings with(MasterWait masterWait) {
    return changed(draft -> draft.masterWait = masterWait);
  }

  public Settings with(Optional<GangScheduler> gangScheduler) {
    return changed(draft -> draft.gangScheduler = gangScheduler);
  }

  public Settings with(Habits habits) {
    return changed(draft -> draft.habits = habits);
  }

  public Settings with(WrapperSettings wrappers) {
    return changed(draft -> draft.wrappers = wrappers);
  }

  public Settings with(WorkloadSettings workloads) {
    return changed(draft -> draft.workloads = workloads);
  }

  public Settings inDomain(Optional<String> clusterDomain) {
    return changed(draft -> draft.clusterDomain = clusterDomain);
  }

  /// How long a pod that cannot leave a dead node is waited for; nothing is for ever.
  public Settings fencingAfter(Optional<Duration> fenceAfter) {
    return changed(draft -> draft.fenceAfter = fenceAfter);
  }

  public Settings tellingBy(Duration tellBy) {
    return changed(draft -> draft.tellBy = tellBy);
  }

  private Settings changed(Consumer<Draft> change) {
    var draft = new Draft(this);
    change.accept(draft);
    return new Settings(
        place,
        draft.runsJobs,
        draft.masterWait,
        draft.gangScheduler,
        draft.habits,
        draft.wrappers,
        draft.workloads,
        draft.clusterDomain,
        draft.fenceAfter,
        draft.tellBy);
  }

  /// What one setting is changed in while the others stay.
  private static final class Draft {

    private boolean runsJobs;
    private MasterWait masterWait;
    private Optional<GangScheduler> gangScheduler;
    private Habits habits;
    private WrapperSettings wrappers;
    private WorkloadSettings workloads;
    private Optional<String> clusterDomain;
    private Optional<Duration> fenceAfter;
    private Duration tellBy;

    private Draft(Settings from) {
      runsJobs = from.runsJobs;
      masterWait = from.masterWait;
      gangScheduler = from.gangScheduler;
      habits = from.habits;
      wrappers = from.wrappers;
      workloads = from.workloads;
      clusterDomain = from.clusterDomain;
      fenceAfter = from.fenceAfter;
      tellBy = from.tellBy;
    }
  }
}
