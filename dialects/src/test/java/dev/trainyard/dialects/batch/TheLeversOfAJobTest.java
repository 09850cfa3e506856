package dev.trainyard.dialects.batch;

import static dev.trainyard.dialects.batch.JobMaker.DIALECT;
import static dev.trainyard.dialects.batch.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Wish;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TheLeversOfAJobTest {

  private static final JobMaker PI = job("pi");
  private static final JobMaker PAUSED = PI.with("/spec/suspend", "true");

  @Test
  void are_its_suspension() {
    assertThat(patch(PI, new Wish.Pause())).isEqualTo("{\"spec\":{\"suspend\":true}}");
    assertThat(patch(PAUSED, new Wish.Resume())).isEqualTo("{\"spec\":{\"suspend\":false}}");
  }

  @Test
  void change_nothing_that_is_so_already() {
    assertThat(answer(PAUSED, new Wish.Pause())).isEqualTo(new Answer.Already("already paused"));
    assertThat(answer(PI, new Wish.Resume())).isEqualTo(new Answer.Already("not paused"));
  }

  @Test
  void ask_for_the_next_attempt() {
    assertThat(patch(PI, new Wish.Restart())).contains("\"trainyard.dev/restart\":\"2\"");
    assertThat(answer(PAUSED, new Wish.Restart())).isInstanceOf(Answer.Refused.class);
  }

  @Test
  void are_no_more_than_these() {
    assertThat(DIALECT.grants(new Wish.Debug())).isFalse();
    assertThat(DIALECT.grants(new Wish.Scale(Optional.empty(), 2))).isFalse();
  }

  private static Answer answer(JobMaker job, Wish wish) {
    return DIALECT.answer(job.build(), wish);
  }

  private static String patch(JobMaker job, Wish wish) {
    return answer(job, wish) instanceof Answer.Change(var patch, _, _) ? patch.toString() : "";
  }
}
