package dev.trainyard.engine.wrapper;

import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.wrapper.ObservedWrapper.ObservedComponent;
import dev.trainyard.engine.wrapper.WrapperConditions.ConditionType;
import dev.trainyard.engine.wrapper.WrapperConditions.Reason;
import dev.trainyard.engine.wrapper.WrapperDecision.WrapperStep;
import dev.trainyard.engine.wrapper.WrapperState.Stand;
import java.time.Duration;

/// How everything a wrapper has made goes, whatever the reason:
///
/// 1. components are asked to go, and take in the background what they have made;
/// 2. when they are gone their pods are waited for;
/// 3. after a grace, pods are forced out, and then what is left of the components.
///
/// It is over when neither a component nor a pod is left. Finalizers of others are never taken off:
/// what they block keeps the wrapper where it is, and its quota with it.
final class Removal {

  static final Duration POLL = Duration.ofSeconds(5);

  /// One pass of it; whether everything is gone.
  static boolean over(Draft draft) {
    draft.write(ConditionType.DELETING_RESOURCES, true, Reason.DELETION_INITIATED, "");
    noteTheGone(draft);
    var components = draft.observed().components();
    var pods = draft.observed().pods();
    if (components.isEmpty() && pods.isEmpty()) {
      relyOnIt(draft);
      draft.clear(ConditionType.DELETING_RESOURCES, Reason.DELETION_COMPLETE, "");
      return true;
    }
    var patience =
        draft
            .state()
            .conditions()
            .since(ConditionType.DELETING_RESOURCES)
            .plus(draft.wrapper().grace().forcefulDeletion());
    var force = draft.due(patience);
    if (force && pods.isEmpty()) {
      components.forEach(one -> draft.step(delete(one, Haste.FORCED)));
    } else {
      components.stream()
          .filter(one -> !one.leaving())
          .forEach(one -> draft.step(delete(one, Haste.GRACEFUL)));
    }
    if (force) {
      pods.forEach(
          pod -> draft.step(new WrapperStep.DeletePod(pod.name(), pod.uid(), Haste.FORCED)));
    } else {
      draft.wakeAt(patience);
    }
    draft.wakeAt(draft.now().plus(POLL));
    return false;
  }

  private static void noteTheGone(Draft draft) {
    for (var index : draft.scene().unseen()) {
      if (draft.state().components().get(index).mayExist()) {
        draft.relyOnGone(index);
        draft.component(index, one -> one.now(Stand.DELETED, WrapperConditions.whole(draft.now())));
      }
    }
  }

  /// A creation that was answered with an error may have succeeded all the same.
  private static void relyOnIt(Draft draft) {
    draft.relyOnNoPods();
    var components = draft.state().components();
    for (int index = 0; index < components.size(); index++) {
      if (components.get(index).is(Stand.ERRORED)) {
        draft.relyOnGone(index);
      }
    }
  }

  private static WrapperStep delete(ObservedComponent component, Haste haste) {
    return new WrapperStep.DeleteComponent(component.index(), component.ref(), haste);
  }

  private Removal() {}
}
