package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.simulation.proof.Edits.State;
import dev.trainyard.simulation.proof.Edits.Subject;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// A job does not remember by which way it came to its spec.
class AnEditedJobTest {

  private static final AtomicInteger PATHS = new AtomicInteger();

  @ParameterizedTest
  @MethodSource("subjectsInEveryState")
  void is_what_its_fields_say_and_can_be_changed_back(Subject subject, State state) {
    boolean most = subject == Subject.PYTORCH_JOB && state == State.RUNNING;
    assertLeadsThere(Edits.everyField(subject, state), most ? 500 : 20);
  }

  @ParameterizedTest
  @MethodSource("workloadsInEveryState")
  void stays_what_it_was_when_it_was_submitted(FrozenEdits.Subject subject, State state) {
    assertLeadsThere(FrozenEdits.everyField(subject, state), 50);
  }

  @ParameterizedTest
  @EnumSource
  void starts_once_it_is_corrected(Subject subject) {
    assertLeadsThere(Edits.everyCorrection(subject), 5);
  }

  @ParameterizedTest
  @EnumSource
  void follows_the_last_edit_wherever_it_meets_the_one_before(Subject subject) {
    assertLeadsThere(Edits.duringEachOther(subject), 250);
  }

  static Stream<Arguments> subjectsInEveryState() {
    return inEveryState(List.of(Subject.values()));
  }

  static Stream<Arguments> workloadsInEveryState() {
    return inEveryState(List.of(FrozenEdits.Subject.values()));
  }

  private static Stream<Arguments> inEveryState(List<?> subjects) {
    return subjects.stream()
        .flatMap(subject -> Stream.of(State.values()).map(state -> Arguments.of(subject, state)));
  }

  @AfterAll
  static void tells_how_much_was_tried() {
    Told.of("edits", "Edits: %d ways to a spec".formatted(PATHS.get()));
  }

  private static void assertLeadsThere(Edits.Result result, int least) {
    PATHS.addAndGet(result.paths());
    assertThat(result.failures()).isEmpty();
    assertThat(result.paths()).isGreaterThan(least);
  }
}
