package dev.trainyard.operator;

import static dev.trainyard.operator.Bench.decision;
import static dev.trainyard.operator.Bench.errand;
import static dev.trainyard.operator.Bench.withStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;

class ATakeoverTest {

  private static final Decision NOTHING = decision(Phase.SUCCEEDED, 1, Store.LATER, List.of());
  private static final Decision SUCCESS =
      decision(Phase.SUCCEEDED, 1, Store.FIRST, List.of(), new Fact.Succeeded());

  private final Bench bench = new Bench();
  private final Journal journal = bench.journal;

  @Test
  void tells_once_what_the_predecessor_may_have_left_untold() {
    bench.pass(succeeded(), NOTHING);
    bench.pass(succeeded(), NOTHING);

    assertThat(journal.told()).containsExactly("Succeeded");
    assertThat(bench.registry.scrape()).as("others have counted it").doesNotContain("successful");
  }

  @Test
  void uses_the_names_the_predecessor_used() {
    var predecessor = new Bench();

    predecessor.pass(errand("mnist", 1), SUCCESS);
    bench.pass(succeeded(), NOTHING);

    assertThat(journal.events()).hasSize(1);
    assertThat(journal.events().getFirst().getMetadata().getName())
        .isEqualTo(predecessor.journal.events().getFirst().getMetadata().getName());
  }

  @Test
  void is_over_with_the_first_pass() {
    bench.pass(errand("mnist", 1), decision(Phase.RUNNING, 1, Store.LATER, List.of()));

    bench.pass(succeeded(), NOTHING);

    assertThat(journal.told()).as("whoever stored it was this process, and told it").isEmpty();
  }

  @Test
  void is_made_up_for_after_a_write_that_failed() {
    bench.pass(errand("mnist", 1), decision(Phase.RUNNING, 1, Store.LATER, List.of()));
    journal.failing("status", new IllegalStateException("too many requests"));
    assertThatThrownBy(() -> bench.pass(errand("mnist", 1), SUCCESS))
        .hasMessage("too many requests");

    journal.working();
    bench.pass(succeeded(), NOTHING);

    assertThat(journal.told()).containsExactly("Succeeded");
  }

  @Test
  void is_made_up_for_soon_after_an_event_that_was_lost() {
    bench.pass(errand("mnist", 1), decision(Phase.RUNNING, 1, Store.LATER, List.of()));
    journal.failing("event", new IllegalStateException("too many requests"));
    assertThat(bench.pass(errand("mnist", 1), SUCCESS)).contains(Bench.NOW.plusSeconds(5));

    journal.working();
    assertThat(bench.pass(succeeded(), NOTHING)).isEmpty();

    assertThat(journal.told()).containsExactly("Succeeded");
  }

  @Test
  void does_not_go_on_and_on_where_no_event_is_wanted() {
    bench.pass(errand("mnist", 1), decision(Phase.RUNNING, 1, Store.LATER, List.of()));
    journal.failing("event", new IllegalStateException("events are forbidden"));

    assertThat(bench.pass(errand("mnist", 1), SUCCESS)).isPresent();
    assertThat(bench.pass(succeeded(), NOTHING)).isEmpty();
  }

  private static ObjectNode succeeded() {
    return withStatus(errand("mnist", 1), "SUCCEEDED");
  }
}
