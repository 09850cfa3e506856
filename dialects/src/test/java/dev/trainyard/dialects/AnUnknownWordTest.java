package dev.trainyard.dialects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnUnknownWordTest {

  private static final Words<Integer> WORDS =
      Words.of(Map.entry("Always", 1), Map.entry("OnFailure", 2), Map.entry("Never", 3));

  @Test
  void is_refused_with_the_known_ones_in_their_order() {
    assertThat(WORDS.check("spec.policy", "Sometimes"))
        .hasToString(
            "Optional[spec.policy: Unsupported value: \"Sometimes\": supported values: \"Always\","
                + " \"OnFailure\", \"Never\"]");
  }

  @Test
  void is_answered_with_the_one_it_nearly_is() {
    assertThat(Words.nearest("Wroker", List.of("Master", "Worker"))).contains("Worker");
    assertThat(Words.nearest("onfailure", List.of("Always", "OnFailure"))).contains("OnFailure");
    assertThat(Words.nearest("Launcher", List.of("Master", "Worker"))).isEmpty();
    assertThat(Words.nearest("", List.of("Master", "Worker"))).isEmpty();
  }

  @Test
  void is_not_measured_when_it_is_endless() {
    assertThat(Words.nearest("w".repeat(100_000), List.of("Worker"))).isEmpty();
  }

  @Test
  void is_cut_and_made_harmless_where_it_is_quoted() {
    var message = Problem.invalid("a", "x\n\"" + "y".repeat(1_000), "is wrong").toString();

    assertThat(message).startsWith("a: Invalid value: \"x\\u000a\\\"yyy").endsWith("…\": is wrong");
    assertThat(message).hasSizeLessThan(300);
  }
}
