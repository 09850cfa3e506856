package dev.trainyard.yard.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpansionTest {

  @ParameterizedTest(name = "{0} becomes {1}")
  @CsvSource({
    "plain, plain",
    "$(A), 1",
    "x$(A)y$(B)z, x1y2z",
    "$(UNKNOWN), $(UNKNOWN)",
    "$$(A), $(A)",
    "$$$(A), $1",
    "$A, $A",
    "$(A, $(A",
    "$, $",
    "a$$b, a$b",
    "'$(A B)', '$(A B)'",
    "$(EMPTY)!, !",
  })
  void follows_the_rules_of_Kubernetes(String text, String expected) {
    var variables =
        Map.of("A", Discreet.open("1"), "B", Discreet.open("2"), "EMPTY", Discreet.open(""));

    assertThat(Expansion.expand(text, variables)).isEqualTo(Discreet.open(expected));
  }

  @Test
  void leaves_a_secret_as_it_is_written_where_others_read() {
    var variables = Map.of("A", Discreet.open("1"), "PW", Discreet.secret("PW", "hunter2"));

    var expanded = Expansion.expand("$(A)-$(PW)$$", variables);

    assertThat(expanded.value()).isEqualTo("1-hunter2$");
    assertThat(expanded).hasToString("1-$(PW)$");
  }
}
