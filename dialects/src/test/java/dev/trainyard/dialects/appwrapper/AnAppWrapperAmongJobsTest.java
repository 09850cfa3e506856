package dev.trainyard.dialects.appwrapper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Wish;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnAppWrapperAmongJobsTest {

  private static final Map<String, String> QUEUED = Map.of("kueue.x-k8s.io/queue-name", "mine");

  private final AppWrapperDialect dialect = new AppWrapperDialect();
  private final Lookup lookup = Lookup.nothing(Settings.defaults(Settings.Place.YARD));

  @Test
  void is_none_that_anybody_could_run() {
    assertThat(dialect.read(Wrappers.around(Wrappers.TRAINING), lookup))
        .isInstanceOf(Reading.NotOurs.class);
  }

  @ParameterizedTest
  @CsvSource({
    "'', False, ACCEPTED",
    "Suspended, False, HELD",
    "Resuming, False, STARTING",
    "Running, False, STARTING",
    "Running, True, RUNNING",
    "Resetting, False, RESTARTING",
    "Suspending, False, HOLDING",
    "Terminating, False, HOLDING",
    "Succeeded, True, SUCCEEDED",
    "Failed, False, FAILED",
  })
  void has_a_phase_like_theirs(String phase, String ready, JobState.Phase theirs) {
    assertThat(state(phase, ready, 0).phase()).isEqualTo(theirs);
  }

  @Test
  void has_ended_when_its_phase_is_final_and_says_why() {
    var failed = state("Failed", "False", 2).remember();

    assertThat(failed.ending()).isPresent();
    assertThat(failed.ending().get().succeeded()).isFalse();
    assertThat(failed.ending().get().cause())
        .isEqualTo(new Fact.ChildFailed("FailedComponent", "Found 1 failed components"));
    assertThat(failed.ending().get().at()).isEqualTo(Instant.parse("2026-03-01T10:00:00Z"));
    assertThat(failed.tally().restarts()).isEqualTo(2);
    assertThat(state("Succeeded", "True", 0).remember().ending().get().succeeded()).isTrue();
    assertThat(state("Running", "True", 0).remember().ending()).isEmpty();
  }

  @Test
  void is_paused_and_resumed_by_its_own_means() {
    var running = Wrappers.around(Wrappers.TRAINING);

    assertThat(dialect.answer(running, new Wish.Pause()))
        .isInstanceOfSatisfying(
            Answer.Change.class,
            change ->
                assertThat(change.patch().toString()).isEqualTo("{\"spec\":{\"suspend\":true}}"));
    assertThat(dialect.answer(running, new Wish.Resume())).isInstanceOf(Answer.Already.class);
    assertThat(dialect.grants(new Wish.Scale(Optional.empty(), 3))).isFalse();
  }

  @Test
  void tells_whoever_pauses_it_who_is_in_charge() {
    var free = Wrappers.around(Wrappers.TRAINING);
    var ours = Wrappers.annotated("{trainyard.dev/admitted: all}", Wrappers.TRAINING);
    var kueues = Wrappers.around(Wrappers.TRAINING);
    ours.metadata().setLabels(QUEUED);
    kueues.metadata().setLabels(QUEUED);

    assertThat(afterPause(free)).contains("It names no queue");
    assertThat(afterPause(ours)).contains("Trainyard's own queue is in charge");
    assertThat(afterPause(kueues)).contains("Where Kueue is in charge of queue mine, it undoes");
  }

  @Test
  void cannot_be_paused_while_it_waits_for_its_turn() {
    var waiting =
        Wrappers.wrapper(
            """
            metadata: {name: mnist, labels: {kueue.x-k8s.io/queue-name: mine}}
            spec: {suspend: true, components: []}
            """);

    assertThat(dialect.answer(waiting, new Wish.Pause()))
        .isEqualTo(new Answer.Already("suspended already; it waits for its turn in queue mine"));
    assertThat(dialect.answer(waiting, new Wish.Resume()))
        .isInstanceOfSatisfying(
            Answer.Change.class,
            change ->
                assertThat(change.then())
                    .containsExactly("It begins when it is its turn in queue mine."));
  }

  private String afterPause(AppWrapper wrapper) {
    return dialect.answer(wrapper, new Wish.Pause()) instanceof Answer.Change(_, _, var then)
        ? String.join("\n", then)
        : "";
  }

  private JobState state(String phase, String ready, int resets) {
    return dialect.recall(
        Wrappers.wrapper(
            """
            metadata: {name: mnist}
            spec: {components: []}
            status:
              phase: "%s"
              resettingCount: %d
              conditions:
              - {type: PodsReady, status: "%s", reason: x, message: "", lastTransitionTime: "2026-03-01T09:00:00Z"}
              - {type: Unhealthy, status: "True", reason: FailedComponent, message: Found 1 failed components, lastTransitionTime: "2026-03-01T10:00:00Z"}
            """
                .formatted(phase, resets, ready)));
  }
}
