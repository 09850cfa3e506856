package dev.trainyard.simulation.cluster;

import dev.trainyard.scheduler.core.Placement.Binding;
import dev.trainyard.scheduler.core.Placer;
import dev.trainyard.scheduler.core.Resources;
import dev.trainyard.scheduler.core.Snapshot;
import dev.trainyard.scheduler.core.Snapshot.PodId;
import dev.trainyard.scheduler.shell.Readings;
import dev.trainyard.scheduler.shell.SeenPod;
import dev.trainyard.scheduler.shell.SeenPod.Stage;
import dev.trainyard.simulation.api.Api;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.api.Store;
import dev.trainyard.simulation.time.Agenda;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The scheduler: the real placement, on the cluster as it stands.
final class Desk {

  private final Api api;
  private final Store store;
  private final Agenda agenda;
  private final Duration thinks;
  private boolean thinking;
  private boolean closed;
  private Function<Key, Optional<String>> kept = _ -> Optional.empty();

  Desk(Api api, Store store, Agenda agenda, Duration thinks) {
    this.api = api;
    this.store = store;
    this.agenda = agenda;
    this.thinks = thinks;
    store.listen(this::somethingHappened);
  }

  /// Nothing is bound until it opens again.
  void close() {
    closed = true;
  }

  void open() {
    closed = false;
    thinkSoon();
  }

  /// Pods of which a reason is given find no place, for that reason.
  void keepWaiting(Function<Key, Optional<String>> reasons) {
    kept = reasons;
    thinkSoon();
  }

  private void somethingHappened(Change change) {
    if (change.key().kind().equals("Pod") || change.key().kind().equals("Node")) {
      thinkSoon();
    }
  }

  private void thinkSoon() {
    if (!thinking) {
      thinking = true;
      agenda.in(
          thinks,
          () -> {
            thinking = false;
            if (!closed) {
              place();
            }
          });
    }
  }

  private void place() {
    var pods = store.all("Pod").map(item -> Readings.pod((Pod) item.typed(), _ -> true)).toList();
    var waiting =
        pods.stream().filter(pod -> pod.stage() instanceof Stage.Waits).map(SeenPod::pod).toList();
    waiting.forEach(pod -> kept.apply(key(pod.id())).ifPresent(why -> tellWaiting(pod.id(), why)));
    var placeable = waiting.stream().filter(pod -> kept.apply(key(pod.id())).isEmpty()).toList();
    if (!placeable.isEmpty()) {
      var placement = Placer.place(new Snapshot(nodes(pods), placeable));
      placement.bindings().forEach(this::bind);
      placement.waiting().forEach(one -> tellWaiting(one.pod(), one.reason().message()));
    }
  }

  private List<Snapshot.Node> nodes(List<SeenPod> pods) {
    var held = new HashMap<String, Resources>();
    for (var pod : pods) {
      if (pod.stage() instanceof Stage.Holds(var node)) {
        held.merge(node, pod.pod().requests(), Resources::plus);
      }
    }
    return store
        .all("Node")
        .map(item -> Readings.node((Node) item.typed()))
        .map(node -> node.holding(held.getOrDefault(node.name(), Resources.NONE)))
        .toList();
  }

  private void bind(Binding binding) {
    api.change(
        key(binding.pod()),
        one -> new PodBuilder((Pod) one).editSpec().withNodeName(binding.node()).endSpec().build());
  }

  private void tellWaiting(PodId id, String why) {
    var pod = (Pod) store.find(key(id)).orElseThrow().typed();
    if (!Pods.waitsFor(pod, why)) {
      api.change(key(id), one -> Pods.unschedulable((Pod) one, why, agenda.instant()));
    }
  }

  private static Key key(PodId pod) {
    return new Key("Pod", pod.namespace(), pod.name());
  }
}
