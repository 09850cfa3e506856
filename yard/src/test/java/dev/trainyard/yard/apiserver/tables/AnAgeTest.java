package dev.trainyard.yard.apiserver.tables;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnAgeTest {

  @ParameterizedTest
  @CsvSource({
    "PT-5S, <invalid>",
    "PT-1S, 0s",
    "PT0S, 0s",
    "PT119S, 119s",
    "PT2M, 2m",
    "PT9M59S, 9m59s",
    "PT10M30S, 10m",
    "PT179M, 179m",
    "PT3H, 3h",
    "PT7H59M, 7h59m",
    "PT8H30M, 8h",
    "PT47H, 47h",
    "P2D, 2d",
    "P7DT23H, 7d23h",
    "P8DT5H, 8d",
    "P729D, 729d",
    "P731D, 2y1d",
    "P3000D, 8y"
  })
  void is_told_in_at_most_two_units(Duration age, String text) {
    assertThat(Ages.text(age)).isEqualTo(text);
  }
}
