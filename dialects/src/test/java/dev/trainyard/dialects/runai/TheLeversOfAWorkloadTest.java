package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.WorkloadMaker.DIALECT;
import static dev.trainyard.dialects.runai.WorkloadMaker.workload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Wish;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TheLeversOfAWorkloadTest {

  private static final WorkloadMaker ACTIVE = workload("job");
  private static final WorkloadMaker PAUSED = ACTIVE.value("active", "'false'");

  @Test
  void pause_and_resume_it() {
    assertThat(patch(ACTIVE, new Wish.Pause()))
        .isEqualTo("{\"spec\":{\"active\":{\"value\":false}}}");
    assertThat(patch(PAUSED, new Wish.Resume()))
        .isEqualTo("{\"spec\":{\"active\":{\"value\":true}}}");
    assertThat(answer(PAUSED, new Wish.Pause())).isEqualTo(new Answer.Already("already paused"));
    assertThat(answer(ACTIVE, new Wish.Resume())).isEqualTo(new Answer.Already("not paused"));
  }

  @Test
  void restart_it_while_it_has_pods() {
    assertThat(patch(ACTIVE, new Wish.Restart()))
        .isEqualTo("{\"metadata\":{\"annotations\":{\"trainyard.dev/restart\":\"2\"}}}");
    assertThat(answer(PAUSED, new Wish.Restart())).isInstanceOf(Answer.Refused.class);
  }

  @Test
  void say_which_kinds_have_the_others() {
    for (var wish : new Wish[] {new Wish.Scale(Optional.empty(), 2), new Wish.Debug()}) {
      assertThat(DIALECT.grants(wish)).isFalse();
      assertThat(answer(ACTIVE, wish))
          .isInstanceOfSatisfying(
              Answer.Refused.class, refused -> assertThat(refused.why()).contains("DeepSpeedJob"));
    }
  }

  private static Answer answer(WorkloadMaker workload, Wish wish) {
    return DIALECT.answer(workload.build(), wish);
  }

  private static String patch(WorkloadMaker workload, Wish wish) {
    return answer(workload, wish) instanceof Answer.Change change ? change.patch().toString() : "";
  }
}
