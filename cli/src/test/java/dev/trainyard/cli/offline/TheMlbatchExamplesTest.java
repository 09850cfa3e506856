package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.generator.Chart;
import dev.trainyard.dialects.generator.Generator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TheMlbatchExamplesTest {

  private static final Path EXAMPLES = Path.of("../examples/mlbatch");

  @TempDir private Path directory = Path.of("");

  static List<Path> examples() throws IOException {
    try (var files = Files.list(EXAMPLES)) {
      return files.filter(file -> file.toString().endsWith(".settings.yaml")).sorted().toList();
    }
  }

  private static String chart(String settings) {
    return settings.contains("--chart 1.1.12") ? "1.1.12" : "1.1.5";
  }

  @ParameterizedTest
  @MethodSource("examples")
  void make_jobs_without_a_warning(Path example) throws IOException {
    var settings = Files.readString(example);
    var outcome = new SettingsDesk(directory, chart(settings), settings).run();

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(SettingsDesk.yaml(outcome.out()).at("/metadata/name").textValue())
        .isEqualTo(example.getFileName().toString().replace(".settings.yaml", ""));
  }

  /// Other settings may need what a machine does not have; the first ones need a shell and python.
  @ParameterizedTest
  @MethodSource("runnable")
  void run_their_script_on_the_machine_in_front_of_you(Path example, String said)
      throws IOException, InterruptedException {
    var script = new SettingsDesk(directory, "1.1.5", Files.readString(example)).script();

    var shell = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true);
    shell.environment().put("RANK", "0");
    shell.environment().put("WORLD_SIZE", "2");
    shell.environment().put("GREETING", "good morning");
    shell.environment().put("SEED", "1234567");
    var process = shell.start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(output).contains("My global rank is 0 / 2\n", said);
  }

  static Stream<Arguments> runnable() {
    return Stream.of(
        Arguments.of(EXAMPLES.resolve("hello.settings.yaml"), "rank 0 of 2 is done\n"),
        Arguments.of(
            EXAMPLES.resolve("two-pods.settings.yaml"),
            "good morning from rank 0, the seed is 1234567\n"));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void hold_jobs_that_the_operator_takes(Path example) throws IOException {
    var settings = Files.readString(example);
    var desk = new SettingsDesk(directory, chart(settings), settings);

    for (var taken : List.of(desk.made(), desk.part("J"))) {
      var outcome =
          Desk.in(directory).file("job.json", taken.toString()).run("validate", "job.json");

      assertThat(outcome.status()).as(outcome.out()).isZero();
    }
  }

  /// Those that ask for GPUs are never run here, and yet known to the last pod.
  @ParameterizedTest
  @MethodSource("examples")
  void are_planned_down_to_their_pods(Path example) throws IOException {
    var settings = Files.readString(example);
    var made = new SettingsDesk(directory, chart(settings), settings).made();

    var outcome = Desk.in(directory).file("job.json", made.toString()).run("plan", "job.json");

    assertThat(outcome.status()).as(outcome.err()).isZero();
    var objects = SettingsDesk.yaml(outcome.out()).path("items");
    assertThat(kinds(objects, "PyTorchJob")).hasSize(1);
    assertThat(kinds(objects, "Pod"))
        .hasSize(SettingsDesk.yaml(settings).path("numPods").asInt(1))
        .allMatch(
            pod ->
                pod.at("/metadata/labels/workload.codeflare.dev~1appwrapper")
                    .equals(made.at("/metadata/name")));
  }

  @Test
  void over_roce_ask_every_node_for_its_devices_and_keep_off_sick_ones() throws IOException {
    var settings = Files.readString(EXAMPLES.resolve("roce.settings.yaml"));
    var made = new SettingsDesk(directory, "1.1.5", settings).made();

    var outcome = Desk.in(directory).file("job.json", made.toString()).run("plan", "job.json");

    for (var pod : kinds(SettingsDesk.yaml(outcome.out()).path("items"), "Pod")) {
      var container = pod.at("/spec/containers/0");
      assertThat(container.at("/resources/limits/nvidia.com~1gpu").asText()).isEqualTo("8");
      assertThat(container.at("/resources/limits/nvidia.com~1roce_gdr").asText()).isEqualTo("2");
      assertThat(container.at("/securityContext/capabilities/add/0").asText())
          .isEqualTo("IPC_LOCK");
      assertThat(
              pod.at("/spec/affinity/nodeAffinity")
                  .at("/preferredDuringSchedulingIgnoredDuringExecution/0/weight")
                  .asInt())
          .isEqualTo(50);
    }
  }

  private static List<JsonNode> kinds(JsonNode objects, String kind) {
    return StreamSupport.stream(objects.spliterator(), false)
        .filter(object -> object.path("kind").asText().equals(kind))
        .toList();
  }

  @Test
  void stand_beside_a_page_that_names_every_setting() throws IOException {
    var page = Files.readString(Path.of("../docs/mlbatch.md"));

    for (var chart : Chart.values()) {
      assertThat(Generator.settings(chart)).allMatch(name -> page.contains("| `" + name + "` |"));
    }
    assertThat(examples()).allMatch(example -> page.contains(example.getFileName().toString()));
  }
}
