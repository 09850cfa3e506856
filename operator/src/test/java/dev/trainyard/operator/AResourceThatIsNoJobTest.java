package dev.trainyard.operator;

import static dev.trainyard.operator.Bench.bare;
import static dev.trainyard.operator.Bench.decision;
import static dev.trainyard.operator.Bench.errand;
import static dev.trainyard.operator.Bench.withStatus;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;

class AResourceThatIsNoJobTest {

  private static final Decision START =
      decision(Phase.STARTING, 1, Store.AFTER, List.of(), new Fact.Accepted());

  private final Bench bench = new Bench();
  private final Journal journal = bench.journal;

  @Test
  void is_refused_in_its_own_status_when_it_cannot_be_read_and_others_are_not_held_up() {
    var malformed = bare("broken");
    malformed.putObject("spec").put("workers", "many");

    bench.pass(malformed, START);
    bench.pass(errand("fine", 2), START);

    assertThat(journal.entries())
        .hasSize(2)
        .satisfies(
            entries -> {
              assertThat(entries.get(0)).startsWith("status REFUSED [spec.workers: ");
              assertThat(entries.get(1)).isEqualTo("status STARTING at 7");
            });
    assertThat(journal.told()).containsExactly("Problem", "Accepted");
  }

  @Test
  void is_refused_once() {
    bench.pass(errand("empty", 0), START);
    bench.pass(withStatus(errand("empty", 0), "REFUSED [spec.workers: 0 is too few]"), START);

    assertThat(journal.entries())
        .containsExactly("status REFUSED [spec.workers: 0 is too few] at 7");
    assertThat(journal.told()).containsExactly("Problem");
  }

  @Test
  void is_told_again_when_it_is_changed_and_still_wrong() {
    bench.pass(errand("empty", 0), START);
    bench.pass(edited(errand("empty", 0)), START);

    assertThat(journal.events())
        .extracting(event -> event.getMetadata().getName())
        .doesNotHaveDuplicates()
        .hasSize(2);
  }

  @Test
  void starts_when_it_is_corrected() {
    var corrected = withStatus(edited(errand("empty", 2)), "REFUSED [spec.workers: 0 is too few]");

    bench.pass(corrected, START);

    assertThat(journal.entries()).containsExactly("status STARTING at 7");
  }

  @Test
  void is_left_alone_when_it_belongs_to_somebody_else() {
    assertThat(bench.pass(errand("theirs", -1), START)).isEmpty();

    assertThat(journal.entries()).isEmpty();
    assertThat(journal.events()).isEmpty();
  }

  @Test
  void is_a_job_after_all_when_it_is_merely_unwise() {
    bench.pass(errand("bold", 13), START);

    assertThat(journal.entries()).containsExactly("status STARTING at 7");
    assertThat(journal.told()).containsExactly("Accepted", "Problem");
  }

  private static ObjectNode edited(ObjectNode errand) {
    errand.withObject("/metadata").put("generation", 2);
    return errand;
  }
}
