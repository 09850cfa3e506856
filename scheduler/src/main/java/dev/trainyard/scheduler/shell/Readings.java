package dev.trainyard.scheduler.shell;

import static java.util.Objects.requireNonNullElse;
import static java.util.function.Predicate.not;

import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.scheduler.core.PodRequests;
import dev.trainyard.scheduler.core.Resources;
import dev.trainyard.scheduler.core.Snapshot;
import dev.trainyard.scheduler.core.Snapshot.PodId;
import dev.trainyard.scheduler.core.Taint;
import dev.trainyard.scheduler.core.Taint.Toleration;
import dev.trainyard.scheduler.shell.SeenPod.Gang;
import dev.trainyard.scheduler.shell.SeenPod.Stage;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Kubernetes' pods and nodes, read into what the core decides by.
public final class Readings {

  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  /// What the API server puts where a pod names no scheduler.
  private static final String DEFAULT_SCHEDULER = "default-scheduler";

  private static final Pattern SIZE = Pattern.compile("[1-9][0-9]{0,5}");

  public static SeenPod pod(Pod pod, Predicate<String> schedulers) {
    var meta = pod.getMetadata();
    var spec = pod.getSpec();
    var status = requireNonNullElse(pod.getStatus(), new PodStatus());
    var waiting =
        new Snapshot.Pod(
            new PodId(meta.getNamespace(), meta.getName(), meta.getUid()),
            given(meta.getCreationTimestamp()).map(Instant::parse).orElse(Instant.EPOCH),
            PodRequests.of(spec),
            sorted(spec.getNodeSelector()),
            spec.getTolerations().stream().flatMap(Readings::toleration).toList());
    return new SeenPod(
        waiting,
        stage(pod, status, schedulers),
        gang(pod),
        status.getConditions(),
        requireNonNullElse(meta.getResourceVersion(), ""));
  }

  /// By the mark that an AppWrapper's pods carry; a mark that cannot be read is none.
  private static Optional<Gang> gang(Pod pod) {
    var meta = pod.getMetadata();
    var size = sorted(meta.getAnnotations()).getOrDefault(CodeFlare.GANG_SIZE, "");
    return SIZE.matcher(size).matches()
        ? given(sorted(meta.getLabels()).get(CodeFlare.WRAPPER_LABEL))
            .map(
                wrapper ->
                    new Gang(
                        meta.getNamespace() + "/" + wrapper,
                        Integer.parseInt(size),
                        given(pod.getSpec().getNodeName()).isPresent()))
        : Optional.empty();
  }

  /// What is held on the node is counted from its pods, and added when a snapshot is taken.
  public static Snapshot.Node node(Node node) {
    var spec = node.getSpec();
    var status = requireNonNullElse(node.getStatus(), new NodeStatus());
    return new Snapshot.Node(
        node.getMetadata().getName(),
        Resources.of(requireNonNullElse(status.getAllocatable(), Map.of())),
        Resources.NONE,
        status.getConditions().stream()
            .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True")),
        spec != null && Boolean.TRUE.equals(spec.getUnschedulable()),
        spec == null ? List.of() : spec.getTaints().stream().map(Readings::taint).toList(),
        sorted(node.getMetadata().getLabels()));
  }

  private static Stage stage(Pod pod, PodStatus status, Predicate<String> schedulers) {
    if (ENDED.contains(requireNonNullElse(status.getPhase(), ""))) {
      return new Stage.Idle();
    }
    var node = given(pod.getSpec().getNodeName());
    if (node.isPresent()) {
      return new Stage.Holds(node.get());
    }
    var held =
        pod.getMetadata().getDeletionTimestamp() != null
            || !pod.getSpec().getSchedulingGates().isEmpty()
            || !schedulers.test(given(pod.getSpec().getSchedulerName()).orElse(DEFAULT_SCHEDULER));
    return held ? new Stage.Idle() : new Stage.Waits();
  }

  /// An operator we do not know consents to nothing.
  private static Stream<Toleration> toleration(
      io.fabric8.kubernetes.api.model.Toleration toleration) {
    var key = given(toleration.getKey());
    var effect = given(toleration.getEffect());
    return switch (given(toleration.getOperator()).orElse("Equal")) {
      case "Exists" -> Stream.of(new Toleration(key, Optional.empty(), effect));
      case "Equal" -> {
        var value = Optional.of(requireNonNullElse(toleration.getValue(), ""));
        yield key.stream().map(name -> new Toleration(Optional.of(name), value, effect));
      }
      default -> Stream.empty();
    };
  }

  public static Taint taint(io.fabric8.kubernetes.api.model.Taint taint) {
    return new Taint(taint.getKey(), requireNonNullElse(taint.getValue(), ""), taint.getEffect());
  }

  private static Optional<String> given(@Nullable String text) {
    return Optional.ofNullable(text).filter(not(String::isEmpty));
  }

  private static SortedMap<String, String> sorted(@Nullable Map<String, String> map) {
    return new TreeMap<>(map == null ? Map.of() : map);
  }

  private Readings() {}
}
