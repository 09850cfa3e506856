package dev.trainyard.yard.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
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
    assertThat(Expansion.expand(text, Map.of("A", "1", "B", "2", "EMPTY", ""))).isEqualTo(expected);
  }
}
