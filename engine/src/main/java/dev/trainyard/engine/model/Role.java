package dev.trainyard.engine.model;

import static java.util.Objects.requireNonNull;

import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Equal replicas. Roles are listed in rank order; the first replica of the first is the lead.
/// `labels` identify a replica's pod and win over the template's, as `annotations` do and, if there
/// is one, `hostname`; `leadLabels` only the lead has.
public record Role(
    String name,
    int size,
    int atOnce,
    PodTemplateSpec template,
    Map<String, Text> labels,
    Map<String, Text> annotations,
    Optional<Text> hostname,
    Map<String, String> leadLabels,
    Map<Mode, Launch> launches,
    RestartRule restart,
    Carrier carrier,
    Start start) {

  public Role {
    labels = TrainingJob.ordered(labels);
    annotations = TrainingJob.ordered(annotations);
    leadLabels = TrainingJob.ordered(leadLabels);
    launches = TrainingJob.ordered(launches);
    if (size < 0 || atOnce < 0) {
      throw new IllegalArgumentException(
          "role %s has size %d, %d at once".formatted(name, size, atOnce));
    }
    if (!launches.containsKey(Mode.NORMAL)) {
      throw new IllegalArgumentException("role %s has no normal launch".formatted(name));
    }
  }

  /// Whose pods are told apart by their labels alone.
  public Role(
      String name,
      int size,
      int atOnce,
      PodTemplateSpec template,
      Map<String, Text> labels,
      Map<String, String> leadLabels,
      Map<Mode, Launch> launches,
      RestartRule restart,
      Carrier carrier,
      Start start) {
    this(
        name,
        size,
        atOnce,
        template,
        labels,
        Map.of(),
        Optional.empty(),
        leadLabels,
        launches,
        restart,
        carrier,
        start);
  }

  public List<ReplicaId> replicas() {
    return TrainingJob.indexed(name, size);
  }

  /// A role without a launch of its own for a mode starts as it normally does.
  public Launch launch(Mode mode) {
    var launch = launches.get(mode);
    return launch != null ? launch : requireNonNull(launches.get(Mode.NORMAL));
  }

  public boolean runsAsPods() {
    return carrier instanceof Carrier.Pods;
  }

  /// What carries a role: pods of ours, or a child resource with a controller of its own.
  public sealed interface Carrier {
    /// `waitsIn` names the init container, if any, that does nothing but wait for the lead.
    record Pods(String mainContainer, EndOf end, Optional<String> waitsIn) implements Carrier {}

    record Child(GenericKubernetesResource desired, Signs signs, Kin pods) implements Carrier {}

    /// Pods that the child of another role brings along.
    record Brought(Kin pods) implements Carrier {}
  }

  /// How a child says what becomes of it, and how it is told to wait.
  ///
  /// @param hold where in its spec a boolean holds it
  /// @param refreshed what of its spec is brought up to date when it goes on after a hold
  /// @param failures where in its status it counts the pods that have failed
  /// @param withheld the fields of its spec that it is given once its end is written down: a child
  ///   that expires before would be missed, and made again
  public record Signs(
      Outcome outcome,
      List<String> hold,
      List<List<String>> refreshed,
      List<String> failures,
      List<String> withheld) {
    public Signs {
      hold = List.copyOf(hold);
      refreshed = refreshed.stream().map(List::copyOf).toList();
      failures = List.copyOf(failures);
      withheld = List.copyOf(withheld);
    }

    /// Those of a Job.
    public Signs(Outcome outcome, List<String> hold, List<List<String>> refreshed) {
      this(outcome, hold, refreshed, List.of("failed"), List.of("ttlSecondsAfterFinished"));
    }
  }

  /// The pods of somebody else's that stand for replicas, told by their labels. They are seen and
  /// never touched.
  ///
  /// @param index the label with the replica's index, where there are several
  /// @param first the index that the first of them has
  public record Kin(Map<String, String> labels, Optional<String> index, int first) {
    public Kin {
      labels = TrainingJob.ordered(labels);
    }
  }

  public enum EndOf {
    POD_PHASE,
    MAIN_CONTAINER
  }

  /// Condition types that mean success and failure in a child's status; shared with wrappers.
  public record Outcome(Set<String> succeeded, Set<String> failed) {
    public Outcome {
      succeeded = Set.copyOf(succeeded);
      failed = Set.copyOf(failed);
    }
  }

  public sealed interface Start {
    record AtOnce() implements Start {}

    record AfterReady(String role) implements Start {}
  }

  public enum Mode {
    NORMAL,
    DEBUG,
    RESUME
  }

  /// Absent commands keep the template's. `mark` is what the pod is annotated with. The lead may
  /// have a command of its own, and go with or without init containers by itself.
  public record Launch(
      Optional<Command> command,
      Optional<Command> lead,
      boolean skipInit,
      boolean leadSkipsInit,
      Optional<Mark> mark) {

    public Launch(
        Optional<Command> command, Optional<Command> lead, boolean skipInit, Optional<Mark> mark) {
      this(command, lead, skipInit, skipInit, mark);
    }

    public static Launch asWritten() {
      return new Launch(Optional.empty(), Optional.empty(), false, Optional.empty());
    }
  }

  /// A pod annotation that tells how the pod was launched.
  public record Mark(String annotation, String value) {}

  public record Command(List<Text> command, List<Text> args) {
    public Command {
      command = List.copyOf(command);
      args = List.copyOf(args);
    }
  }

  /// A piece of an env value, a mark or an argument; all that differs between replicas.
  public sealed interface Text {
    record Fixed(String text) implements Text {}

    record Rank() implements Text {}

    record Index() implements Text {}

    record Try() implements Text {}

    record Attempt() implements Text {}

    /// What it reads depends on the role.
    record ByRole(Map<String, Text> texts) implements Text {
      public ByRole {
        texts = Map.copyOf(texts);
      }
    }

    /// Several pieces read as one.
    record Joined(List<Text> parts) implements Text {
      public Joined {
        parts = List.copyOf(parts);
      }
    }

    static Text of(String text) {
      return new Fixed(text);
    }
  }
}
