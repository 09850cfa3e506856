package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The `trainyard` command, with nothing but a kubeconfig to tell it where to go.
@OnACluster
class ACommandLineTest {

  @Test
  void leads_a_job_through_its_life(Site site, Team team, @TempDir Path desk) throws IOException {
    var line = new CommandLine(Map.of("KUBECONFIG", site.cluster().kubeconfig().toString()), desk);
    var job = team.client().getKubernetesSerialization().asYaml(team.pyTorchJob("demo", 1));
    Files.writeString(desk.resolve("demo.yaml"), job);
    var in = new String[] {"-n", team.namespace()};

    assertThat(line.type("submit", "demo.yaml", in[0], in[1]).out())
        .isEqualTo("pytorchjob/demo created\n");
    assertThat(line.type("wait", "demo", "--for", "Running", "--timeout", "90s", in[0], in[1]))
        .extracting(CommandLine.Ended::status)
        .isEqualTo(0);
    assertThat(line.type("get", in[0], in[1]).out()).contains("demo", "PyTorchJob", "Running");
    assertThat(line.type("get", "demo", "-o", "yaml", in[0], in[1]).out())
        .contains("name: demo")
        .doesNotContain("managedFields");

    assertThat(line.type("scale", "demo", "--replicas", "2", in[0], in[1]).out())
        .isEqualTo("pytorchjob/demo: workers 1 → 2\n");
    team.waitUntil("all run", () -> team.running("demo") == 3);
    var ran = line.type("exec", "demo", in[0], in[1], "--", "sh", "-c", "echo rank $RANK; exit 7");
    assertThat(ran.out()).as(ran.toString()).isEqualTo("rank 0\n");
    assertThat(ran.status()).isEqualTo(7);

    assertThat(line.type("pause", "demo", in[0], in[1]).out())
        .isEqualTo("pytorchjob/demo: paused\n");
    team.waitUntil("it has no pods", () -> team.pods("demo").isEmpty());
    assertThat(line.type("resume", "demo", in[0], in[1]).out())
        .isEqualTo("pytorchjob/demo: resumed\n");
    team.waitUntil("all run", () -> team.running("demo") == 3);

    var first = team.uidOf("demo-master-0");
    assertThat(line.type("restart", "demo", in[0], in[1]).out())
        .isEqualTo("pytorchjob/demo: attempt 2 asked for\n");
    team.waitUntil(
        "the master is another one",
        () -> team.running("demo") == 3 && !team.uidOf("demo-master-0").equals(first));

    team.end("demo-master-0", 0);
    assertThat(line.type("wait", "demo", "--timeout", "90s", in[0], in[1]).out())
        .isEqualTo("pytorchjob/demo: Succeeded\n");
    assertThat(line.type("history", in[0], in[1]).out()).contains("demo", "Succeeded");
    assertThat(line.type("describe", "demo", in[0], in[1]).out()).contains("Attempt:    2");
    assertThat(line.type("delete", "demo", "--wait", in[0], in[1]).out())
        .isEqualTo("pytorchjob/demo deleted\n");
  }
}
