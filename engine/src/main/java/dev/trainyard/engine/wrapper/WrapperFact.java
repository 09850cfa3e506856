package dev.trainyard.engine.wrapper;

import dev.trainyard.engine.wrapper.WrapperState.Phase;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// Something that happened once. The machine states it; the dialect finds the words.
public sealed interface WrapperFact {

  /// A phase that was entered on the usual way, to be counted; going away is not one.
  record Entered(Phase phase) implements WrapperFact {}

  /// Somebody, or the queue, has suspended it.
  record Suspended(Phase during) implements WrapperFact {}

  record NotCreated(String error) implements WrapperFact {}

  record ComponentsMissing(int found, int expected) implements WrapperFact {}

  record ComponentsFailed(int count) implements WrapperFact {}

  /// Their grace is over.
  record PodsFailed(int count) implements WrapperFact {}

  record NodesSick(SortedSet<String> nodes) implements WrapperFact {
    public NodesSick {
      nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
    }
  }

  record PodsNotReady(PodCounts counts) implements WrapperFact {}
}
