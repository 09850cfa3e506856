package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheSizesOfATrainingJobTest {

  private static final JobMaker<PyTorchTrainingJob> THREE =
      weighted(job().type("master", 1).type("worker", 2).type("evaluator", 1), 0, 3, 1);

  @ParameterizedTest
  @CsvSource({
    "3, 1 1 1",
    "4, 1 2 1",
    "5, 1 3 1",
    "6, 1 4 1",
    "7, 1 5 1",
    "8, 1 6 1",
    "9, 1 6 2",
    "10, 1 7 2",
    "11, 1 8 2",
    "12, 1 9 2"
  })
  void follow_the_weights_around_a_fixed_master(int expected, String sizes) {
    assertThat(sizes(THREE, 3, 12, expected)).isEqualTo(sizes);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1 1",
    "3, 2 1",
    "4, 3 1",
    "5, 4 1",
    "6, 5 1",
    "7, 5 2",
    "8, 6 2",
    "9, 7 2",
    "10, 7 3",
    "11, 8 3",
    "12, 9 3",
    "13, 10 3",
    "14, 10 4"
  })
  void follow_two_weights_of_five_to_two(int expected, String sizes) {
    var job = weighted(job().type("worker", 1).type("reader", 1), 5, 2);

    assertThat(sizes(job, 2, 14, expected)).isEqualTo(sizes);
  }

  @ParameterizedTest
  @CsvSource({"8, 1 7", "9, 2 7", "10, 2 8"})
  void follow_what_is_written_where_nobody_gives_a_weight(int expected, String sizes) {
    assertThat(sizes(job().type("ps", 1).type("worker", 4), 2, 10, expected)).isEqualTo(sizes);
  }

  @Test
  void leave_the_master_alone_and_give_the_rest_to_the_others() {
    assertThat(sizes(job().type("master", 1).type("worker", 1), 2, 5, 4)).isEqualTo("1 3");
    assertThat(sizes(weighted(job().type("ps", 2).type("worker", 1), 0, 1), 3, 6, 6))
        .isEqualTo("2 4");
  }

  @Test
  void start_one_type_of_none_at_one() {
    assertThat(sizes(job().type("ps", 1).type("worker", 0), 2, 4, 2)).isEqualTo("1 1");
  }

  @Test
  void are_as_written_without_bounds_or_where_they_have_no_effect() {
    var written = job().type("master", 1).type("worker", 3);

    assertThat(sizes(written)).isEqualTo("1 3");
    assertThat(sizes(written.elastic("{minReplicas: 1, maxReplicas: 9, expectedReplicas: 8}")))
        .as("torchrun is off")
        .isEqualTo("1 3");
    assertThat(sizes(written.torchrun().with("/spec/elastic", "{maxReplicas: 9}")))
        .as("elastic is off")
        .isEqualTo("1 3");
    assertThat(sizes(job().type("ps", 1).type("worker", 0))).isEqualTo("1 0");
    assertThat(sizes(job().type("node", 1).without("/spec/replicaSpecs/0/replicas")))
        .isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|3|1",
        "{minReplicas: 2}|3|2",
        "{minReplicas: 5}|5|5",
        "{maxReplicas: 2}|2|1",
        "{minReplicas: 2, maxReplicas: 8}|3|2",
        "{minReplicas: 4, maxReplicas: 8}|4|4",
        "{minReplicas: 2, maxReplicas: 8, expectedReplicas: 6}|6|2"
      })
  void have_defaults_for_every_bound(String bounds, String size, int floor) {
    var torch = job().type("node", 3).torchrun().elastic(bounds);
    var deep = deepSpeed(3).elastic(bounds);

    assertThat(sizes(torch)).isEqualTo(size);
    assertThat(torch.read().running().floor()).isEqualTo(floor);
    assertThat(sizes(deep)).isEqualTo(size);
    assertThat(deep.read().running().floor()).isEqualTo(floor);
  }

  @Test
  void of_workers_follow_what_is_expected_and_not_what_is_written() {
    assertThat(sizes(deepSpeed(7).elastic("{minReplicas: 1, maxReplicas: 4, expectedReplicas: 3}")))
        .isEqualTo("3");
  }

  @Test
  void may_grow_as_far_as_the_upper_bound() {
    var torch = THREE.torchrun().elastic("{minReplicas: 3, maxReplicas: 12}");
    var largest = torch.dialect().largest(torch.build());
    assertThat(largest.spec().elastic()).isNotNull();
    assertThat(PyTorchTrainingJobDialect.layout(largest).total()).isEqualTo(12);

    var deep = deepSpeed(2).elastic("{maxReplicas: 5}");
    assertThat(DeepSpeedJobDialect.layout(deep.dialect().largest(deep.build())).total())
        .isEqualTo(5);

    assertThat(THREE.dialect().largest(THREE.build())).isEqualTo(THREE.build());
  }

  private static JobMaker<PyTorchTrainingJob> weighted(
      JobMaker<PyTorchTrainingJob> job, int... weights) {
    for (int i = 0; i < weights.length; i++) {
      job =
          job.with(
              "/spec/replicaSpecs/%d/scalingWeight".formatted(i), Integer.toString(weights[i]));
    }
    return job;
  }

  private static String sizes(JobMaker<PyTorchTrainingJob> job, int least, int most, int expected) {
    return sizes(
        job.torchrun()
            .elastic(
                "{minReplicas: %d, maxReplicas: %d, expectedReplicas: %d}"
                    .formatted(least, most, expected)));
  }

  private static String sizes(JobMaker<?> job) {
    return job.read().roles().stream()
        .map(role -> Integer.toString(role.size()))
        .collect(joining(" "));
  }
}
