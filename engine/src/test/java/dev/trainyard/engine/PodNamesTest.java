package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.PodNames;
import dev.trainyard.engine.plan.PodNames.Place;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PodNamesTest {

  private static final TrainingJob GANG = job("a-1").master().workers(2).build();
  private static final TrainingJob SWEEP =
      job("a-1")
          .role("", 3, Jobs.retried())
          .naming(new Naming("a-1", false, true, Optional.empty()))
          .build();

  record Case(TrainingJob job, ReplicaId replica, int tryNumber, String name) {}

  static List<Case> cases() {
    return List.of(
        new Case(GANG, new ReplicaId("Master", 0), 0, "a-1-master-0"),
        new Case(GANG, new ReplicaId("Worker", 12), 0, "a-1-worker-12"),
        new Case(SWEEP, new ReplicaId("", 2), 0, "a-1-2-0"),
        new Case(SWEEP, new ReplicaId("", 2), 7, "a-1-2-7"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void lead_to_a_replica_and_back(Case given) {
    assertThat(PodNames.of(given.job(), given.replica(), given.tryNumber()))
        .isEqualTo(given.name());
    assertThat(PodNames.parse(given.job(), given.name()))
        .contains(new Place(given.replica(), given.tryNumber()));
  }

  @Test
  void of_roles_the_job_no_longer_has_are_still_understood() {
    assertThat(PodNames.parse(GANG, "a-1-evaluator-3"))
        .contains(new Place(new ReplicaId("evaluator", 3), 0));
  }

  @Test
  void of_others_are_not_ours() {
    assertThat(List.of("b-master-0", "a-1", "a-1-master", "a-1-master-x", "a-1-0"))
        .allMatch(name -> PodNames.parse(GANG, name).isEmpty());
    assertThat(List.of("a-1-2", "a-1-2-99999999999", "a-1-worker-2-0"))
        .allMatch(name -> PodNames.parse(SWEEP, name).isEmpty());
  }
}
