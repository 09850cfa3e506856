package dev.trainyard.engine.model;

import dev.trainyard.engine.model.RestartRule.Cause;
import dev.trainyard.engine.model.RestartRule.Verdict;
import io.fabric8.kubernetes.api.model.ServicePort;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A training job as every dialect means it. No field names a dialect; no field is code.
/// `attemptAsked` is the start of the whole gang that somebody has asked for; up to the one that is
/// remembered it asks for nothing.
public record TrainingJob(
    JobId id,
    List<Role> roles,
    Naming naming,
    Addressing addressing,
    EnvContract env,
    Gang gang,
    SuccessRule success,
    RunningRule running,
    FailureBudget budget,
    Hold hold,
    int attemptAsked,
    Clock clock,
    CleanUp cleanUp,
    Role.Mode mode,
    Refresh refresh,
    List<Attachment> attachments,
    Patience patience,
    Telling telling) {

  public TrainingJob {
    roles = List.copyOf(roles);
    attachments = List.copyOf(attachments);
    if (roles.isEmpty()) {
      throw new IllegalArgumentException("%s has no roles".formatted(id));
    }
  }

  /// Every replica at full size, in rank order.
  public List<ReplicaId> replicas() {
    return roles.stream().flatMap(role -> role.replicas().stream()).toList();
  }

  /// The replica of rank 0.
  public ReplicaId lead() {
    return new ReplicaId(roles.getFirst().name(), 0);
  }

  public Optional<Role> role(String name) {
    return roles.stream().filter(role -> role.name().equals(name)).findFirst();
  }

  public Role roleOf(ReplicaId replica) {
    return role(replica.role())
        .orElseThrow(
            () -> new IllegalArgumentException("%s has no role %s".formatted(id, replica.role())));
  }

  public boolean wants(ReplicaId replica) {
    return role(replica.role()).filter(role -> replica.index() < role.size()).isPresent();
  }

  /// Position in the concatenation of all roles; the lead has 0.
  public int rank(ReplicaId replica) {
    int before = 0;
    for (var role : roles) {
      if (role.name().equals(replica.role())) {
        return before + replica.index();
      }
      before += role.size();
    }
    throw new IllegalArgumentException("%s has no role %s".formatted(id, replica.role()));
  }

  /// Whether nothing it may meet ends it: it goes on until somebody deletes it.
  public boolean endless() {
    var restart = roleOf(lead()).restart();
    return success == SuccessRule.LEAD
        && budget.restarts().isEmpty()
        && budget.preemptions().isEmpty()
        && clock.deadline().isEmpty()
        && Stream.of(Cause.values())
            .map(cause -> restart.verdict(cause, OptionalInt.empty()))
            .allMatch(
                verdict -> verdict == Verdict.REPLACE || verdict == Verdict.REPLACE_UNCOUNTED);
  }

  /// The resource behind the job. The uid keeps it apart from an earlier one of the same name.
  public record JobId(String apiVersion, String kind, String namespace, String name, String uid) {
    @Override
    public String toString() {
      return namespace + "/" + name;
    }
  }

  public record ReplicaId(String role, int index) {
    @Override
    public String toString() {
      return role.isEmpty()
          ? Integer.toString(index)
          : "%s-%d".formatted(role.toLowerCase(Locale.ROOT), index);
    }
  }

  /// `base[-role]-index[-try]`. With `tryInName` an ended pod stays beside its replacement.
  public record Naming(String base, boolean roleInName, boolean tryInName, Optional<Claim> claim) {}

  /// A name reserved by creating a ConfigMap, which also keeps what the job was accepted with.
  ///
  /// @param base the name itself or, when `numbered`, what it begins with
  /// @param labels a number among them is that of a name which was reserved before
  /// @param numberLabel the label that tells the number, which is 0 where there is none
  public record Claim(
      String base,
      boolean numbered,
      Map<String, String> labels,
      String numberLabel,
      Map<String, String> data) {
    public Claim {
      labels = ordered(labels);
      data = ordered(data);
    }

    public String name(int number) {
      return numbered ? "%s-%d".formatted(base, number) : base;
    }
  }

  /// How replicas are found. `selector` names the identity labels a Service selects by; `labels`
  /// are a Service's own, which otherwise has those it selects by.
  public record Addressing(
      Per services,
      Map<String, List<ServicePort>> ports,
      Set<String> selector,
      Map<String, String> labels,
      boolean notReadyToo,
      Lifetime lifetime) {
    public enum Per {
      REPLICA,
      JOB,
      NONE
    }

    public Addressing {
      ports = ordered(ports);
      selector = Set.copyOf(selector);
      labels = ordered(labels);
    }

    public Addressing(
        Per services,
        Map<String, List<ServicePort>> ports,
        Set<String> selector,
        boolean notReadyToo,
        Lifetime lifetime) {
      this(services, ports, selector, Map.of(), notReadyToo, lifetime);
    }

    public static Addressing none() {
      return new Addressing(Per.NONE, Map.of(), Set.of(), false, Lifetime.UNTIL_JOB_GONE);
    }
  }

  public record Gang(Scope scope, int floor, boolean podsAwaitGroup, String queue, Marks marks) {
    public enum Scope {
      JOB,
      REPLICA,
      NONE
    }

    public static Gang none() {
      return new Gang(Scope.NONE, 0, false, "", Marks.none());
    }
  }

  /// What a scheduler reads off the pods.
  public record Marks(
      Map<String, String> labels, Map<String, String> annotations, Optional<String> scheduler) {
    public Marks {
      labels = ordered(labels);
      annotations = ordered(annotations);
    }

    public static Marks none() {
      return new Marks(Map.of(), Map.of(), Optional.empty());
    }
  }

  public enum SuccessRule {
    LEAD,
    EVERY_REPLICA,
    ANY_REPLICA
  }

  /// Running means: `floor` replicas run or have succeeded, one at least runs, and with `lead` the
  /// lead is among them; with `ready` a running pod counts only once it is ready. With
  /// `restartsInterrupt` a job is not running while one of its replicas is being replaced.
  public record RunningRule(boolean lead, int floor, boolean ready, boolean restartsInterrupt) {}

  public record Hold(boolean held, boolean resumeClearsBudget) {}

  public record Clock(Optional<Duration> deadline, From from, Optional<Duration> keepFinished) {
    public enum From {
      ACCEPTED,
      INITIALIZED
    }
  }

  public record CleanUp(Sweep atEnd, Sweep atLimit, Set<String> sparedRoles) {
    public enum Sweep {
      NOTHING,
      UNFINISHED,
      EVERYTHING
    }

    public CleanUp {
      sparedRoles = Set.copyOf(sparedRoles);
    }
  }

  /// Whether a live pod is replaced when what it should run has changed.
  public enum Refresh {
    NEVER,
    ON_LAUNCH_CHANGE
  }

  public enum Lifetime {
    WITH_ITS_PODS,
    WHILE_ACTIVE,
    UNTIL_JOB_GONE,
    OUTLIVES_JOB
  }

  /// `fenceAfter` a missed deletion on a dead node (absent: never), `settle` before a host list
  /// changes.
  public record Patience(Optional<Duration> fenceAfter, Duration settle) {}

  /// What the job's status can tell. Bare details are told `within` a moment; slots that are not
  /// `shown`, and phases that read alike (`same`), cannot be told at all. With `eachReplica` more
  /// than counts is told: which pod stands for a replica, and how its containers fare. With
  /// `onlyReady` a pod counts as running once it is ready, and as pending before. `attachments` are
  /// the kinds of which the status says whether they are ready.
  public record Telling(
      Duration within,
      Set<JobState.Slot> shown,
      Map<JobState.Phase, JobState.Phase> same,
      boolean eachReplica,
      boolean onlyReady,
      Set<String> attachments) {
    public Telling {
      shown = Set.copyOf(shown);
      same = Map.copyOf(same);
      attachments = Set.copyOf(attachments);
    }

    /// Of a status that has nothing but counts.
    public static Telling counts(
        Duration within, Set<JobState.Slot> shown, Map<JobState.Phase, JobState.Phase> same) {
      return new Telling(within, shown, same, false, false, Set.of());
    }

    /// Of a status whose counts tell the pods that are ready from the others.
    public static Telling readyCounts(
        Duration within, Set<JobState.Slot> shown, Map<JobState.Phase, JobState.Phase> same) {
      return new Telling(within, shown, same, false, true, Set.of());
    }

    public JobState.Phase reads(JobState.Phase phase) {
      return same.getOrDefault(phase, phase);
    }
  }

  /// An unmodifiable copy that keeps its order, which `Map.copyOf` does not.
  static <K, V> Map<K, V> ordered(Map<K, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  static List<ReplicaId> indexed(String role, int size) {
    return IntStream.range(0, size).mapToObj(index -> new ReplicaId(role, index)).toList();
  }
}
