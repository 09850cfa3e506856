package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static dev.trainyard.engine.Jobs.onFailure;
import static dev.trainyard.engine.model.JobState.Phase.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.elastic.ScalingWeights;
import dev.trainyard.engine.elastic.ScalingWeights.Share;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnElasticTrainingJobTest {

  private static final Share FIXED = new Share(0, 1);

  private static TrainingJob expecting(int total) {
    var sizes = ScalingWeights.split(List.of(FIXED, new Share(3, 2), new Share(1, 1)), total);
    return job("mnist")
        .role("master", sizes.get(0), onFailure())
        .role("worker", sizes.get(1), onFailure())
        .role("evaluator", sizes.get(2), onFailure())
        .services(Lifetime.UNTIL_JOB_GONE)
        .running(new RunningRule(true, 3, false, false))
        .build();
  }

  @Test
  void grows_and_shrinks_by_its_weights_and_touches_nobody_else() {
    var story = Rehearsal.of(expecting(5));
    assertThat(story.podNames())
        .containsExactly(
            "mnist-evaluator-0",
            "mnist-master-0",
            "mnist-worker-0",
            "mnist-worker-1",
            "mnist-worker-2");
    var first = story.uid("mnist-worker-0");

    story.edit(expecting(9));
    assertThat(story.podNames()).hasSize(9).contains("mnist-worker-5", "mnist-evaluator-1");
    assertThat(story.facts(Fact.Scaled.class)).containsExactly(new Fact.Scaled(5, 9));

    story.edit(expecting(4));
    assertThat(story.podNames())
        .containsExactly("mnist-evaluator-0", "mnist-master-0", "mnist-worker-0", "mnist-worker-1");
    assertThat(story.objectNames()).as("services go with their slots").hasSize(4);
    assertThat(story.uid("mnist-worker-0")).isEqualTo(first);
    assertThat(story.restarts()).isZero();
    assertThat(story.phase()).isEqualTo(RUNNING);
  }

  @Test
  void shares_out_one_more_replica_at_a_time() {
    var shares = List.of(FIXED, new Share(3, 1), new Share(1, 1));

    assertThat(sizes(shares, 1, 3, 12)).containsExactly(1, 2, 3, 4, 5, 6, 6, 7, 8, 9);
    assertThat(sizes(shares, 2, 3, 12)).containsExactly(1, 1, 1, 1, 1, 1, 2, 2, 2, 2);
  }

  @Test
  void shares_out_between_two_weights() {
    var shares = List.of(new Share(5, 1), new Share(2, 1));

    assertThat(sizes(shares, 0, 2, 14)).containsExactly(1, 2, 3, 4, 5, 5, 6, 7, 7, 8, 9, 10, 10);
    assertThat(sizes(shares, 1, 2, 14)).containsExactly(1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4);
  }

  @Test
  void shares_out_nothing_where_those_that_are_fixed_are_more_than_anybody_can_count() {
    var most = new Share(0, Integer.MAX_VALUE);

    assertThat(ScalingWeights.split(List.of(most, most, new Share(1, 1)), 10))
        .containsExactly(Integer.MAX_VALUE, Integer.MAX_VALUE, 1);
  }

  private static List<Integer> sizes(List<Share> shares, int role, int from, int to) {
    return IntStream.rangeClosed(from, to)
        .mapToObj(total -> ScalingWeights.split(shares, total).get(role))
        .toList();
  }
}
