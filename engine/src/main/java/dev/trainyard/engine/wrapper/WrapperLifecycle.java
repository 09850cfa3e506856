package dev.trainyard.engine.wrapper;

import dev.trainyard.engine.wrapper.ObservedWrapper.Creation;
import dev.trainyard.engine.wrapper.WrapperConditions.ConditionType;
import dev.trainyard.engine.wrapper.WrapperConditions.Reason;
import dev.trainyard.engine.wrapper.WrapperDecision.WrapperStep;
import dev.trainyard.engine.wrapper.WrapperState.ComponentState;
import dev.trainyard.engine.wrapper.WrapperState.Phase;
import dev.trainyard.engine.wrapper.WrapperState.Stand;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.IntStream;

/// Says what a wrapper needs next. Pure: everything it knows arrives as an argument.
///
/// One decision goes through as many phases as it can without asking the world again, so that they
/// cost one write. Phases and what holds in them:
///
/// - quota is reserved from Resuming on, through resets and while anything is being removed;
/// - Running means that every component was created, not that a pod runs;
/// - a reset removes everything and starts again, so often as the limit says;
/// - Succeeded and Failed are final; what is left then is when to remove what is there.
public final class WrapperLifecycle {

  private static final Duration RETRY_CREATION = Duration.ofSeconds(1);
  private static final Duration POLL_WHEN_READY = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofSeconds(5);

  public static WrapperDecision decide(Wrapper wrapper, ObservedWrapper observed, Instant now) {
    var draft = new Draft(wrapper, observed, now);
    boolean goesOn;
    do {
      goesOn = answer(draft, Situation.of(draft.scene()));
    } while (goesOn);
    return draft.decision();
  }

  /// Whether the next phase can be answered by what is known already.
  private static boolean answer(Draft draft, Situation situation) {
    return switch (situation) {
      case Situation.Leaving() -> leave(draft);
      case Situation.LetGo(), Situation.Parked() -> false;
      case Situation.New() -> begin(draft);
      case Situation.Granted() -> resume(draft);
      case Situation.Interrupted(var during) -> interrupt(draft, during);
      case Situation.Deploying() -> deploy(draft);
      case Situation.Missing(var found, var expected) -> missing(draft, found, expected);
      case Situation.Broken(var components) -> broken(draft, components);
      case Situation.Won() -> win(draft);
      case Situation.PodsFailed(var count) -> podsFailed(draft, count);
      case Situation.Endangered(var nodes) -> endangered(draft, nodes);
      case Situation.Whole() -> whole(draft);
      case Situation.TooFew() -> shortOfPods(draft);
      case Situation.Suspending() -> suspend(draft);
      case Situation.Resetting() -> reset(draft);
      case Situation.Lost() -> lost(draft);
      case Situation.Finished() -> finished(draft);
    };
  }

  private static boolean leave(Draft draft) {
    if (draft.holds(ConditionType.RESOURCES_DEPLOYED)) {
      if (!Removal.over(draft)) {
        draft.become(draft.state().in(Phase.TERMINATING));
        return false;
      }
      draft.write(ConditionType.RESOURCES_DEPLOYED, false, Reason.TERMINATING, Sentences.DELETED);
    }
    draft.clear(ConditionType.QUOTA_RESERVED, Reason.TERMINATING, Sentences.NOTHING_DEPLOYED);
    draft.step(new WrapperStep.Release());
    return false;
  }

  private static boolean begin(Draft draft) {
    draft.become(
        draft.state().with(draft.wrapper().components().stream().map(ComponentState::of).toList()));
    draft.enter(Phase.SUSPENDED);
    return true;
  }

  private static boolean resume(Draft draft) {
    draft.write(ConditionType.QUOTA_RESERVED, true, Reason.RESUMING, Sentences.NOT_SUSPENDED);
    draft.write(ConditionType.RESOURCES_DEPLOYED, true, Reason.RESUMING, Sentences.NOT_SUSPENDED);
    draft.write(ConditionType.PODS_READY, false, Reason.RESUMING, Sentences.NOT_SUSPENDED);
    draft.write(ConditionType.UNHEALTHY, false, Reason.RESUMING, Sentences.NOT_SUSPENDED);
    draft.enter(Phase.RESUMING);
    return true;
  }

  private static boolean interrupt(Draft draft, Phase during) {
    draft.tell(new WrapperFact.Suspended(during));
    draft.enter(Phase.SUSPENDING);
    return true;
  }

  private static boolean deploy(Draft draft) {
    var creations = draft.takeCreations();
    creations.forEach(creation -> note(draft, creation));
    var refused =
        creations.stream()
            .filter(Creation.Refused.class::isInstance)
            .map(Creation.Refused.class::cast)
            .findFirst();
    if (refused.isPresent()) {
      refused(draft, refused.get());
      return false;
    }
    var wanted = notCreated(draft.state().components());
    if (wanted.isEmpty()) {
      draft.enter(Phase.RUNNING);
      draft.wakeAt(draft.now());
      return false;
    }
    create(draft, wanted);
    return false;
  }

  private static void note(Draft draft, Creation creation) {
    var now = WrapperConditions.whole(draft.now());
    switch (creation) {
      case Creation.Made(var index, var name) ->
          draft.component(index, one -> one.named(name).now(Stand.CREATED, now));
      case Creation.Refused(var index, _, _) ->
          draft.component(index, one -> one.now(Stand.ERRORED, now));
    }
  }

  /// What was created a moment ago is in no cache yet, so what follows is for the next pass.
  private static void refused(Draft draft, Creation.Refused refusal) {
    var deadline =
        draft
            .state()
            .conditions()
            .since(ConditionType.RESOURCES_DEPLOYED)
            .plus(draft.wrapper().grace().admission());
    if (!refusal.hopeless() && !draft.due(deadline)) {
      draft.wakeAt(draft.now().plus(RETRY_CREATION));
      draft.wakeAt(deadline);
      return;
    }
    draft.unhealthy(Reason.CREATE_FAILED, Sentences.notCreated(refusal.error()));
    draft.tell(new WrapperFact.NotCreated(refusal.error()));
    resetOrFail(draft, refusal.hopeless(), 1);
    draft.wakeAt(draft.now());
  }

  private static List<Integer> notCreated(List<ComponentState> components) {
    return IntStream.range(0, components.size())
        .filter(index -> !components.get(index).is(Stand.CREATED))
        .boxed()
        .toList();
  }

  /// That a component is about to be created is stored first, so that it is found whatever happens.
  private static void create(Draft draft, List<Integer> wanted) {
    if (!draft.observed().held()) {
      draft.step(new WrapperStep.Hold());
    }
    for (var index : wanted) {
      if (draft.state().components().get(index).deployment().isEmpty()) {
        var component = draft.wrapper().components().get(index);
        draft.component(
            index, one -> one.initiated(component, WrapperConditions.whole(draft.now())));
      }
      draft.step(new WrapperStep.CreateComponent(index));
    }
  }

  private static boolean missing(Draft draft, int found, int expected) {
    draft.scene().unseen().forEach(draft::relyOnGone);
    draft.unhealthy(Reason.MISSING_COMPONENT, Sentences.missing(found, expected));
    draft.tell(new WrapperFact.ComponentsMissing(found, expected));
    draft.enter(Phase.FAILED);
    return true;
  }

  private static boolean broken(Draft draft, int components) {
    draft.unhealthy(Reason.FAILED_COMPONENT, Sentences.componentsFailed(components));
    draft.tell(new WrapperFact.ComponentsFailed(components));
    return resetOrFail(draft, draft.scene().hopeless(), 1);
  }

  private static boolean win(Draft draft) {
    var message = Sentences.succeeded(draft.scene().counts().succeeded());
    draft.write(ConditionType.QUOTA_RESERVED, false, Reason.SUCCEEDED, message);
    draft.write(ConditionType.RESOURCES_DEPLOYED, true, Reason.SUCCEEDED, message);
    draft.enter(Phase.SUCCEEDED);
    return true;
  }

  private static boolean podsFailed(Draft draft, int count) {
    draft.unhealthy(Reason.FOUND_FAILED_PODS, "");
    var deadline =
        draft
            .state()
            .conditions()
            .since(ConditionType.UNHEALTHY)
            .plus(draft.wrapper().grace().failure());
    if (!draft.due(deadline)) {
      draft.wakeAt(deadline);
      return false;
    }
    draft.tell(new WrapperFact.PodsFailed(count));
    return resetOrFail(draft, draft.scene().hopeless(), 1);
  }

  /// Nobody's failure: bounded by the limit, and not counted against it.
  private static boolean endangered(Draft draft, SortedSet<String> nodes) {
    draft.unhealthy(Reason.AUTOPILOT_NO_EXECUTE, Sentences.sick(nodes));
    draft.tell(new WrapperFact.NodesSick(nodes));
    return resetOrFail(draft, false, 0);
  }

  private static boolean whole(Draft draft) {
    draft.clear(ConditionType.UNHEALTHY, Reason.FOUND_NO_FAILED_PODS, "");
    draft.write(
        ConditionType.PODS_READY,
        true,
        Reason.SUFFICIENT_PODS_READY,
        Sentences.ready(draft.scene().counts()));
    draft.wakeAt(draft.now().plus(POLL_WHEN_READY));
    return false;
  }

  /// After pods were ready once, their absence is given as much time as in the beginning.
  private static boolean shortOfPods(Draft draft) {
    var counts = draft.scene().counts();
    var message = Sentences.notReady(counts);
    draft.clear(ConditionType.UNHEALTHY, Reason.FOUND_NO_FAILED_PODS, "");
    draft.clear(ConditionType.PODS_READY, Reason.INSUFFICIENT_PODS_READY, message);
    var conditions = draft.state().conditions();
    var start =
        Collections.max(
            List.of(
                conditions.since(ConditionType.RESOURCES_DEPLOYED),
                conditions.since(ConditionType.PODS_READY)));
    var grace = draft.wrapper().grace();
    var deadline =
        start.plus(
            counts.there() >= draft.wrapper().expectedPods() ? grace.warmup() : grace.admission());
    if (!draft.due(deadline)) {
      draft.wakeAt(draft.now().plus(POLL));
      draft.wakeAt(deadline);
      return false;
    }
    draft.unhealthy(Reason.INSUFFICIENT_PODS_READY, message);
    draft.tell(new WrapperFact.PodsNotReady(counts));
    return resetOrFail(draft, false, 1);
  }

  private static boolean resetOrFail(Draft draft, boolean hopeless, int counted) {
    if (hopeless || draft.state().retries() >= draft.wrapper().retryLimit()) {
      draft.enter(Phase.FAILED);
    } else {
      draft.become(draft.state().retried(counted));
      draft.enter(Phase.RESETTING);
    }
    return true;
  }

  private static boolean suspend(Draft draft) {
    if (draft.holds(ConditionType.RESOURCES_DEPLOYED)) {
      if (!Removal.over(draft)) {
        return false;
      }
      draft.write(ConditionType.RESOURCES_DEPLOYED, false, Reason.SUSPENDED, Sentences.SUSPENDED);
    }
    draft.write(ConditionType.QUOTA_RESERVED, false, Reason.SUSPENDED, Sentences.SUSPENDED);
    draft.clear(ConditionType.PODS_READY, Reason.SUSPENDED, "");
    draft.clear(ConditionType.UNHEALTHY, Reason.SUSPENDED, "");
    draft.enter(Phase.SUSPENDED);
    return true;
  }

  /// The pause runs since something went wrong, and removing what is there is part of it.
  private static boolean reset(Draft draft) {
    draft.clear(ConditionType.PODS_READY, Reason.RESETTING, "");
    if (draft.holds(ConditionType.RESOURCES_DEPLOYED)) {
      if (!Removal.over(draft)) {
        return false;
      }
      draft.write(
          ConditionType.RESOURCES_DEPLOYED, false, Reason.RESETTING, Sentences.DELETED_TO_RESET);
    }
    var deadline =
        draft
            .state()
            .conditions()
            .since(ConditionType.UNHEALTHY)
            .plus(draft.wrapper().grace().retryPause());
    if (!draft.due(deadline)) {
      draft.wakeAt(deadline);
      return false;
    }
    draft.write(ConditionType.RESOURCES_DEPLOYED, true, Reason.RESUMING, Sentences.RESET);
    draft.enter(Phase.RESUMING);
    return true;
  }

  private static boolean lost(Draft draft) {
    var hold = draft.wrapper().grace().deletionOnFailure();
    if (draft.holds(ConditionType.RESOURCES_DEPLOYED)) {
      if (kept(draft, hold)) {
        return false;
      }
      if (!Removal.over(draft)) {
        return false;
      }
      var byQueue = hold.isPositive() && draft.wrapper().suspended();
      draft.write(
          ConditionType.RESOURCES_DEPLOYED,
          false,
          Reason.FAILED,
          byQueue ? Sentences.DELETED_BY_QUEUE : Sentences.DELETED_AFTER_FAILURE);
    }
    draft.write(ConditionType.QUOTA_RESERVED, false, Reason.FAILED, Sentences.NOTHING_DEPLOYED);
    return false;
  }

  /// Whether what is there is kept for now, to be looked at. Once it is being removed, or somebody
  /// needs the room, nothing is kept.
  private static boolean kept(Draft draft, Duration hold) {
    if (!hold.isPositive()
        || draft.wrapper().suspended()
        || draft.holds(ConditionType.DELETING_RESOURCES)) {
      return false;
    }
    var message = Sentences.kept(hold);
    if (draft
        .state()
        .conditions()
        .because(ConditionType.DELETING_RESOURCES, Reason.DELETION_PAUSED)) {
      draft.write(ConditionType.DELETING_RESOURCES, false, Reason.DELETION_PAUSED, message);
    } else {
      draft.writeAnew(ConditionType.DELETING_RESOURCES, false, Reason.DELETION_PAUSED, message);
    }
    var end = draft.state().conditions().since(ConditionType.DELETING_RESOURCES).plus(hold);
    if (draft.due(end)) {
      return false;
    }
    draft.wakeAt(end);
    return true;
  }

  private static boolean finished(Draft draft) {
    if (!draft.holds(ConditionType.RESOURCES_DEPLOYED)) {
      return false;
    }
    var ttl = draft.wrapper().grace().successTtl();
    var end = draft.state().conditions().since(ConditionType.QUOTA_RESERVED).plus(ttl);
    if (!draft.due(end)) {
      draft.wakeAt(end);
    } else if (Removal.over(draft)) {
      draft.write(
          ConditionType.RESOURCES_DEPLOYED, false, Reason.SUCCEEDED, Sentences.expired(ttl));
    }
    return false;
  }

  private WrapperLifecycle() {}
}
