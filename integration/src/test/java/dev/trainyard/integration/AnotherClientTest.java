package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.cli.run.Script;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs that people use with Kubernetes, each as its users do. What they expect of the API
/// stands in their scripts, in their own languages.
@OnACluster
@Tag("needs-clients")
class AnotherClientTest {

  private static final Path SCRIPTS = Path.of("src/test/resources/clients").toAbsolutePath();
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Path CLIENTS =
      Path.of(System.getProperty("trainyard.clients", "")).toAbsolutePath();

  /// Where a client is used: on this cluster, by these people, with files of its own.
  private record Seat(Site site, Team team, Path desk) {

    /// Runs a program to its end, which must be a good one, and gives back what it printed.
    String run(Path program, Object... arguments) {
      var line = new ArrayList<>(List.of(program.toString()));
      Arrays.stream(arguments).map(Object::toString).forEach(line::add);
      var log = desk.resolve("output.txt");
      var builder = new ProcessBuilder(line).directory(desk.toFile()).redirectErrorStream(true);
      builder.redirectOutput(log.toFile());
      builder
          .environment()
          .putAll(
              Map.of(
                  "KUBECONFIG", site.cluster().kubeconfig().toString(),
                  "NAMESPACE", team.namespace(),
                  "DESK", desk.toString(),
                  "HELM_NAMESPACE", team.namespace(),
                  "WRITTEN_BY_RUN", "written"));
      try {
        var process = builder.start();
        process.getOutputStream().close();
        var ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        process.destroyForcibly();
        var said = Files.readString(log);
        assertThat(ended).as("%s does not end: %s", line, said).isTrue();
        assertThat(process.exitValue()).as("%s: %s", line, said).isZero();
        return said;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void in_python_watches_follows_logs_runs_commands_and_applies(
      Site site, Team team, @TempDir Path desk) {
    var said =
        new Seat(site, team, desk)
            .run(CLIENTS.resolve("python/bin/python"), SCRIPTS.resolve("python_client.py"));

    assertThat(said.lines()).hasSize(7);
  }

  @Test
  void of_kubeflow_trains_a_function_and_reads_what_run_wrote(
      Site site, Team team, @TempDir Path desk) {
    var script =
        new Script(
            new Script.Program.Executable("true"),
            List.of(),
            Optional.empty(),
            1,
            Optional.empty(),
            false);
    team.submit(
        team.client()
            .getKubernetesSerialization()
            .convertValue(script.manifest("written", desk), GenericKubernetesResource.class));

    var said =
        new Seat(site, team, desk)
            .run(CLIENTS.resolve("python/bin/python"), SCRIPTS.resolve("training_client.py"));

    assertThat(said).contains("deletes it", "reads what `trainyard run SCRIPT` writes");
  }

  @Test
  void in_javascript_watches_follows_logs_runs_commands_and_applies(
      Site site, Team team, @TempDir Path desk) throws IOException {
    // Modules are looked for beside the script.
    var script = desk.resolve("client.mjs");
    Files.copy(SCRIPTS.resolve("javascript_client.mjs"), script);
    Files.createSymbolicLink(desk.resolve("node_modules"), CLIENTS.resolve("node_modules"));

    var said = new Seat(site, team, desk).run(Path.of("node"), script);

    assertThat(said.lines()).hasSize(5);
  }

  @Test
  void called_helm_installs_upgrades_and_rolls_back_a_chart(
      Site site, Team team, @TempDir Path desk) {
    var seat = new Seat(site, team, desk);
    var helm = CLIENTS.resolve("helm");
    var chart = SCRIPTS.resolve("chart");

    assertThat(seat.run(helm, "install", "train", chart, "--wait")).contains("STATUS: deployed");
    assertThat(workers(team)).isEqualTo(1);
    assertThat(seat.run(helm, "upgrade", "train", chart, "--set", "epochs=9,workers=3"))
        .contains("REVISION: 2");
    assertThat(settings(team)).containsEntry("epochs", "9");
    assertThat(workers(team)).isEqualTo(3);
    assertThat(seat.run(helm, "rollback", "train", "1")).contains("Rollback was a success");
    assertThat(settings(team)).containsEntry("epochs", "1");
    assertThat(workers(team)).isEqualTo(1);
    assertThat(seat.run(helm, "history", "train")).contains("superseded", "Rollback to 1");
    assertThat(seat.run(helm, "list", "--short")).isEqualTo("train\n");
    assertThat(seat.run(helm, "uninstall", "train", "--wait")).contains("uninstalled");
    assertThat(team.exists("train")).isFalse();
  }

  private static Map<String, String> settings(Team team) {
    return team.client()
        .configMaps()
        .inNamespace(team.namespace())
        .withName("train-settings")
        .get()
        .getData();
  }

  private static int workers(Team team) {
    return team.get("train").get("spec", "pytorchReplicaSpecs", "Worker", "replicas");
  }
}
