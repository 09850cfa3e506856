package dev.trainyard.dialects.tensorboard;

import static dev.trainyard.dialects.tensorboard.Boards.DIALECT;
import static dev.trainyard.dialects.tensorboard.Boards.OVER_A_CLAIM;
import static dev.trainyard.dialects.tensorboard.Boards.board;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Wish;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheLeversOfATensorBoardTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | pause | {\"spec\":{\"suspend\":true}}",
        "', suspend: true' | resume | {\"spec\":{\"suspend\":false}}",
        "', runMode: paused' | resume | {\"spec\":{\"suspend\":false,\"runMode\":null}}",
        "'' | restart | {\"metadata\":{\"annotations\":{\"trainyard.dev/restart\":\"2\"}}}",
      })
  void change_one_field(String also, String wish, String patch) {
    assertThat(answer(also, wish))
        .isInstanceOfSatisfying(
            Answer.Change.class, change -> assertThat(change.patch()).hasToString(patch));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"', suspend: true' | pause", "', runMode: paused' | pause", "'' | resume"})
  void leave_what_is_so_already(String also, String wish) {
    assertThat(answer(also, wish)).isInstanceOf(Answer.Already.class);
  }

  @Test
  void are_no_others() {
    assertThat(DIALECT.grants(new Wish.Scale(Optional.empty(), 2))).isFalse();
    assertThat(DIALECT.grants(new Wish.Debug())).isFalse();
    assertThat(answer(", suspend: true", "restart")).isInstanceOf(Answer.Refused.class);
  }

  private static Answer answer(String also, String wish) {
    return DIALECT.answer(
        board(OVER_A_CLAIM + also),
        switch (wish) {
          case "pause" -> new Wish.Pause();
          case "resume" -> new Wish.Resume();
          default -> new Wish.Restart();
        });
  }
}
