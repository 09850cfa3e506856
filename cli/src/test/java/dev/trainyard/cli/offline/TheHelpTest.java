package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TheHelpTest {

  private static final int WIDTH = 100;

  @TempDir private Path directory = Path.of("");

  record Help(String command, List<String> names) {}

  static List<Help> helps() {
    return List.of(
        new Help("validate", List.of("FILE...", "--output", "--quiet", "--plain", "--help")),
        new Help(
            "plan",
            List.of(
                "FILE...",
                "--output",
                "--mode",
                "--at",
                "--namespace",
                "--quiet",
                "cluster or yard",
                "yaml or json",
                "now",
                "max")),
        new Help("install", List.of("--namespace", "--image", "--replicas", "--set")),
        new Help("uninstall", List.of("--namespace", "--set", "--crds", "--with-namespace")),
        new Help(
            "operator",
            List.of(
                "--kubeconfig",
                "--namespace",
                "--leader-elect",
                "--lease-name",
                "--metrics-bind-address",
                "--health-probe-bind-address",
                "--scheduler",
                "--disable")),
        new Help("doctor", List.of("--output", "--quiet", "--plain", "--help")));
  }

  @ParameterizedTest
  @MethodSource("helps")
  void names_every_option_and_fits_the_page(Help help) {
    var outcome = Desk.in(directory).run(help.command(), "--help");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).contains(help.names());
    assertThat(outcome.lines()).allMatch(line -> line.length() <= WIDTH);
  }

  @ParameterizedTest
  @MethodSource("helps")
  void is_offered_to_whoever_asks_for_what_is_not_there(Help help) {
    var outcome = Desk.in(directory).run(help.command(), "--colour=red", "x");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("--colour=red");
    assertThat(outcome.out()).isEmpty();
  }
}
