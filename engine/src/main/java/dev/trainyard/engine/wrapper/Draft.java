package dev.trainyard.engine.wrapper;

import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.wrapper.ObservedWrapper.Creation;
import dev.trainyard.engine.wrapper.ObservedWrapper.WrappedPod;
import dev.trainyard.engine.wrapper.WrapperConditions.ConditionType;
import dev.trainyard.engine.wrapper.WrapperConditions.Reason;
import dev.trainyard.engine.wrapper.WrapperDecision.Reliance;
import dev.trainyard.engine.wrapper.WrapperDecision.WrapperStep;
import dev.trainyard.engine.wrapper.WrapperState.ComponentState;
import dev.trainyard.engine.wrapper.WrapperState.Phase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// A decision in the making: the state it has come to, and what that takes.
final class Draft {

  private final Wrapper wrapper;
  private final ObservedWrapper observed;
  private final Instant now;
  private final List<WrapperStep> steps = new ArrayList<>();
  private final List<WrapperFact> facts = new ArrayList<>();
  private final TreeSet<Integer> gone = new TreeSet<>();
  private boolean noPods;
  private Optional<Instant> wakeAt = Optional.empty();
  private List<Creation> creations;
  private WrapperState state;

  Draft(Wrapper wrapper, ObservedWrapper observed, Instant now) {
    this.wrapper = wrapper;
    this.observed = observed;
    this.now = now;
    this.creations = observed.creations();
    this.state = aligned(wrapper, observed.past());
  }

  /// A status that somebody has cut short must not make us lose count.
  private static WrapperState aligned(Wrapper wrapper, WrapperState past) {
    if (past.phase() == Phase.EMPTY || past.components().size() == wrapper.components().size()) {
      return past;
    }
    return past.with(
        IntStream.range(0, wrapper.components().size())
            .mapToObj(
                index ->
                    index < past.components().size()
                        ? past.components().get(index)
                        : ComponentState.of(wrapper.components().get(index)))
            .toList());
  }

  Scene scene() {
    return new Scene(wrapper, observed, state, now);
  }

  Wrapper wrapper() {
    return wrapper;
  }

  ObservedWrapper observed() {
    return observed;
  }

  WrapperState state() {
    return state;
  }

  Instant now() {
    return now;
  }

  /// What came of a creation is an answer to one question only.
  List<Creation> takeCreations() {
    var taken = creations;
    creations = List.of();
    return taken;
  }

  boolean holds(ConditionType type) {
    return state.conditions().holds(type);
  }

  void become(WrapperState state) {
    this.state = state;
  }

  void component(int index, UnaryOperator<ComponentState> change) {
    state = state.with(index, change);
  }

  void write(ConditionType type, boolean status, Reason reason, String message) {
    state = state.with(state.conditions().with(type, status, reason, message, now));
  }

  void writeAnew(ConditionType type, boolean status, Reason reason, String message) {
    state = state.with(state.conditions().anew(type, status, reason, message, now));
  }

  void clear(ConditionType type, Reason reason, String message) {
    state = state.with(state.conditions().cleared(type, reason, message, now));
  }

  /// What is left from a deployment that is no more does not count for this one.
  void unhealthy(Reason reason, String message) {
    var conditions = state.conditions();
    var stale =
        conditions
            .since(ConditionType.UNHEALTHY)
            .isBefore(conditions.since(ConditionType.RESOURCES_DEPLOYED));
    if (holds(ConditionType.UNHEALTHY) && stale) {
      writeAnew(ConditionType.UNHEALTHY, true, reason, message);
    } else {
      write(ConditionType.UNHEALTHY, true, reason, message);
    }
  }

  void enter(Phase phase) {
    state = state.in(phase);
    facts.add(new WrapperFact.Entered(phase));
  }

  void tell(WrapperFact fact) {
    facts.add(fact);
  }

  void step(WrapperStep step) {
    steps.add(step);
  }

  void relyOnGone(int index) {
    gone.add(index);
  }

  void relyOnNoPods() {
    noPods = true;
  }

  boolean due(Instant deadline) {
    return !now.isBefore(deadline);
  }

  /// The nearest of all there is to wait for.
  void wakeAt(Instant time) {
    wakeAt = Optional.of(wakeAt.filter(time::isAfter).orElse(time));
  }

  WrapperDecision decision() {
    var store = Store.FIRST;
    if (steps.isEmpty() && wordsOnly()) {
      var settled = lastChange().plus(wrapper.tellBy());
      if (!due(settled)) {
        store = Store.LATER;
        wakeAt(settled);
      }
    }
    return new WrapperDecision(
        state, store, steps, facts, wakeAt, new Reliance(List.copyOf(gone), noPods));
  }

  private boolean wordsOnly() {
    return !state.equals(observed.past())
        && state.equals(observed.past().with(state.conditions()))
        && state.conditions().differInWordsOnly(observed.past().conditions());
  }

  private Instant lastChange() {
    return observed.pods().stream()
        .map(WrappedPod::changedAt)
        .max(Instant::compareTo)
        .orElse(Instant.EPOCH);
  }
}
