package dev.trainyard.engine.wrapper;

import dev.trainyard.engine.model.Observed.Stage;
import dev.trainyard.engine.wrapper.ObservedWrapper.ObservedComponent;
import dev.trainyard.engine.wrapper.ObservedWrapper.WrappedPod;
import dev.trainyard.engine.wrapper.WrapperConditions.ConditionType;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// What one pass looks at: everything there is, and the state it has come to.
record Scene(Wrapper wrapper, ObservedWrapper observed, WrapperState state, Instant now) {

  boolean holds(ConditionType type) {
    return state.conditions().holds(type);
  }

  PodCounts counts() {
    return PodCounts.of(observed.pods());
  }

  /// Components that are there and were not asked to go.
  int live() {
    return (int) observed.components().stream().filter(one -> !one.leaving()).count();
  }

  List<Integer> unseen() {
    var seen = observed.components().stream().map(ObservedComponent::index).toList();
    return IntStream.range(0, state.components().size())
        .boxed()
        .filter(index -> !seen.contains(index))
        .toList();
  }

  int failedComponents() {
    return (int)
        observed.components().stream()
            .filter(one -> one.succeeded().filter(well -> !well).isPresent())
            .count();
  }

  /// Everybody who has pods can tell, and says so; or every pod there should be has succeeded, and
  /// no component only rests between two waves of them.
  boolean won() {
    var counts = counts();
    if (counts.pending() + counts.running() > 0) {
      return false;
    }
    var bearing =
        IntStream.range(0, wrapper.components().size())
            .filter(index -> !wrapper.components().get(index).podSets().isEmpty())
            .boxed()
            .toList();
    if (!bearing.isEmpty() && bearing.stream().allMatch(this::saysItSucceeded)) {
      return true;
    }
    return counts.failed() == 0
        && counts.succeeded() >= wrapper.expectedPods()
        && bearing.stream()
            .filter(index -> wrapper.components().get(index).inWaves())
            .allMatch(this::saysItSucceeded);
  }

  private boolean saysItSucceeded(int index) {
    return wrapper.components().get(index).tellsOfSuccess()
        && observed.components().stream()
            .anyMatch(one -> one.index() == index && one.succeeded().orElse(false));
  }

  /// Whether some failed pod says that another attempt would not help.
  boolean hopeless() {
    return observed.pods().stream()
        .filter(pod -> pod.stage() == Stage.FAILED)
        .flatMap(pod -> pod.exitCodes().stream())
        .anyMatch(wrapper.exitCodes()::areFinal);
  }

  /// The nodes that some pod must leave.
  SortedSet<String> sickNodes() {
    var nodes = new TreeSet<String>();
    observed.pods().stream()
        .filter(WrappedPod::atWork)
        .forEach(pod -> pod.node().filter(node -> uses(pod, node)).ifPresent(nodes::add));
    return nodes;
  }

  private boolean uses(WrappedPod pod, String node) {
    return observed.sick().getOrDefault(node, Set.of()).stream().anyMatch(pod.uses()::contains);
  }
}
