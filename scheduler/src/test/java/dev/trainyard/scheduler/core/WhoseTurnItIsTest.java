package dev.trainyard.scheduler.core;

import static dev.trainyard.scheduler.core.Makers.START;
import static dev.trainyard.scheduler.core.Makers.node;
import static dev.trainyard.scheduler.core.Makers.pod;
import static dev.trainyard.scheduler.core.Makers.resources;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.scheduler.core.Snapshot.Node;
import dev.trainyard.scheduler.core.Turns.Gang;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WhoseTurnItIsTest {

  private static final List<Node> TWO_NODES =
      List.of(node("a").has("cpu", "4").make(), node("b").has("cpu", "4").make());

  @Test
  void is_that_of_all_for_whom_there_is_room() {
    var standing = Turns.of(TWO_NODES, List.of(), List.of(gang("x", 0, 0, 2), gang("y", 0, 1, 2)));

    assertThat(standing.granted()).containsExactly("x", "y");
    assertThat(standing.waiting()).isEmpty();
  }

  @Test
  void is_nobodys_with_room_for_only_some_of_its_pods() {
    var standing = Turns.of(TWO_NODES, List.of(), List.of(gang("x", 0, 0, 5)));

    assertThat(standing.granted()).isEmpty();
    assertThat(standing.waiting())
        .hasEntrySatisfying(
            "x",
            reason ->
                assertThat(reason.message())
                    .isEqualTo("0/2 nodes have room: cpu wants 2, at most 0 of 4 is free on a"));
  }

  @Test
  void is_the_more_important_ones_first_and_then_the_older_ones() {
    var standing =
        Turns.of(
            TWO_NODES,
            List.of(),
            List.of(gang("old", 1, 0, 4), gang("urgent", 10, 9, 4), gang("older", 10, 5, 4)));

    assertThat(standing.granted()).containsExactly("older");
  }

  @Test
  void is_also_that_of_a_small_one_behind_a_large_one() {
    var standing =
        Turns.of(TWO_NODES, List.of(), List.of(gang("large", 5, 0, 9), gang("small", 1, 1, 1)));

    assertThat(standing.granted()).containsExactly("small");
    assertThat(standing.waiting()).containsOnlyKeys("large");
  }

  @Test
  void is_nobodys_where_others_were_promised_the_room() {
    var standing =
        Turns.of(TWO_NODES, List.of(gang("first", 0, 0, 4)), List.of(gang("next", 9, 1, 1)));

    assertThat(standing.granted()).isEmpty();
  }

  @Test
  void counts_what_nodes_hold_once() {
    var promised = gang("first", 0, 0, 2);

    var left = Turns.without(promised.pods(), List.of(promised.pods().getFirst().requests()));

    assertThat(left).hasSize(1);
    assertThat(Turns.without(promised.pods(), List.of(resources("cpu", "7")))).hasSize(2);
  }

  /// Pods of two cores each.
  private static Gang gang(String id, int priority, int age, int pods) {
    return new Gang(
        id,
        priority,
        START.plusSeconds(age),
        IntStream.range(0, pods)
            .mapToObj(index -> pod("%s-%d".formatted(id, index)).wants("cpu", "2").make())
            .toList());
  }
}
