package dev.trainyard.scheduler.core;

import static dev.trainyard.scheduler.core.Makers.node;
import static dev.trainyard.scheduler.core.Makers.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.scheduler.core.Placement.Waiting;
import dev.trainyard.scheduler.core.Snapshot.Node;
import dev.trainyard.scheduler.core.Snapshot.Pod;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AGangTest {

  private static final List<Node> FOUR_CORES = List.of(node("n").has("cpu", "4").make());

  @Test
  void is_placed_whole() {
    var gang = List.of(cores("a", 2), cores("b", 2));

    var placement = Placer.place(new Snapshot(FOUR_CORES, gang, List.of(ids(gang))));

    assertThat(placement.bindings()).hasSize(2);
  }

  @Test
  void waits_whole_for_what_the_first_lacks_that_has_no_room() {
    var gang = List.of(cores("a", 3), cores("b", 2));

    var placement = Placer.place(new Snapshot(FOUR_CORES, gang, List.of(ids(gang))));

    assertThat(placement.bindings()).isEmpty();
    assertThat(placement.waiting())
        .extracting(Waiting::reason)
        .extracting(WaitReason::message)
        .containsExactly(
            "0/1 nodes have room: cpu wants 2, 1 of 4 is free on n",
            "0/1 nodes have room: cpu wants 2, 1 of 4 is free on n");
  }

  @Test
  void takes_no_room_from_others_while_it_waits() {
    var gang = List.of(cores("a", 3), cores("b", 2));
    var all = List.of(gang.get(0), gang.get(1), cores("later", 4));

    var placement = Placer.place(new Snapshot(FOUR_CORES, all, List.of(ids(gang))));

    assertThat(placement.bindings())
        .singleElement()
        .matches(one -> one.pod().name().equals("later"));
  }

  private static Pod cores(String name, int cores) {
    return pod(name).wants("cpu", Integer.toString(cores)).make();
  }

  private static Set<Snapshot.PodId> ids(List<Pod> pods) {
    return pods.stream().map(Pod::id).collect(Collectors.toSet());
  }
}
