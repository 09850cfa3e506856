package dev.trainyard.dialects.tensorstack;

import dev.trainyard.api.tensorstack.ElasticConfig;
import dev.trainyard.api.tensorstack.JobStatus;
import dev.trainyard.api.tensorstack.JobStatus.Memory;
import dev.trainyard.api.tensorstack.RunMode;
import dev.trainyard.api.tensorstack.RunMode.DebugMode;
import dev.trainyard.api.tensorstack.RunMode.PauseMode;
import dev.trainyard.api.tensorstack.RunPolicy;
import dev.trainyard.api.tensorstack.SchedulerPolicy;
import dev.trainyard.api.tensorstack.SchedulerPolicy.T9kScheduler;
import dev.trainyard.dialects.Dialect.Kind;
import dev.trainyard.dialects.Hash5;
import dev.trainyard.dialects.Identity;
import dev.trainyard.dialects.pods.ReplicaCount;
import dev.trainyard.engine.elastic.ScalingWeights;
import dev.trainyard.engine.elastic.ScalingWeights.Share;
import dev.trainyard.engine.model.TrainingJob.JobId;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A job of either kind as far as both agree: who its replicas are, and how it is run.
///
/// @param types in the order in which they are written
/// @param elastic the bounds, where they have an effect
record Layout(
    Kind kind,
    ObjectMeta metadata,
    List<ReplicaType> types,
    Optional<RunMode> runMode,
    Optional<RunPolicy> runPolicy,
    Optional<SchedulerPolicy> scheduler,
    Optional<ElasticConfig> elastic,
    Optional<JobStatus> status) {

  JobId id() {
    return Identity.of(kind, metadata);
  }

  String name() {
    return id().name();
  }

  String base() {
    return name() + "-" + Hash5.of(name(), id().uid());
  }

  String podName(String type, int index) {
    return "%s-%s-%d".formatted(base(), type, index);
  }

  /// The types in the order of their ranks: the master's before all others.
  List<ReplicaType> ranked() {
    return Stream.concat(
            types.stream().filter(type -> type.name().equals(ReplicaType.MASTER)),
            types.stream().filter(type -> !type.name().equals(ReplicaType.MASTER)))
        .toList();
  }

  /// The Service, and the pod, of rank 0.
  String lead() {
    return podName(ranked().getFirst().name(), 0);
  }

  /// How many replicas of each type there are to be.
  Map<String, Integer> sizes() {
    return sizesAt(expected());
  }

  /// How many of each there are among as many.
  Map<String, Integer> sizesAt(int total) {
    return elastic.isPresent() ? split(total) : written();
  }

  /// How many of each there may ever be.
  Map<String, Integer> largest() {
    return sizesAt(most());
  }

  int total() {
    return sizes().values().stream().mapToInt(Integer::intValue).sum();
  }

  /// How many must be there for the job to run.
  int floor() {
    return elastic.isPresent() ? least() : total();
  }

  /// Once the job has ended, the word that counted then: a later one comes too late.
  String cleanUpPolicy() {
    var word =
        Conditions.of(status).holds(Conditions.COMPLETED)
            ? status.map(JobStatus::memory).map(Memory::cleanUp)
            : runPolicy.map(RunPolicy::cleanUpPolicy);
    return word.orElse(Neutral.DEFAULT_CLEAN_UP);
  }

  private int replicas() {
    return types.stream().mapToInt(ReplicaType::replicas).sum();
  }

  int least() {
    return elastic.map(ElasticConfig::minReplicas).orElse(1);
  }

  int most() {
    return elastic.map(ElasticConfig::maxReplicas).orElse(Math.max(least(), replicas()));
  }

  int expected() {
    int wanted = elastic.map(ElasticConfig::expectedReplicas).orElse(replicas());
    return Math.clamp(wanted, least(), Math.max(least(), most()));
  }

  private Map<String, Integer> written() {
    var sizes = new LinkedHashMap<String, Integer>();
    types.forEach(type -> sizes.put(type.name(), type.replicas()));
    return sizes;
  }

  /// More than there can be is refused, and not worth sharing out before it is.
  private Map<String, Integer> split(int total) {
    var counts = ScalingWeights.split(shares(), Math.min(total, ReplicaCount.MOST));
    var sizes = new LinkedHashMap<String, Integer>();
    for (int i = 0; i < types.size(); i++) {
      sizes.put(types.get(i).name(), counts.get(i));
    }
    return sizes;
  }

  /// By weight; without any, every type but the master shares in proportion to what is written.
  List<Share> shares() {
    if (types.stream().anyMatch(type -> type.weight() > 0)) {
      return types.stream().map(type -> new Share(type.weight(), type.replicas())).toList();
    }
    boolean onlyMaster = types.stream().allMatch(type -> type.name().equals(ReplicaType.MASTER));
    return types.stream()
        .map(
            type ->
                new Share(
                    onlyMaster
                        ? 1
                        : type.name().equals(ReplicaType.MASTER) ? 0 : Math.max(1, type.replicas()),
                    type.replicas()))
        .toList();
  }

  Optional<DebugMode> debug() {
    return runMode.flatMap(mode -> Optional.ofNullable(mode.debug()));
  }

  Optional<PauseMode> pause() {
    return runMode.flatMap(mode -> Optional.ofNullable(mode.pause()));
  }

  boolean debugging() {
    return debug().filter(mode -> Spellings.isOn(mode.enable(), mode.enabled())).isPresent();
  }

  boolean paused() {
    return pause().filter(mode -> Spellings.isOn(mode.enable(), mode.enabled())).isPresent();
  }

  /// Whether its life was ever told of; that of one that was refused at birth was not.
  boolean begun() {
    return Conditions.of(status).find(Conditions.COMPLETED).isPresent();
  }

  Optional<T9kScheduler> t9kScheduler() {
    return scheduler.flatMap(policy -> Optional.ofNullable(policy.t9kScheduler()));
  }

  Optional<String> queue() {
    return t9kScheduler().flatMap(one -> Spellings.either(one.queue(), one.capitalQueue()));
  }

  static Optional<ElasticConfig> ifOn(Optional<ElasticConfig> elastic) {
    return elastic.filter(one -> Spellings.isOn(one.enable(), one.enabled()));
  }
}
