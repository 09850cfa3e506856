package dev.trainyard.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("needs-python")
class AQuickstartTest {

  private static final Pattern LOSS = Pattern.compile("loss (\\d+\\.\\d+)");

  @TempDir private Path home = Path.of("");

  @Test
  void trains_three_processes_to_a_falling_loss_and_leaves_none_behind() {
    var terminal = new Terminal(home);

    var outcome = terminal.run("run", "examples/quickstart.yaml");

    assertThat(outcome.output()).as(outcome.output()).contains("Succeeded");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.output())
        .contains("rank 0 of 3 is in the group")
        .contains("rank 1 of 3 is in the group")
        .contains("rank 2 of 3 is in the group")
        .contains("learned y = 3.00x -2.00");
    var losses = LOSS.matcher(outcome.output()).results().map(AQuickstartTest::number).toList();
    assertThat(losses).hasSizeGreaterThan(3);
    assertThat(losses.getLast()).isLessThan(losses.getFirst() / 10);
    assertThat(Terminal.processesWith(home.toString())).isEmpty();
  }

  @Test
  void whose_script_exits_3_fails_and_names_the_replica_the_code_and_the_last_lines()
      throws IOException {
    var manifest = Files.readString(Path.of("../examples/quickstart.yaml"));
    var failing = home.resolve("failing.yaml");
    Files.writeString(
        failing,
        manifest.replace(
            "command: [python3, examples/quickstart.py]",
            """
            command: [python3, examples/quickstart.py]
                        env: [{name: EXIT_CODE, value: "3"}]\
            """));

    var outcome = new Terminal(home).run("run", failing.toString());

    assertThat(outcome.status()).as(outcome.output()).isEqualTo(1);
    assertThat(outcome.output()).contains("Failed").contains("code 3").contains("loss");
    assertThat(outcome.output()).containsPattern("quickstart-(master|worker)-\\d");
    assertThat(Terminal.processesWith(home.toString())).isEmpty();
  }

  private static double number(MatchResult match) {
    return Double.parseDouble(match.group(1));
  }
}
