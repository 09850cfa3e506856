package dev.trainyard.engine.model;

import dev.trainyard.engine.model.JobState.ContainerState;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// One job's surroundings at one moment, as the caches have them, and its state as last stored.
public record Observed(
    List<ObservedPod> pods,
    List<ObservedChild> children,
    Set<ObservedObject> objects,
    List<String> listedHosts,
    Map<String, NodeFact> nodes,
    boolean groupAdmitted,
    boolean nameClaimed,
    boolean deletionAsked,
    JobState past) {

  public Observed {
    pods = List.copyOf(pods);
    children = List.copyOf(children);
    objects = Set.copyOf(objects);
    listedHosts = List.copyOf(listedHosts);
    nodes = TrainingJob.ordered(nodes);
  }

  public Observed withPods(List<ObservedPod> pods) {
    return new Observed(
        pods,
        children,
        objects,
        listedHosts,
        nodes,
        groupAdmitted,
        nameClaimed,
        deletionAsked,
        past);
  }

  public Observed withNodes(Map<String, NodeFact> nodes) {
    return new Observed(
        pods,
        children,
        objects,
        listedHosts,
        nodes,
        groupAdmitted,
        nameClaimed,
        deletionAsked,
        past);
  }

  public Observed withPast(JobState past) {
    return new Observed(
        pods,
        children,
        objects,
        listedHosts,
        nodes,
        groupAdmitted,
        nameClaimed,
        deletionAsked,
        past);
  }

  public Optional<ObservedChild> child(String role) {
    return children.stream().filter(child -> child.role().equals(role)).findFirst();
  }

  /// `restartsBefore` is the count of its role that the pod was created with, `end` how its main
  /// container (or, without that, the pod) ended.
  public record ObservedPod(
      ReplicaId replica,
      String name,
      String uid,
      int attempt,
      int tryNumber,
      int restartsBefore,
      Stage stage,
      Optional<End> end,
      Optional<Deletion> deletion,
      Optional<Disruption> disruption,
      List<ContainerState> containers,
      List<Trouble> troubles,
      boolean ready,
      boolean waitedInVain,
      Optional<String> node,
      LaunchMark launch,
      Instant createdAt,
      Instant changedAt) {

    public ObservedPod {
      containers = List.copyOf(containers);
      troubles = List.copyOf(troubles);
    }

    public boolean leaving() {
      return deletion.isPresent();
    }

    public boolean finished() {
      return stage == Stage.SUCCEEDED || stage == Stage.FAILED;
    }

    public int restartsOf(String container) {
      return containers.stream()
          .filter(state -> state.name().equals(container))
          .mapToInt(ContainerState::restarts)
          .sum();
    }
  }

  public enum Stage {
    CREATED,
    SCHEDULED,
    STARTING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    UNKNOWN
  }

  public record End(OptionalInt exitCode, String reason, Instant at) {}

  /// Something about a pod that its owner should look at.
  public sealed interface Trouble {
    record Ended(String container, String reason, int code, String message) implements Trouble {}

    record Waits(String container, String reason, String message) implements Trouble {}

    /// Before any container says anything.
    record Lacks(String reason, String message) implements Trouble {}

    /// It has ended and stays so, and the lead does not start without it.
    record KeepsLeadWaiting() implements Trouble {}
  }

  /// When the deletion was asked for, and when the pod's grace is over.
  public record Deletion(Instant asked, Instant due) {}

  public record Disruption(String reason, String incident) {}

  /// The mode annotation and a digest of the main container's command, taken when caching.
  public record LaunchMark(Optional<String> mark, String digest) {}

  public record NodeFact(boolean ready, Instant since) {}

  public record ObjectRef(String apiVersion, String kind, String name, String uid) {}

  /// `digest` is that of the wanted content the object was last written with, `entries` are the
  /// names of what it holds, where anybody looks at them.
  public record ObservedObject(
      ObjectRef ref, Optional<String> digest, boolean ready, Optional<Set<String>> entries) {
    public ObservedObject {
      entries = entries.map(Set::copyOf);
    }

    public ObservedObject(ObjectRef ref, Optional<String> digest, boolean ready) {
      this(ref, digest, ready, Optional.empty());
    }
  }

  /// `failures` is how many pods it says have failed; a child that is `released` has what it was
  /// made without.
  public record ObservedChild(
      String role,
      ObjectRef ref,
      boolean held,
      boolean released,
      int failures,
      Optional<Boolean> succeeded,
      String reason,
      String message,
      Instant at) {}
}
