package dev.trainyard.operator.wrapper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.wrapper.ObservedWrapper.Creation;
import dev.trainyard.engine.wrapper.WrapperDecision.WrapperStep;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.InFlight;
import dev.trainyard.operator.wrapper.Judge.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes the steps that were decided on, one after the other.
final class WrapperApplier {

  private static final Logger log = LoggerFactory.getLogger(WrapperApplier.class);

  private final InFlight inFlight;
  private final ComponentMaker maker;

  WrapperApplier(InFlight inFlight, ComponentMaker maker) {
    this.inFlight = inFlight;
    this.maker = maker;
  }

  /// What came of the steps.
  ///
  /// @param current the AppWrapper as it stands afterwards
  record Applied(ObjectNode current, List<Creation> creations) {}

  /// Nothing is made for an AppWrapper that may have changed meanwhile: unless a state was just
  /// stored, which an old one does not survive, it is asked for.
  Applied apply(Pass pass, ObjectNode stored, Verdict verdict) {
    var steps = verdict.decision().steps();
    boolean creates = steps.stream().anyMatch(WrapperStep.CreateComponent.class::isInstance);
    if (creates && stored.equals(pass.stored())) {
      inFlight.run(() -> pass.writer().requireUnchanged(pass.stored()));
    }
    var creations = new ArrayList<Creation>();
    var current = stored;
    for (var step : steps) {
      current = apply(pass, current, verdict, step, creations);
    }
    return new Applied(current, List.copyOf(creations));
  }

  /// Answers the AppWrapper as it stands afterwards. Creations stop at the first that fails.
  private ObjectNode apply(
      Pass pass, ObjectNode current, Verdict verdict, WrapperStep step, List<Creation> creations) {
    return switch (step) {
      case WrapperStep.Hold() -> change(pass, current, OurFinalizer.put(current));
      case WrapperStep.Release() -> change(pass, current, OurFinalizer.taken(current));
      case WrapperStep.CreateComponent(var index) -> {
        if (creations.stream().noneMatch(Creation.Refused.class::isInstance)) {
          creations.add(maker.make(pass, verdict, index));
        }
        yield current;
      }
      case WrapperStep.DeleteComponent(_, var ref, var haste) -> {
        delete(pass, ref.apiVersion(), ref.kind(), ref.name(), ref.uid(), haste);
        yield current;
      }
      case WrapperStep.DeletePod(var pod, var uid, var haste) -> {
        delete(pass, "v1", "Pod", pod, uid, haste);
        yield current;
      }
    };
  }

  private ObjectNode change(Pass pass, ObjectNode current, ObjectNode merge) {
    return inFlight.call(() -> pass.writer().change(current, merge));
  }

  /// What cannot be removed is still there, which the next look will show.
  private void delete(
      Pass pass, String apiVersion, String kind, String name, String uid, Haste haste) {
    var target = new Target(apiVersion, kind, pass.id().namespace(), name, uid);
    inFlight
        .call(() -> pass.writer().delete(target, haste))
        .ifPresent(
            why ->
                log.atWarn()
                    .addKeyValue("job", pass.id())
                    .addKeyValue("object", target)
                    .addKeyValue("cause", why)
                    .log("An object of an AppWrapper could not be removed; it is tried again"));
  }
}
