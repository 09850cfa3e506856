package dev.trainyard.engine.wrapper;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ADurationInGoTest {

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT0.5S, 500ms",
    "PT0.0000015S, 1.5µs",
    "PT0.00000002S, 20ns",
    "PT10S, 10s",
    "PT1M30S, 1m30s",
    "PT5M, 5m0s",
    "PT1H, 1h0m0s",
    "PT24H, 24h0m0s",
    "PT168H, 168h0m0s",
    "PT2.5S, 2.5s",
    "PT1H0M0.25S, 1h0m0.25s",
    "PT-1M, -1m0s",
  })
  void reads_like_this(Duration duration, String text) {
    assertThat(GoDurations.text(duration)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "1h30m, PT1H30M",
    "1.5h, PT1H30M",
    "-10m, PT-10M",
    "+10m, PT10M",
    "0, PT0S",
    "90s, PT1M30S",
    "500ms, PT0.5S",
    "1µs, PT0.000001S",
    "1us, PT0.000001S",
    ".5s, PT0.5S",
    "1.s, PT1S",
    "1d, PT24H",
    "1d12h, PT36H",
    "' 2m ', PT2M",
  })
  void means_this(String text, Duration duration) {
    assertThat(GoDurations.parse(text)).contains(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "222badTime", "10", "1h 30m", "h", "1m30", "--1s", ".s", "1e3s", "1w"})
  void is_none_at_all(String text) {
    assertThat(GoDurations.parse(text)).isEmpty();
  }
}
