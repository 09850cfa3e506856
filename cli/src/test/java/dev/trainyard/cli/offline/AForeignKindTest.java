package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AForeignKindTest {

  private static final String VOLCANO =
      "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: far}\nspec: {any: 1}\n";

  @TempDir private Path directory = Path.of("");

  @Test
  void is_accepted_with_a_word_that_it_is_not_checked() {
    var outcome = Desk.in(directory).file("far.yaml", VOLCANO).run("validate", "far.yaml");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.lines())
        .contains(
            "far.yaml:2: warning: kind: Job of \"batch.volcano.sh/v1alpha1\" is not checked here:"
                + " only a cluster that serves it knows it",
            "far.yaml: 1 document, no problems");
  }

  @Test
  void is_planned_as_it_is_written() {
    var outcome = Desk.in(directory).file("far.yaml", VOLCANO).run("plan", "far.yaml");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).contains("kind: Job", "any: 1");
  }

  @Test
  void that_is_nearly_one_of_ours_is_a_mistake() {
    var outcome =
        Desk.in(directory)
            .file("slip.yaml", VOLCANO.replace("kind: Job", "kind: PyTorchJb"))
            .run("validate", "slip.yaml");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).contains("did you mean PyTorchJob?");
  }
}
