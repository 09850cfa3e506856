package dev.trainyard.scheduler.core;

import static dev.trainyard.scheduler.core.Makers.node;
import static dev.trainyard.scheduler.core.Makers.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.scheduler.core.Makers.NodeMaker;
import dev.trainyard.scheduler.core.Makers.PodMaker;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class APlacementTest {

  @Test
  void puts_each_pod_on_the_node_with_the_most_free_cpu() {
    var placement =
        place(
            List.of(node("small").has("cpu", "4"), node("large").has("cpu", "6")),
            pod("a").wants("cpu", "3"),
            pod("b").wants("cpu", "3"),
            pod("c").wants("cpu", "3"));

    assertThat(bindings(placement)).isEqualTo(Map.of("a", "large", "b", "small", "c", "large"));
  }

  @Test
  void prefers_the_first_name_among_equal_nodes() {
    var placement =
        place(
            List.of(node("n2").has("cpu", "4"), node("n1").has("cpu", "4")),
            pod("a").wants("cpu", "1"));

    assertThat(bindings(placement)).isEqualTo(Map.of("a", "n1"));
  }

  @Test
  void serves_the_oldest_first_and_equally_old_ones_by_name() {
    var placement =
        place(
            List.of(node("n").has("cpu", "2")),
            pod("late").wants("cpu", "1").createdAfter(1),
            pod("b").wants("cpu", "1"),
            pod("a").wants("cpu", "1"));

    assertThat(placement.bindings()).extracting(b -> b.pod().name()).containsExactly("a", "b");
    assertThat(placement.waiting()).extracting(w -> w.pod().name()).containsExactly("late");
  }

  @Test
  void lets_a_small_pod_pass_one_that_fits_nowhere() {
    var placement =
        place(
            List.of(node("n").has("cpu", "2")),
            pod("big").wants("cpu", "8"),
            pod("small").wants("cpu", "1").createdAfter(1));

    assertThat(bindings(placement)).isEqualTo(Map.of("small", "n"));
  }

  @Test
  void counts_what_is_already_held() {
    var placement =
        place(
            List.of(node("n").has("cpu", "4").holds("cpu", "2500m")),
            pod("fits").wants("cpu", "1500m"),
            pod("does-not").wants("cpu", "1m").createdAfter(1));

    assertThat(bindings(placement)).isEqualTo(Map.of("fits", "n"));
  }

  @Test
  void is_the_same_whatever_the_order_of_its_input() {
    var nodes = List.of(node("x").has("cpu", "4"), node("y").has("cpu", "4"));
    var a = pod("a").wants("cpu", "3");
    var b = pod("b").wants("cpu", "3");
    var c = pod("c").wants("cpu", "3");

    assertThat(place(nodes, a, b, c)).isEqualTo(place(nodes.reversed(), c, b, a));
  }

  record Wait(String name, List<NodeMaker> nodes, PodMaker pod, String message) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Wait> waits() {
    return Stream.of(
        new Wait(
            "too little cpu",
            List.of(node("yard").has("cpu", "2").holds("cpu", "500m")),
            pod("p").wants("cpu", "4"),
            "0/1 nodes have room: cpu wants 4, 1500m of 2 is free on yard"),
        new Wait(
            "too little memory",
            List.of(node("yard").has("memory", "8Gi").holds("memory", "512Mi")),
            pod("p").wants("memory", "8Gi"),
            "0/1 nodes have room: memory wants 8Gi, 7680Mi of 8Gi is free on yard"),
        new Wait(
            "no such device",
            List.of(node("yard").has("cpu", "2")),
            pod("p").wants("cpu", "4").wants("nvidia.com/gpu", "1"),
            "0/1 nodes have room: nvidia.com/gpu wants 1, 0 of 0 is free on yard"),
        new Wait(
            "the nearest of several",
            List.of(
                node("a").has("nvidia.com/gpu", "8").holds("nvidia.com/gpu", "8"),
                node("b").has("nvidia.com/gpu", "8").holds("nvidia.com/gpu", "5"),
                node("c").has("nvidia.com/gpu", "2")),
            pod("p").wants("nvidia.com/gpu", "4"),
            "0/3 nodes have room: nvidia.com/gpu wants 4, at most 3 of 8 is free on b"),
        new Wait(
            "every place for a pod is taken",
            List.of(node("yard").has("pods", "2").holds("pods", "2")),
            pod("p"),
            "0/1 nodes have room: pods wants 1, 0 of 2 is free on yard"),
        new Wait("no nodes", List.of(), pod("p"), "0/0 nodes have room: there are no nodes"),
        new Wait(
            "nodes that take no pods",
            List.of(
                node("a").notReady(),
                node("b").cordoned(),
                node("c").tainted("dedicated", "ml", "NoSchedule"),
                node("d").tainted("failing", "", "NoExecute")),
            pod("p"),
            "0/4 nodes have room: 1 cordoned; 1 not ready; 1 tainted dedicated=ml:NoSchedule;"
                + " 1 tainted failing:NoExecute"),
        new Wait(
            "other labels",
            List.of(node("a"), node("b").labelled("zone", "east")),
            pod("p").onNodesWith("zone", "west"),
            "0/2 nodes have room: 2 without label zone=west"),
        new Wait(
            "a mixture",
            List.of(node("a").notReady(), node("b").has("cpu", "1")),
            pod("p").wants("cpu", "2"),
            "0/2 nodes have room: cpu wants 2, 1 of 1 is free on b; 1 not ready"));
  }

  @ParameterizedTest
  @MethodSource("waits")
  void says_in_numbers_why_a_pod_waits(Wait wait) {
    var placement = place(wait.nodes(), wait.pod());

    assertThat(placement.bindings()).isEmpty();
    assertThat(placement.waiting())
        .extracting(w -> w.reason().message())
        .containsExactly(wait.message());
  }

  @Test
  void crosses_what_a_pod_tolerates_and_what_only_advises() {
    var placement =
        place(
            List.of(
                node("n")
                    .cordoned()
                    .tainted("node.kubernetes.io/unschedulable", "", "NoSchedule")
                    .tainted("dedicated", "ml", "NoSchedule")
                    .tainted("slow", "", "PreferNoSchedule")),
            pod("p").tolerates("dedicated").tolerates("node.kubernetes.io/unschedulable"));

    assertThat(bindings(placement)).isEqualTo(Map.of("p", "n"));
  }

  @Test
  void finds_the_node_with_every_label_asked_for() {
    var placement =
        place(
            List.of(
                node("a").has("cpu", "8").labelled("zone", "west"),
                node("b").has("cpu", "1").labelled("zone", "west").labelled("gpu", "h100")),
            pod("p").wants("cpu", "1").onNodesWith("zone", "west").onNodesWith("gpu", "h100"));

    assertThat(bindings(placement)).isEqualTo(Map.of("p", "b"));
  }

  @Test
  void gives_a_reason_that_stays_the_same_while_only_the_free_amounts_move() {
    var busy = reason(node("n").has("cpu", "4").holds("cpu", "3"));
    var busier = reason(node("n").has("cpu", "4").holds("cpu", "4"));
    var gone = reason(node("n").has("cpu", "4").notReady());

    assertThat(busy.sameAs(busier)).isTrue();
    assertThat(busy.message()).isNotEqualTo(busier.message());
    assertThat(busy.sameAs(gone)).isFalse();
  }

  private static WaitReason reason(NodeMaker node) {
    return place(List.of(node), pod("p").wants("cpu", "2")).waiting().getFirst().reason();
  }

  private static Placement place(List<NodeMaker> nodes, PodMaker... pods) {
    return Placer.place(
        new Snapshot(
            nodes.stream().map(NodeMaker::make).toList(),
            Stream.of(pods).map(PodMaker::make).toList()));
  }

  private static Map<String, String> bindings(Placement placement) {
    return placement.bindings().stream()
        .collect(Collectors.toMap(b -> b.pod().name(), Placement.Binding::node));
  }
}
