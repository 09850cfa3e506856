package dev.trainyard.scheduler.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.scheduler.core.Lines.Local;
import dev.trainyard.scheduler.core.Lines.Stop;
import dev.trainyard.scheduler.core.Lines.Way;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WhereAQueueLeadsTest {

  @Test
  void is_to_the_queue_of_everybody_by_its_usual_name_in_every_namespace() {
    var lines = Lines.none("default-queue");

    assertThat(lines.of("any", "default-queue")).isEqualTo(new Way.Open("default-cluster-queue"));
    assertThat(Lines.none("ours").of("any", "default-queue"))
        .isEqualTo(shut("LocalQueue default-queue doesn't exist"));
  }

  @Test
  void is_what_a_namespace_says_even_under_the_usual_name() {
    var lines = lines(Stop.NONE, Stop.NONE);

    assertThat(lines.of("team", "default-queue")).isEqualTo(new Way.Open("research"));
    assertThat(lines.of("other", "default-queue")).isEqualTo(new Way.Open("default-cluster-queue"));
  }

  @Test
  void is_nowhere_without_the_queue_behind_it() {
    var lines =
        new Lines("default-queue", Map.of("team/mine", new Local("gone", Stop.NONE)), Map.of());

    assertThat(lines.of("team", "mine")).isEqualTo(shut("ClusterQueue gone doesn't exist"));
    assertThat(lines.of("team", "yours")).isEqualTo(shut("LocalQueue yours doesn't exist"));
  }

  @Test
  void is_nowhere_while_either_queue_is_stopped() {
    assertThat(lines(Stop.HOLD, Stop.NONE).of("team", "default-queue"))
        .isEqualTo(shut("LocalQueue default-queue is stopped"));
    assertThat(lines(Stop.NONE, Stop.HOLD).of("team", "default-queue"))
        .isEqualTo(shut("ClusterQueue research is stopped"));
  }

  @Test
  void is_out_for_those_inside_where_either_queue_is_emptied() {
    assertThat(lines(Stop.HOLD_AND_DRAIN, Stop.NONE).of("team", "default-queue"))
        .isEqualTo(
            new Way.Shut(
                "LocalQueue default-queue is stopped", Optional.of("The LocalQueue is stopped")));
    assertThat(lines(Stop.NONE, Stop.HOLD_AND_DRAIN).of("team", "default-queue"))
        .isEqualTo(
            new Way.Shut(
                "ClusterQueue research is stopped", Optional.of("The ClusterQueue is stopped")));
  }

  @Test
  void is_not_changed_by_a_word_that_nobody_knows() {
    assertThat(Stop.of("Sometimes")).isEqualTo(Stop.NONE);
    assertThat(Stop.of("")).isEqualTo(Stop.NONE);
    assertThat(Stop.of("HoldAndDrain")).isEqualTo(Stop.HOLD_AND_DRAIN);
  }

  private static Way shut(String why) {
    return new Way.Shut(why, Optional.empty());
  }

  private static Lines lines(Stop local, Stop cluster) {
    return new Lines(
        "default-queue",
        Map.of("team/default-queue", new Local("research", local)),
        Map.of("research", cluster));
  }
}
