package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every story, disturbed at every single point, one point a run.
class ADisturbedJobTest {

  private static final AtomicInteger RUNS = new AtomicInteger();

  @ParameterizedTest
  @MethodSource("stories")
  void leads_where_it_would_have_when_its_controller_dies_around_any_request(Story story) {
    assertHarmless(CrashPoints.crashes(story));
  }

  @ParameterizedTest
  @MethodSource("stories")
  void leads_where_it_would_have_when_any_request_or_answer_is_lost(Story story) {
    assertHarmless(CrashPoints.lostRequests(story));
  }

  @ParameterizedTest
  @MethodSource("stories")
  void leads_where_it_would_have_when_any_news_is_late_or_squeezed(Story story) {
    assertHarmless(CrashPoints.lateNews(story));
  }

  static Stream<Story> stories() {
    return Stories.ofOneLeader().stream();
  }

  @AfterAll
  static void tells_how_much_was_tried() {
    Told.of(
        "crash-points",
        "Crash points: %d stories disturbed at every point, %d runs"
            .formatted(Stories.ofOneLeader().size(), RUNS.get()));
  }

  private static void assertHarmless(CrashPoints.Result result) {
    RUNS.addAndGet(result.disturbed());
    assertThat(result.disturbed()).isGreaterThan(5);
    assertThat(result.failures()).isEmpty();
  }
}
