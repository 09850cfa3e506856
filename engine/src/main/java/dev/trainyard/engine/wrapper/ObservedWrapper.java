package dev.trainyard.engine.wrapper;

import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.Stage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A wrapper's surroundings at one moment, as the caches have them, and its state as last stored.
///
/// @param held whether our finalizer is on it
/// @param components those that exist and are ours; what merely has the same name is not
/// @param pods all that carry the wrapper's label
/// @param sick by node, the resources whose users must leave it
/// @param creations what came of the creations this wrapper was just granted
public record ObservedWrapper(
    WrapperState past,
    boolean deletionAsked,
    boolean held,
    List<ObservedComponent> components,
    List<WrappedPod> pods,
    Map<String, Set<String>> sick,
    List<Creation> creations) {

  public ObservedWrapper {
    components = List.copyOf(components);
    pods = List.copyOf(pods);
    sick = Map.copyOf(sick);
    creations = List.copyOf(creations);
  }

  /// The same surroundings once steps were taken and what came of them is known.
  public ObservedWrapper after(WrapperState stored, boolean held, List<Creation> creations) {
    return new ObservedWrapper(stored, deletionAsked, held, components, pods, sick, creations);
  }

  /// `index` is the component's place among the others, `succeeded` how it has ended, if it has.
  public record ObservedComponent(
      int index, ObjectRef ref, boolean leaving, Optional<Boolean> succeeded) {}

  /// A pod of some component.
  ///
  /// @param exitCodes those of its containers that have ended badly
  /// @param uses the resources that its containers ask for
  public record WrappedPod(
      String name,
      String uid,
      Stage stage,
      boolean leaving,
      List<Integer> exitCodes,
      Optional<String> node,
      Set<String> uses,
      Instant changedAt) {

    public WrappedPod {
      exitCodes = List.copyOf(exitCodes);
      uses = Set.copyOf(uses);
    }

    boolean atWork() {
      return stage == Stage.RUNNING && !leaving;
    }
  }

  /// What came of the attempt to create a component.
  public sealed interface Creation {
    int component();

    /// It is there, and ours; perhaps it was already.
    record Made(int component, String name) implements Creation {}

    /// `hopeless` when the same attempt can never succeed.
    record Refused(int component, String error, boolean hopeless) implements Creation {}
  }
}
