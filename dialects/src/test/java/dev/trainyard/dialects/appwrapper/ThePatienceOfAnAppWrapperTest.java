package dev.trainyard.dialects.appwrapper;

import static dev.trainyard.dialects.appwrapper.Wrappers.TRAINING;
import static dev.trainyard.dialects.appwrapper.Wrappers.annotated;
import static dev.trainyard.dialects.appwrapper.Wrappers.problems;
import static dev.trainyard.dialects.appwrapper.Wrappers.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.appwrapper.WrapperSettings.FaultTolerance;
import dev.trainyard.engine.wrapper.Wrapper;
import dev.trainyard.engine.wrapper.Wrapper.ExitCodes;
import dev.trainyard.engine.wrapper.Wrapper.Grace;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThePatienceOfAnAppWrapperTest {

  private static final String PREFIX = "workload.codeflare.dev.appwrapper/";

  private static Wrapper with(String key, String value) {
    return read(annotated("{%s%s: \"%s\"}".formatted(PREFIX, key, value), TRAINING));
  }

  @Test
  void is_that_of_the_administrator_where_it_does_not_say() {
    var wrapper = read(annotated("{}", TRAINING));

    assertThat(wrapper.grace())
        .isEqualTo(
            new Grace(
                Duration.ofMinutes(1),
                Duration.ofMinutes(5),
                Duration.ofMinutes(1),
                Duration.ofSeconds(90),
                Duration.ofMinutes(10),
                Duration.ZERO,
                Duration.ofDays(7)));
    assertThat(wrapper.retryLimit()).isEqualTo(3);
    assertThat(wrapper.exitCodes()).isEqualTo(new ExitCodes(Set.of(), Set.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "2m, PT2M",
    "1.5h, PT1H30M",
    "1d, PT24H",
    "' 30s ', PT30S",
    "0, PT0S",
    "-10m, PT0S",
    "25h, PT24H",
    "3d, PT24H",
    "222badTime, PT1M",
    "10, PT1M",
    "'', PT1M",
  })
  void is_what_an_annotation_asks_for_within_bounds(String value, Duration grace) {
    assertThat(with("admissionGracePeriodDuration", value).grace().admission()).isEqualTo(grace);
  }

  @Test
  void has_an_annotation_for_each_grace() {
    assertThat(with("warmupGracePeriodDuration", "7m").grace().warmup())
        .isEqualTo(Duration.ofMinutes(7));
    assertThat(with("failureGracePeriodDuration", "7m").grace().failure())
        .isEqualTo(Duration.ofMinutes(7));
    assertThat(with("retryPausePeriodDuration", "7m").grace().retryPause())
        .isEqualTo(Duration.ofMinutes(7));
    assertThat(with("forcefulDeletionGracePeriodDuration", "7m").grace().forcefulDeletion())
        .isEqualTo(Duration.ofMinutes(7));
    assertThat(with("deletionOnFailureGracePeriodDuration", "7m").grace().deletionOnFailure())
        .isEqualTo(Duration.ofMinutes(7));
    assertThat(with("deletionOnFailureGracePeriodDuration", "soon").grace().deletionOnFailure())
        .isEqualTo(Duration.ZERO);
  }

  @ParameterizedTest
  @CsvSource({
    "1h, PT1H",
    "100h, PT100H",
    "168h, PT168H",
    "200h, PT168H",
    "0, PT168H",
    "-1h, PT168H"
  })
  void with_success_may_only_be_shortened(String value, Duration ttl) {
    assertThat(with("successTTLDuration", value).grace().successTtl()).isEqualTo(ttl);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "7, 7", "-1, -1", "' 2 ', 2", "many, 3", "1.5, 3"})
  void with_failures_is_a_number(String value, int limit) {
    assertThat(with("retryLimit", value).retryLimit()).isEqualTo(limit);
  }

  @Test
  void knows_codes_in_a_list() {
    assertThat(with("terminalExitCodes", "3, 10,abc,42").exitCodes())
        .isEqualTo(new ExitCodes(Set.of(3, 10, 42), Set.of()));
    assertThat(with("retryableExitCodes", "137").exitCodes())
        .isEqualTo(new ExitCodes(Set.of(), Set.of(137)));
  }

  @Test
  void is_not_read_from_the_annotations_of_a_component() {
    var component = TRAINING + "  annotations: {%sretryLimit: \"9\"}".formatted(PREFIX);

    assertThat(read(annotated("{}", component)).retryLimit()).isEqualTo(3);
  }

  @Test
  void comes_with_a_warning_where_it_is_not_what_its_author_believes() {
    var annotations =
        Map.of(
            "delectionOnFailureGracePeriodDuration", "1h",
            "warmupGracePeriodDuration", "10",
            "retryLimit", "many",
            "terminalExitCodes", "3,abc");

    assertThat(annotations.entrySet().stream())
        .flatExtracting(
            entry ->
                problems(
                    annotated(
                        "{%s%s: \"%s\"}".formatted(PREFIX, entry.getKey(), entry.getValue()),
                        TRAINING)))
        .containsExactlyInAnyOrder(
            "metadata.annotations[%sdelectionOnFailureGracePeriodDuration]: unknown annotation, it has no effect; did you mean deletionOnFailureGracePeriodDuration?"
                .formatted(PREFIX),
            "metadata.annotations[%swarmupGracePeriodDuration]: \"10\" is no duration such as 90s, 5m or 1d; the default is used"
                .formatted(PREFIX),
            "metadata.annotations[%sretryLimit]: \"many\" is no integer; the default is used"
                .formatted(PREFIX),
            "metadata.annotations[%sterminalExitCodes]: \"abc\" is no exit code and is ignored"
                .formatted(PREFIX));
  }

  @Test
  void is_checked_before_anybody_relies_on_it() {
    assertThat(FaultTolerance.usual().check()).isEmpty();
    var hasty =
        new FaultTolerance(
            Duration.ofMinutes(4),
            Duration.ofMinutes(3),
            Duration.ofMinutes(2),
            Duration.ofMinutes(2),
            3,
            Duration.ofMinutes(2),
            Duration.ofSeconds(90),
            Duration.ZERO);

    assertThat(hasty.check())
        .extracting(Problem::message)
        .containsExactly(
            "ForcefulDelectionGracePeriod 2m0s exceeds GracePeriodCeiling 1m30s",
            "RetryPausePeriod 2m0s exceeds GracePeriodCeiling 1m30s",
            "FailureGracePeriod 2m0s exceeds GracePeriodCeiling 1m30s",
            "AdmissionGracePeriod 4m0s exceeds GracePeriodCeiling 1m30s",
            "WarmupGracePeriod 3m0s exceeds GracePeriodCeiling 1m30s",
            "AdmissionGracePeriod 4m0s exceeds WarmupGracePeriod 3m0s",
            "SuccessTTL 0s is not a positive duration");
  }
}
