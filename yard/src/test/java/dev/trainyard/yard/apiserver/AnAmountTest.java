package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnAmountTest {

  private static Amount amount(String text) {
    return Amount.of(TextNode.valueOf(text));
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "0, 0",
    "1, 1",
    "1000m, 1",
    "1500m, 1500m",
    "0.5, 500m",
    "1000, 1k",
    "1024, 1024",
    "1024Mi, 1Gi",
    "1536Mi, 1536Mi",
    "1Ki, 1Ki",
    "0.5Ki, 512",
    "1.5Gi, 1536Mi",
    "1e3, 1k",
    "100M, 100M",
    "0.0000000001, 1n"
  })
  void is_written_as_kubernetes_writes_it(String given, String written) {
    assertThat(amount(given)).hasToString(written);
  }

  @ParameterizedTest(name = "{0} and {1} are {2}")
  @CsvSource({"0, 1Gi, 1Gi", "512Mi, 512Mi, 1Gi", "1, 500m, 1500m", "1Gi, 1, 1073741825"})
  void is_added_up_in_the_units_of_the_first(String one, String other, String sum) {
    assertThat(amount(one).plus(amount(other))).hasToString(sum);
  }
}
