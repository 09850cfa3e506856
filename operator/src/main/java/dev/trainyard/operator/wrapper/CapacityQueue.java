package dev.trainyard.operator.wrapper;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.AppWrappers.Demand;
import dev.trainyard.dialects.appwrapper.AppWrappers.Reading;
import dev.trainyard.scheduler.core.Resources;
import dev.trainyard.scheduler.core.Snapshot;
import dev.trainyard.scheduler.core.Snapshot.PodId;
import dev.trainyard.scheduler.core.Turns;
import dev.trainyard.scheduler.core.Turns.Gang;
import dev.trainyard.scheduler.shell.Readings;
import dev.trainyard.scheduler.shell.SeenPod;
import dev.trainyard.scheduler.shell.SeenPod.Stage;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Our own queue, for clusters without Kueue: lets AppWrappers in by priority and age, each when
/// the nodes have room for all of its pods.
///
/// A queue needs no object to be there: its name only says that an AppWrapper waits for its turn.
public final class CapacityQueue implements Queue {

  private final AppWrappers wrappers;
  private final Cluster cluster;

  /// Who was told to begin, until the cluster shows that they were let in.
  private final Set<String> told = new HashSet<>();

  public CapacityQueue(AppWrappers wrappers, Cluster cluster) {
    this.wrappers = wrappers;
    this.cluster = cluster;
  }

  /// What there is, looked up anew where somebody waits.
  public interface Cluster {
    List<AppWrapper> wrappers();

    List<Node> nodes();

    List<Pod> pods();

    /// By class; that of pods without one by an empty name.
    Map<String, Integer> priorities();
  }

  @Override
  public boolean decidesOn(AppWrapper resource) {
    return wrappers.queued(resource);
  }

  @Override
  public synchronized Optional<String> waitsFor(AppWrapper resource) {
    var known = new HashMap<String, AppWrapper>();
    cluster.wrappers().forEach(one -> known.put(one.metadata().getUid(), one));
    known.putIfAbsent(resource.metadata().getUid(), resource);
    told.removeIf(uid -> !known.containsKey(uid) || wrappers.admitted(known.get(uid)));
    var pods = cluster.pods();
    var promised = new ArrayList<Gang>();
    var waiting = new ArrayList<Gang>();
    var held = heldByWrappers(pods);
    var priorities = cluster.priorities();
    known.values().stream()
        .filter(one -> one.metadata().getDeletionTimestamp() == null)
        .forEach(one -> sort(gang(one, priorities), one, held, promised, waiting));
    var standing = Turns.of(nodes(pods), promised, waiting);
    var uid = resource.metadata().getUid();
    // One that was told so and could not write it down still has its room.
    if (told.contains(uid) || standing.granted().contains(uid)) {
      told.add(uid);
      return Optional.empty();
    }
    return Optional.of(
        standing.waiting().containsKey(uid)
            ? standing.waiting().get(uid).message()
            : "it is not known what it needs");
  }

  private void sort(
      Optional<Gang> counted,
      AppWrapper one,
      Map<String, List<Resources>> held,
      List<Gang> promised,
      List<Gang> waiting) {
    if (counted.isEmpty()) {
      return;
    }
    var gang = counted.get();
    boolean letIn = wrappers.admitted(one) || told.contains(gang.id());
    switch (wrappers.recall(one).phase()) {
      case EMPTY, SUSPENDED -> {
        if (!letIn && wrappers.queued(one)) {
          waiting.add(gang);
        } else if (letIn && !isPaused(one)) {
          promised.add(gang);
        }
      }
      case RESUMING, RUNNING, RESETTING ->
          promised.add(
              new Gang(
                  gang.id(),
                  gang.priority(),
                  gang.created(),
                  Turns.without(gang.pods(), held.getOrDefault(key(one.metadata()), List.of()))));
      // What is left of them is on nodes.
      case SUSPENDING, SUCCEEDED, FAILED, TERMINATING -> {}
    }
  }

  /// By its user, who has had it run.
  private boolean isPaused(AppWrapper one) {
    return wrappers.admitted(one) && Boolean.TRUE.equals(one.spec().suspend());
  }

  private static String key(ObjectMeta metadata) {
    return metadata.getNamespace() + "/" + metadata.getName();
  }

  /// What the pods of each AppWrapper hold on nodes, or have held until they ended well: nobody
  /// makes them again.
  private static Map<String, List<Resources>> heldByWrappers(List<Pod> pods) {
    var held = new HashMap<String, List<Resources>>();
    for (var pod : pods) {
      var name =
          requireNonNullElse(pod.getMetadata().getLabels(), Map.<String, String>of())
              .get(CodeFlare.WRAPPER_LABEL);
      if (name != null && isPlaced(pod)) {
        held.computeIfAbsent(pod.getMetadata().getNamespace() + "/" + name, _ -> new ArrayList<>())
            .add(seen(pod).pod().requests());
      }
    }
    return held;
  }

  private static boolean isPlaced(Pod pod) {
    return !requireNonNullElse(pod.getSpec().getNodeName(), "").isEmpty();
  }

  private static SeenPod seen(Pod pod) {
    return Readings.pod(pod, _ -> true);
  }

  private List<Snapshot.Node> nodes(List<Pod> pods) {
    var held = new HashMap<String, Resources>();
    for (var pod : pods) {
      var seen = seen(pod);
      if (seen.stage() instanceof Stage.Holds(var node)) {
        held.merge(node, seen.pod().requests(), Resources::plus);
      }
    }
    return cluster.nodes().stream()
        .map(Readings::node)
        .map(node -> node.holding(held.getOrDefault(node.name(), Resources.NONE)))
        .toList();
  }

  private Optional<Gang> gang(AppWrapper one, Map<String, Integer> priorities) {
    return wrappers.read(one) instanceof Reading.Wrapped(var wrapper)
        ? Optional.of(gang(one, wrappers.demands(one, wrapper), priorities))
        : Optional.empty();
  }

  private static Gang gang(AppWrapper one, List<Demand> demands, Map<String, Integer> priorities) {
    var priorityClass =
        demands.stream()
            .map(demand -> requireNonNullElse(demand.pod().getPriorityClassName(), ""))
            .filter(name -> !name.isEmpty())
            .findFirst()
            .orElse("");
    var pods = new ArrayList<Snapshot.Pod>();
    for (int i = 0; i < demands.size(); i++) {
      pods(one.metadata(), demands.get(i), i).forEach(pods::add);
    }
    return new Gang(
        one.metadata().getUid(),
        priorities.getOrDefault(priorityClass, 0),
        Optional.ofNullable(one.metadata().getCreationTimestamp())
            .map(Instant::parse)
            .orElse(Instant.EPOCH),
        pods);
  }

  /// As its pods will be when they are there.
  private static Stream<Snapshot.Pod> pods(ObjectMeta wrapper, Demand demand, int set) {
    var like =
        seen(new PodBuilder()
                .withNewMetadata()
                .withNamespace(wrapper.getNamespace())
                .withName(wrapper.getName())
                .withUid(wrapper.getUid())
                .endMetadata()
                .withSpec(demand.pod())
                .build())
            .pod();
    return IntStream.range(0, demand.count())
        .mapToObj(
            index ->
                new Snapshot.Pod(
                    new PodId(
                        requireNonNullElse(wrapper.getNamespace(), ""),
                        "%s-%d-%d".formatted(wrapper.getName(), set, index),
                        "%s %d %d".formatted(wrapper.getUid(), set, index)),
                    like.created(),
                    like.requests(),
                    like.nodeSelector(),
                    like.tolerations()));
  }
}
