package dev.trainyard.engine.wrapper;

import dev.trainyard.engine.model.Role.Outcome;
import dev.trainyard.engine.model.TrainingJob.JobId;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Objects that are admitted, watched, retried and removed as one, and how patient to be with them.
///
/// @param tellBy how long a mere change of numbers may wait before it is told
public record Wrapper(
    JobId id,
    List<Component> components,
    boolean suspended,
    Grace grace,
    int retryLimit,
    ExitCodes exitCodes,
    Duration tellBy) {

  public Wrapper {
    components = List.copyOf(components);
  }

  /// The same, held back by somebody else than its user.
  public Wrapper heldBack() {
    return new Wrapper(id, components, true, grace, retryLimit, exitCodes, tellBy);
  }

  /// How many pods there are when everything is there.
  public int expectedPods() {
    return components.stream().mapToInt(Component::pods).sum();
  }

  /// One wrapped object. Nothing of what it contains matters here, only what tells how it fares.
  ///
  /// @param name what it is to be called; empty where the API server finds its name
  /// @param inWaves whether it may have no live pod between one wave of them and the next
  public record Component(
      String apiVersion,
      String kind,
      String name,
      List<PodSet> podSets,
      Outcome outcome,
      boolean inWaves) {

    public Component {
      podSets = List.copyOf(podSets);
    }

    int pods() {
      return podSets.stream().mapToInt(PodSet::replicas).sum();
    }

    boolean tellsOfSuccess() {
      return !outcome.succeeded().isEmpty();
    }
  }

  /// Equal pods of a component, by the way to their template.
  public record PodSet(String path, int replicas, Map<String, String> annotations) {
    public PodSet {
      annotations = Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
    }
  }

  /// How long each thing may take. All of it is decided already: defaults, bounds, annotations.
  ///
  /// @param admission until every pod is there
  /// @param warmup until every pod runs
  /// @param failure until a failed pod is gone again
  /// @param retryPause from something going wrong to the next attempt
  /// @param forcefulDeletion until what does not go is made to
  /// @param deletionOnFailure how long a failed wrapper keeps what it has, to be looked at
  /// @param successTtl how long one that has succeeded does
  public record Grace(
      Duration admission,
      Duration warmup,
      Duration failure,
      Duration retryPause,
      Duration forcefulDeletion,
      Duration deletionOnFailure,
      Duration successTtl) {}

  /// Which exit codes make another attempt pointless. No retryable ones means that all are.
  public record ExitCodes(Set<Integer> terminal, Set<Integer> retryable) {
    public ExitCodes {
      terminal = Set.copyOf(terminal);
      retryable = Set.copyOf(retryable);
    }

    boolean areFinal(int code) {
      return code != 0
          && (terminal.contains(code) || (!retryable.isEmpty() && !retryable.contains(code)));
    }
  }
}
