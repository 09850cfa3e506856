package dev.trainyard.operator.wrapper;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.api.kueue.Kueue;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.scheduler.core.Lines;
import dev.trainyard.scheduler.core.Lines.Local;
import dev.trainyard.scheduler.core.Lines.Stop;
import dev.trainyard.scheduler.core.Ranks;
import dev.trainyard.scheduler.core.Resources;
import dev.trainyard.scheduler.core.Snapshot;
import dev.trainyard.scheduler.shell.Readings;
import dev.trainyard.scheduler.shell.SeenPod.Stage;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the queue has seen of its cluster, entry by entry. Each method answers whether the queue
/// should look again: most changes of objects are none to it.
public final class QueueBook {

  private final AppWrappers wrappers;
  private final Map<String, Member> members = new TreeMap<>();
  private final Map<String, Holding> pods = new HashMap<>();
  private final Map<String, Snapshot.Node> nodes = new TreeMap<>();
  private final Map<String, Rank> podClasses = new TreeMap<>();
  private final Map<String, Integer> workloadClasses = new TreeMap<>();
  private final Map<String, Local> locals = new TreeMap<>();
  private final Map<String, Stop> clusters = new TreeMap<>();

  /// What a pod takes of a node, or took until it ended well.
  private record Holding(
      String node, boolean ended, Resources requests, Optional<WrapperName> wrapper) {}

  private record Rank(int value, boolean everybodys) {}

  public QueueBook(AppWrappers wrappers) {
    this.wrappers = wrappers;
  }

  public synchronized boolean see(AppWrapper resource) {
    return note(members, resource.metadata().getUid(), Member.of(wrappers, resource).orElse(null));
  }

  public synchronized boolean wrapperGone(String uid) {
    return members.remove(uid) != null;
  }

  public synchronized boolean see(Pod pod) {
    return note(pods, pod.getMetadata().getUid(), holding(pod));
  }

  public synchronized boolean podGone(String uid) {
    return pods.remove(uid) != null;
  }

  /// One that waits for a node holds nothing; nor does one that failed, in whose place another
  /// comes.
  private static @Nullable Holding holding(Pod pod) {
    var node = requireNonNullElse(pod.getSpec().getNodeName(), "");
    var phase = pod.getStatus() == null ? "" : pod.getStatus().getPhase();
    if (node.isEmpty() || "Failed".equals(phase)) {
      return null;
    }
    var seen = Readings.pod(pod, _ -> true);
    var metadata = pod.getMetadata();
    var wrapper =
        requireNonNullElse(metadata.getLabels(), Map.<String, String>of())
            .get(CodeFlare.WRAPPER_LABEL);
    return new Holding(
        node,
        !(seen.stage() instanceof Stage.Holds),
        seen.pod().requests(),
        Optional.ofNullable(wrapper).map(name -> new WrapperName(metadata.getNamespace(), name)));
  }

  public synchronized boolean see(Node node) {
    return note(nodes, node.getMetadata().getName(), Readings.node(node));
  }

  public synchronized boolean nodeGone(String name) {
    return nodes.remove(name) != null;
  }

  public synchronized boolean see(PriorityClass level) {
    return note(
        podClasses,
        level.getMetadata().getName(),
        new Rank(
            requireNonNullElse(level.getValue(), 0),
            Boolean.TRUE.equals(level.getGlobalDefault())));
  }

  public synchronized boolean classGone(String name) {
    return podClasses.remove(name) != null;
  }

  /// An object of one of Kueue's kinds.
  public synchronized boolean see(GenericKubernetesResource object) {
    var name = object.getMetadata().getName();
    return switch (object.getKind()) {
      case Kueue.LOCAL_QUEUE ->
          note(locals, key(object), new Local(text(object, "spec", "clusterQueue"), stop(object)));
      case Kueue.CLUSTER_QUEUE -> note(clusters, name, stop(object));
      case Kueue.PRIORITY_CLASS ->
          note(
              workloadClasses,
              name,
              object.getAdditionalProperties().get("value") instanceof Number value
                  ? value.intValue()
                  : 0);
      default -> false;
    };
  }

  public synchronized boolean gone(GenericKubernetesResource object) {
    var name = object.getMetadata().getName();
    return switch (object.getKind()) {
      case Kueue.LOCAL_QUEUE -> locals.remove(key(object)) != null;
      case Kueue.CLUSTER_QUEUE -> clusters.remove(name) != null;
      case Kueue.PRIORITY_CLASS -> workloadClasses.remove(name) != null;
      default -> false;
    };
  }

  private static String key(GenericKubernetesResource object) {
    return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
  }

  private static Stop stop(GenericKubernetesResource object) {
    return Stop.of(text(object, "spec", "stopPolicy"));
  }

  private static String text(GenericKubernetesResource object, Object... path) {
    return Objects.toString(object.<Object>get(path), "");
  }

  private static <K, V> boolean note(Map<K, V> entries, K key, @Nullable V value) {
    var before = value == null ? entries.remove(key) : entries.put(key, value);
    return !Objects.equals(before, value);
  }

  synchronized Sight sight() {
    var onNodes = new HashMap<String, Resources>();
    var ofWrappers = new HashMap<WrapperName, List<Resources>>();
    for (var pod : pods.values()) {
      if (!pod.ended()) {
        onNodes.merge(pod.node(), pod.requests(), Resources::plus);
      }
      pod.wrapper()
          .ifPresent(
              name -> ofWrappers.computeIfAbsent(name, _ -> new ArrayList<>()).add(pod.requests()));
    }
    return new Sight(
        List.copyOf(members.values()),
        nodes.values().stream()
            .map(node -> node.holding(onNodes.getOrDefault(node.name(), Resources.NONE)))
            .toList(),
        ofWrappers,
        ranks(),
        new Lines(wrappers.impliedQueue(), locals, clusters));
  }

  /// Of several that are everybody's the lowest counts.
  private Ranks ranks() {
    var values = new TreeMap<String, Integer>();
    podClasses.forEach((name, rank) -> values.put(name, rank.value()));
    return new Ranks(
        workloadClasses,
        values,
        podClasses.values().stream()
            .filter(Rank::everybodys)
            .mapToInt(Rank::value)
            .min()
            .orElse(0));
  }
}
