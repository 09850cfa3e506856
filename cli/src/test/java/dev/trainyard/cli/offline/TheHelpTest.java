package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TheHelpTest {

  private static final int WIDTH = 100;
  private static final Pattern COMMAND = Pattern.compile("  ([a-z]+)  .*");

  @TempDir private Path directory = Path.of("");

  /// Every command that the help of the whole lists.
  static List<String> commands() {
    var help = Desk.in(Path.of("")).run("--help").lines();
    return help.subList(help.indexOf("Commands:") + 1, help.size()).stream()
        .map(COMMAND::matcher)
        .filter(Matcher::matches)
        .map(line -> line.group(1))
        .toList();
  }

  @Test
  void lists_every_command() {
    assertThat(commands())
        .contains(
            "run",
            "up",
            "down",
            "status",
            "submit",
            "get",
            "describe",
            "logs",
            "exec",
            "wait",
            "pause",
            "resume",
            "scale",
            "restart",
            "debug",
            "delete",
            "history",
            "validate",
            "plan",
            "rehearse",
            "generate",
            "pack",
            "install",
            "uninstall",
            "operator",
            "doctor",
            "completion",
            "version");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void says_what_a_command_does_with_an_example_and_fits_the_page(String command) {
    var outcome = Desk.in(directory).run(command, "--help");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.lines()).allMatch(line -> line.length() <= WIDTH);
    assertThat(outcome.out()).contains("--help", "\nExample");
    assertThat(examples(outcome.lines()))
        .isNotEmpty()
        .allMatch(line -> line.contains("trainyard " + command));
  }

  private static List<String> examples(List<String> lines) {
    var heading = lines.contains("Examples:") ? "Examples:" : "Example:";
    return lines.subList(lines.lastIndexOf(heading) + 1, lines.size());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void is_offered_to_whoever_asks_for_what_is_not_there(String command) {
    var outcome = Desk.in(directory).run(command, "--colour=red", "x");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .containsAnyOf("--colour=red", "Try 'trainyard %s --help'".formatted(command));
  }
}
