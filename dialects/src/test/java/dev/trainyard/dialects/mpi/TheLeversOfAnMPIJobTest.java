package dev.trainyard.dialects.mpi;

import static dev.trainyard.dialects.mpi.JobMaker.DIALECT;
import static dev.trainyard.dialects.mpi.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Dialect.Change;
import dev.trainyard.dialects.Wish;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheLeversOfAnMPIJobTest {

  private static final JobMaker PI = job("pi", 2);
  private static final JobMaker PAUSED = PI.suspended();

  @Test
  void are_its_suspension() {
    assertThat(patch(PI, new Wish.Pause()))
        .isEqualTo("{\"spec\":{\"runPolicy\":{\"suspend\":true}}}");
    assertThat(patch(PAUSED, new Wish.Resume()))
        .isEqualTo("{\"spec\":{\"runPolicy\":{\"suspend\":false}}}");
  }

  @Test
  void change_nothing_that_is_so_already() {
    assertThat(answer(PAUSED, new Wish.Pause())).isEqualTo(new Answer.Already("already paused"));
    assertThat(answer(PI, new Wish.Resume())).isEqualTo(new Answer.Already("not paused"));
    assertThat(answer(PI, workers(2))).isEqualTo(new Answer.Already("already 2 workers"));
  }

  @Test
  void ask_for_the_next_attempt() {
    assertThat(patch(PI, new Wish.Restart())).contains("\"trainyard.dev/restart\":\"2\"");
    assertThat(answer(PAUSED, new Wish.Restart())).isInstanceOf(Answer.Refused.class);
    assertThat(answer(PI.annotated("trainyard.dev/restart", "2"), new Wish.Restart()))
        .isEqualTo(new Answer.Already("attempt 2 is asked for already"));
  }

  @Test
  void are_the_number_of_its_workers() {
    assertThat(patch(PI, workers(4)))
        .isEqualTo("{\"spec\":{\"mpiReplicaSpecs\":{\"Worker\":{\"replicas\":4}}}}");
    assertThat(answer(PI, workers(4)))
        .isInstanceOfSatisfying(
            Answer.Change.class,
            change -> {
              assertThat(change.what()).isEqualTo("workers 2 → 4");
              assertThat(change.then()).first().isEqualTo("worker-2 to worker-3: to be started.");
            });
    assertThat(answer(PAUSED, workers(1)))
        .isInstanceOfSatisfying(
            Answer.Change.class,
            change ->
                assertThat(change.then())
                    .isEqualTo(List.of("It is paused: the number counts when it is resumed.")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "worker | 0 | an MPIJob has 1 to 10000 workers, and 0 is not among them",
        "Worker | 10001 | an MPIJob has 1 to 10000 workers, and 10001 is not among them",
        "launcher | 2 | an MPIJob has exactly one Launcher; its Workers can be scaled",
        "wroker | 2 | \"wroker\" is not one of its roles, which are Launcher, Worker; did you mean"
            + " Worker?"
      })
  void refuse_what_cannot_be(String role, int replicas, String why) {
    assertThat(answer(PI, new Wish.Scale(Optional.of(role), replicas)))
        .isEqualTo(new Answer.Refused(why));
  }

  @Test
  void cannot_make_workers_of_nothing() {
    assertThat(answer(job("pi", 0), workers(1))).isInstanceOf(Answer.Refused.class);
  }

  @Test
  void are_no_more_than_these() {
    assertThat(DIALECT.grants(new Wish.Debug())).isFalse();
    assertThat(answer(PI, new Wish.Debug())).isInstanceOf(Answer.Refused.class);
    assertThat(List.of(new Wish.Pause(), new Wish.Resume(), new Wish.Restart(), workers(1)))
        .allMatch(DIALECT::grants);
    assertThat(DIALECT.changes()).containsExactly(Change.ANNOTATIONS);
  }

  private static Wish workers(int replicas) {
    return new Wish.Scale(Optional.empty(), replicas);
  }

  private static Answer answer(JobMaker job, Wish wish) {
    return DIALECT.answer(job.build(), wish);
  }

  private static String patch(JobMaker job, Wish wish) {
    return answer(job, wish) instanceof Answer.Change(var patch, _, _) ? patch.toString() : "";
  }
}
