package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.generator.Chart;
import dev.trainyard.dialects.generator.Generator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class AStarterFileTest {

  @TempDir private Path directory = Path.of("");

  private String starter(Chart chart) {
    return Desk.in(directory).run("generate", "--init", "--chart", chart.version).out();
  }

  @ParameterizedTest
  @EnumSource(Chart.class)
  void makes_a_job_as_it_is(Chart chart) {
    var outcome = new SettingsDesk(directory, chart.version, starter(chart)).run();

    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("name: my-job");
  }

  /// A comment has a blank behind its mark; a setting has none.
  @ParameterizedTest
  @EnumSource(Chart.class)
  void makes_a_job_with_everything_switched_on(Chart chart) {
    var settings =
        starter(chart)
            .lines()
            .map(line -> line.startsWith("# ") ? line : line.replaceFirst("^#", ""))
            .collect(Collectors.joining("\n"));

    var outcome = new SettingsDesk(directory, chart.version, settings).run();

    assertThat(outcome.status()).as(outcome.err()).isZero();
    var written = (ObjectNode) SettingsDesk.yaml(settings);
    assertThat(written.properties().stream().map(field -> field.getKey()))
        .containsExactlyElementsOf(Generator.settings(chart));
  }

  @Test
  void can_go_to_a_file() throws IOException {
    var outcome = Desk.in(directory).run("generate", "--init", "--out", "settings.yaml");

    assertThat(outcome).isEqualTo(new Desk.Outcome(0, "", ""));
    assertThat(Files.readString(directory.resolve("settings.yaml")))
        .isEqualTo(starter(Chart.DOCUMENTED));
  }

  static List<String> settings() {
    return Stream.of(Chart.values())
        .flatMap(chart -> Generator.settings(chart).stream())
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("settings")
  void has_settings_that_explain_themselves(String setting) {
    var outcome = Desk.in(directory).run("generate", "--explain", setting);

    assertThat(outcome.status()).isZero();
    assertThat(outcome.lines().getFirst()).startsWith(setting + " (");
    assertThat(outcome.out()).contains("  takes:    ", "  without:  ", "  charts:   1.1.");
    assertThat(outcome.lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void explains_the_setting_around_a_part() {
    assertThat(Desk.in(directory).run("generate", "--explain", "volumes[0].name").lines())
        .containsExactly(
            "volumes (workload)",
            "  PersistentVolumeClaims, and where each is mounted.",
            "  takes:    a list of {name, claimName, mountPath}",
            "  without:  not set",
            "  charts:   1.1.5, 1.1.12",
            "  example:",
            "    volumes:",
            "      - name: data",
            "        claimName: training-data",
            "        mountPath: /data");
  }

  @Test
  void does_not_explain_what_nobody_knows() {
    var outcome = Desk.in(directory).run("generate", "--explain", "numGpuPerPod");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err())
        .isEqualTo("numGpuPerPod: no such setting; did you mean numGpusPerPod?\n");
  }
}
