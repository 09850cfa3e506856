package dev.trainyard.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Real `torchrun`, real gloo.
@Tag("needs-torch")
class ATorchrunJobTest {

  private static final Pattern LOSS = Pattern.compile("loss (\\d+\\.\\d+)");

  @TempDir private Path home = Path.of("");

  @ParameterizedTest
  @CsvSource({"examples/pytorch-ddp.yaml, 4", "examples/pytorch-elastic.yaml, 2"})
  void forms_its_group_and_trains_to_a_falling_loss(String manifest, int processes) {
    var outcome = new Terminal(home).run("run", manifest);

    assertThat(outcome.status()).as(outcome.output()).isZero();
    for (int rank = 0; rank < processes; rank++) {
      assertThat(outcome.output())
          .contains("rank %d of %d is in the group".formatted(rank, processes));
    }
    var losses =
        LOSS.matcher(outcome.output())
            .results()
            .map(match -> Double.parseDouble(match.group(1)))
            .toList();
    assertThat(losses).hasSizeGreaterThan(2);
    assertThat(losses.getLast()).isLessThan(losses.getFirst() / 2);
  }
}
