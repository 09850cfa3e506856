package dev.trainyard.operator.wrapper;

import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.engine.wrapper.ObservedWrapper;
import dev.trainyard.engine.wrapper.WrappedPods;
import dev.trainyard.engine.wrapper.WrapperDecision;
import dev.trainyard.engine.wrapper.WrapperState;
import dev.trainyard.operator.InFlight;
import dev.trainyard.operator.JobIds;
import dev.trainyard.operator.wrapper.WrapperReconciler.Engine;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Observes an AppWrapper and decides about it. What is taken for gone is looked for where it is
/// kept; what is found there changes the decision.
final class Judge {

  private final AppWrappers wrappers;
  private final Engine engine;
  private final InFlight inFlight;

  Judge(AppWrappers wrappers, Engine engine, InFlight inFlight) {
    this.wrappers = wrappers;
    this.engine = engine;
    this.inFlight = inFlight;
  }

  /// What was decided, and on what.
  record Verdict(ObservedWrapper observed, WrapperDecision decision) {}

  Verdict judge(Pass pass, Instant now) {
    var seen = new Seen(pass.view().components(), pass.view().pods());
    while (true) {
      var observed = observe(pass, seen);
      var decision = engine.decide(pass.wrapper(), observed, now);
      var found = lookFor(pass, seen, decision);
      if (found.isEmpty()) {
        return new Verdict(observed, decision);
      }
      seen = seen.with(found);
    }
  }

  /// What a pass has seen: as the caches show it, and what was looked for and found.
  private record Seen(List<GenericKubernetesResource> objects, List<Pod> pods) {

    Seen with(Seen other) {
      return new Seen(
          Stream.concat(objects.stream(), other.objects.stream()).toList(),
          Stream.concat(pods.stream(), other.pods.stream()).toList());
    }

    boolean isEmpty() {
      return objects.isEmpty() && pods.isEmpty();
    }

    boolean shows(ObjectMeta metadata) {
      return Stream.concat(
              objects.stream().map(GenericKubernetesResource::getMetadata),
              pods.stream().map(Pod::getMetadata))
          .anyMatch(one -> metadata.getUid().equals(one.getUid()));
    }
  }

  private ObservedWrapper observe(Pass pass, Seen seen) {
    var pods = seen.pods().stream().map(WrappedPods::of).toList();
    var sick = new HashMap<String, Set<String>>();
    pods.forEach(
        pod ->
            pod.node()
                .ifPresent(
                    node ->
                        sick.computeIfAbsent(
                            node, name -> wrappers.unfit(pass.view().labels(name)))));
    return new ObservedWrapper(
        wrappers.recall(pass.resource()),
        JobIds.deletionAsked(pass.stored()),
        OurFinalizer.isOn(pass.stored()),
        wrappers.observe(pass.resource(), pass.wrapper(), seen.objects()),
        pods,
        sick,
        List.of());
  }

  private Seen lookFor(Pass pass, Seen seen, WrapperDecision decision) {
    var relies = decision.relies();
    var objects =
        relies.gone().stream()
            .flatMap(index -> standing(pass, decision.state(), index).stream())
            .filter(object -> !seen.shows(object.getMetadata()))
            .filter(object -> isComponent(pass, object))
            .toList();
    var pods =
        relies.noPods()
            ? pass.view().standingPods().stream()
                .filter(pod -> !seen.shows(pod.getMetadata()))
                .toList()
            : List.<Pod>of();
    return new Seen(objects, pods);
  }

  private Optional<GenericKubernetesResource> standing(Pass pass, WrapperState state, int index) {
    var wanted = pass.wrapper().components().get(index);
    var known = state.components().get(index).name();
    var name = known.isEmpty() ? wanted.name() : known;
    return name.isEmpty() || !pass.view().serves(wanted.apiVersion(), wanted.kind())
        ? Optional.empty()
        : inFlight.call(
            () ->
                pass.writer()
                    .find(wanted.apiVersion(), wanted.kind(), pass.id().namespace(), name));
  }

  private boolean isComponent(Pass pass, GenericKubernetesResource object) {
    return !wrappers.observe(pass.resource(), pass.wrapper(), List.of(object)).isEmpty();
  }
}
