package dev.trainyard.engine.wrapper;

import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.Stage;
import dev.trainyard.engine.wrapper.ObservedWrapper.Creation;
import dev.trainyard.engine.wrapper.ObservedWrapper.ObservedComponent;
import dev.trainyard.engine.wrapper.ObservedWrapper.WrappedPod;
import dev.trainyard.engine.wrapper.WrapperConditions.Condition;
import dev.trainyard.engine.wrapper.WrapperConditions.ConditionType;
import dev.trainyard.engine.wrapper.WrapperDecision.WrapperStep;
import dev.trainyard.engine.wrapper.WrapperState.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// A wrapper in a small cluster with a clock of its own: components make their pods at once, go
/// when they are asked to, and take their pods along, unless a test says otherwise.
final class WrapperStory {

  static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final int MOST_PASSES = 50;

  private Wrapper wrapper;
  private Instant now = START;
  private WrapperState state = WrapperState.unseen();
  private boolean held;
  private boolean deleted;
  private boolean gone;
  private int writes;
  private int made;
  private Optional<Instant> wakeAt = Optional.empty();
  private final TreeMap<Integer, ObservedComponent> components = new TreeMap<>();
  private final Map<String, WrappedPod> pods = new LinkedHashMap<>();
  private final Map<Integer, Creation.Refused> refusals = new HashMap<>();
  private final Map<String, Set<String>> sick = new HashMap<>();
  private final List<WrapperFact> facts = new ArrayList<>();
  private final List<WrapperStep> steps = new ArrayList<>();
  private boolean stubbornComponents;
  private boolean stubbornPods;
  private boolean podless;

  private WrapperStory(Wrapper wrapper) {
    this.wrapper = wrapper;
  }

  static WrapperStory of(WrapperMaker maker) {
    return prepared(maker).settle();
  }

  /// Before anybody has looked at it.
  static WrapperStory prepared(WrapperMaker maker) {
    return new WrapperStory(maker.build());
  }

  // What happens.

  WrapperStory suspend() {
    return suspended(true);
  }

  WrapperStory resume() {
    return suspended(false);
  }

  private WrapperStory suspended(boolean suspended) {
    wrapper =
        new Wrapper(
            wrapper.id(),
            wrapper.components(),
            suspended,
            wrapper.grace(),
            wrapper.retryLimit(),
            wrapper.exitCodes(),
            wrapper.tellBy());
    return settle();
  }

  /// Annotations are edited.
  WrapperStory becomes(WrapperMaker maker) {
    wrapper = maker.build();
    return settle();
  }

  WrapperStory delete() {
    if (held) {
      deleted = true;
      return settle();
    }
    gone = true;
    return this;
  }

  WrapperStory refuses(int component, String error) {
    refusals.put(component, new Creation.Refused(component, error, false));
    return this;
  }

  WrapperStory refusesForGood(int component, String error) {
    refusals.put(component, new Creation.Refused(component, error, true));
    return this;
  }

  WrapperStory accepts(int component) {
    refusals.remove(component);
    return this;
  }

  /// Components from now on have no pods.
  WrapperStory makesNoPods() {
    podless = true;
    return this;
  }

  WrapperStory nothingGoes() {
    stubbornComponents = true;
    stubbornPods = true;
    return this;
  }

  WrapperStory podsStay() {
    stubbornPods = true;
    return this;
  }

  WrapperStory componentsStay() {
    stubbornComponents = true;
    return this;
  }

  WrapperStory everythingGoes() {
    stubbornComponents = false;
    stubbornPods = false;
    List.copyOf(components.values()).stream()
        .filter(ObservedComponent::leaving)
        .forEach(one -> components.remove(one.index()));
    pods.values().removeIf(WrappedPod::leaving);
    return settle();
  }

  WrapperStory componentVanishes(int index) {
    components.remove(index);
    return settle();
  }

  WrapperStory componentLeaves(int index) {
    var one = at(index);
    components.put(index, new ObservedComponent(index, one.ref(), true, one.succeeded()));
    return settle();
  }

  WrapperStory componentEnds(int index, boolean well) {
    var one = at(index);
    components.put(
        index, new ObservedComponent(index, one.ref(), one.leaving(), Optional.of(well)));
    return settle();
  }

  private ObservedComponent at(int index) {
    return Optional.ofNullable(components.get(index)).orElseThrow();
  }

  WrapperStory everyPodIs(Stage stage) {
    pods.replaceAll((_, pod) -> with(pod, stage, pod.exitCodes()));
    return settle();
  }

  WrapperStory podIs(String name, Stage stage, Integer... codes) {
    return pod(name, pod -> with(pod, stage, List.of(codes)));
  }

  WrapperStory podLeaves(String name) {
    return pod(name, WrapperStory::leaving);
  }

  /// Without anybody looking until something else happens.
  WrapperStory unseenPodIs(String name, Stage stage) {
    pods.compute(name, (_, pod) -> with(Optional.ofNullable(pod).orElseThrow(), stage, List.of()));
    return this;
  }

  WrapperStory podVanishes(String name) {
    pods.remove(name);
    return settle();
  }

  WrapperStory podAppears(String name) {
    pods.put(
        name,
        new WrappedPod(
            name, name + "-uid", Stage.CREATED, false, List.of(), Optional.empty(), Set.of(), now));
    return settle();
  }

  WrapperStory podUses(String name, String resource, String node) {
    return pod(
        name,
        pod ->
            new WrappedPod(
                pod.name(),
                pod.uid(),
                pod.stage(),
                pod.leaving(),
                pod.exitCodes(),
                Optional.of(node),
                resource.isEmpty() ? Set.of() : Set.of(resource),
                pod.changedAt()));
  }

  private WrapperStory pod(String name, UnaryOperator<WrappedPod> change) {
    pods.compute(name, (_, pod) -> change.apply(Optional.ofNullable(pod).orElseThrow()));
    return settle();
  }

  private WrappedPod with(WrappedPod pod, Stage stage, List<Integer> codes) {
    return new WrappedPod(
        pod.name(), pod.uid(), stage, pod.leaving(), codes, pod.node(), pod.uses(), now);
  }

  private static WrappedPod leaving(WrappedPod pod) {
    return new WrappedPod(
        pod.name(),
        pod.uid(),
        pod.stage(),
        true,
        pod.exitCodes(),
        pod.node(),
        pod.uses(),
        pod.changedAt());
  }

  WrapperStory nodeFalls(String node, String resource) {
    sick.put(node, Set.of(resource));
    return settle();
  }

  /// Looks whenever the last decision asked to, and at the end.
  WrapperStory after(Duration duration) {
    var end = now.plus(duration);
    while (wakeAt.filter(time -> !time.isAfter(end)).isPresent()) {
      var next = wakeAt.get();
      now = next.isAfter(now) ? next : now.plusMillis(1);
      settle();
    }
    now = end;
    return settle();
  }

  // What holds.

  Phase phase() {
    return state.phase();
  }

  int retries() {
    return state.retries();
  }

  boolean held() {
    return held;
  }

  boolean gone() {
    return gone;
  }

  int writes() {
    return writes;
  }

  WrapperState state() {
    return state;
  }

  Duration age() {
    return Duration.between(START, now);
  }

  /// As `True/Reason "message"`, without quotes where there is nothing to quote.
  String condition(ConditionType type) {
    return state
        .conditions()
        .find(type)
        .map(
            one ->
                "%s/%s%s"
                    .formatted(
                        one.status() ? "True" : "False",
                        one.reason(),
                        one.message().isEmpty() ? "" : " " + one.message()))
        .orElse("none");
  }

  /// How long after the start the condition became as it is.
  Duration since(ConditionType type) {
    return state
        .conditions()
        .find(type)
        .map(Condition::since)
        .map(time -> Duration.between(START, time))
        .orElseThrow();
  }

  List<String> components() {
    return state.components().stream()
        .map(
            one ->
                one.deployment()
                    .map(known -> known.stand().status + "/" + known.stand().reason)
                    .orElse("none"))
        .toList();
  }

  List<Integer> existing() {
    return List.copyOf(components.keySet());
  }

  Set<String> pods() {
    return Set.copyOf(pods.keySet());
  }

  List<WrapperFact> happened() {
    return facts.stream().filter(fact -> !(fact instanceof WrapperFact.Entered)).toList();
  }

  List<Phase> phases() {
    return facts.stream()
        .filter(WrapperFact.Entered.class::isInstance)
        .map(fact -> ((WrapperFact.Entered) fact).phase())
        .toList();
  }

  /// What was done, in words: `create 0`, `delete 0`, `force 0`, `force part-0-0`, `hold`.
  List<String> done() {
    return steps.stream().map(WrapperStory::words).toList();
  }

  List<String> lately() {
    var words = done();
    steps.clear();
    return words;
  }

  private static String words(WrapperStep step) {
    return switch (step) {
      case WrapperStep.Hold() -> "hold";
      case WrapperStep.Release() -> "release";
      case WrapperStep.CreateComponent(var index) -> "create " + index;
      case WrapperStep.DeleteComponent(var index, _, var haste) ->
          (haste == Haste.FORCED ? "force " : "delete ") + index;
      case WrapperStep.DeletePod(var pod, _, var haste) ->
          (haste == Haste.FORCED ? "force " : "delete ") + pod;
    };
  }

  Optional<Duration> wakesIn() {
    return wakeAt.map(time -> Duration.between(now, time));
  }

  WrapperDecision decide() {
    return WrapperLifecycle.decide(wrapper, observed(List.of()), now);
  }

  // How it goes.

  WrapperStory settle() {
    for (int pass = 0; pass < MOST_PASSES && !gone; pass++) {
      if (!pass(List.of())) {
        return this;
      }
    }
    if (!gone) {
      throw new AssertionError("never settles: " + state);
    }
    return this;
  }

  private boolean pass(List<Creation> creations) {
    var decision = WrapperLifecycle.decide(wrapper, observed(creations), now);
    var before = decision.steps().isEmpty() ? "" : world();
    var changed = decision.store() != Store.LATER && !decision.state().equals(state);
    if (changed) {
      state = decision.state();
      writes++;
    }
    facts.addAll(decision.facts());
    wakeAt = decision.wakeAt();
    var outcomes = apply(decision.steps());
    if (!outcomes.isEmpty()) {
      pass(outcomes);
      var refused = outcomes.getLast() instanceof Creation.Refused;
      return !refused || state.phase() != Phase.RESUMING;
    }
    return changed || (!decision.steps().isEmpty() && !before.equals(world()));
  }

  private String world() {
    return components + " " + pods.values() + " " + held + gone;
  }

  private ObservedWrapper observed(List<Creation> creations) {
    return new ObservedWrapper(
        state,
        deleted,
        held,
        List.copyOf(components.values()),
        List.copyOf(pods.values()),
        sick,
        creations);
  }

  private List<Creation> apply(List<WrapperStep> wanted) {
    var outcomes = new ArrayList<Creation>();
    for (var step : wanted) {
      steps.add(step);
      switch (step) {
        case WrapperStep.Hold() -> held = true;
        case WrapperStep.Release() -> {
          held = false;
          gone = true;
        }
        case WrapperStep.CreateComponent(var index) -> {
          var refusal = refusals.get(index);
          outcomes.add(refusal != null ? refusal : create(index));
          if (refusal != null) {
            return outcomes;
          }
        }
        case WrapperStep.DeleteComponent(var index, _, _) -> remove(index);
        case WrapperStep.DeletePod(var pod, _, _) -> pods.remove(pod);
      }
    }
    return outcomes;
  }

  private Creation create(int index) {
    var component = wrapper.components().get(index);
    if (!components.containsKey(index)) {
      made++;
      var ref =
          new ObjectRef(component.apiVersion(), component.kind(), component.name(), "uid-" + made);
      components.put(index, new ObservedComponent(index, ref, false, Optional.empty()));
      for (int i = 0; i < component.pods() && !podless; i++) {
        var name = "%s-%d".formatted(component.name(), i);
        pods.put(
            name,
            new WrappedPod(
                name,
                "%s-%d".formatted(name, made),
                Stage.CREATED,
                false,
                List.of(),
                Optional.empty(),
                Set.of(),
                now));
      }
    }
    return new Creation.Made(index, component.name());
  }

  private void remove(int index) {
    var one = at(index);
    if (stubbornComponents) {
      components.put(index, new ObservedComponent(index, one.ref(), true, one.succeeded()));
    } else {
      components.remove(index);
    }
    var prefix = one.ref().name() + "-";
    if (stubbornPods) {
      pods.replaceAll((name, pod) -> name.startsWith(prefix) ? leaving(pod) : pod);
    } else {
      pods.keySet().removeIf(name -> name.startsWith(prefix));
    }
  }

  @Override
  public String toString() {
    return facts.stream().map(Object::toString).collect(Collectors.joining("\n"));
  }
}
