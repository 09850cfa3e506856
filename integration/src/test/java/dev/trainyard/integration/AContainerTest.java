package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.dsl.PodResource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What the node does for a container, asked of the API as anybody would.
@OnACluster
class AContainerTest {

  private static final int KILLED = 137;
  private static final String UNTIL_GO = "while [ ! -e go ]; do sleep 0.1; done; ";

  @Test
  void tells_what_it_prints_while_it_runs(Team team) throws IOException {
    team.submit(pod("talker", main("echo one; " + UNTIL_GO + "echo two")));
    team.waitUntil("it runs", () -> team.phaseOf("talker").equals("Running"));
    team.waitUntil("it has begun", () -> pod(team, "talker").getLog().contains("one"));

    try (var log = pod(team, "talker").watchLog();
        var lines = log.getOutput()) {
      letGo(team, "talker");
      assertThat(new String(lines.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("one\ntwo\n");
    }
    team.waitUntil("it has ended", () -> team.phaseOf("talker").equals("Succeeded"));
    assertThat(pod(team, "talker").tailingLines(1).getLog()).isEqualTo("two\n");
  }

  @Test
  void has_room_for_a_further_command(Team team) throws Exception {
    team.submit(pod("host", main("export INSIDE=yes; " + UNTIL_GO)));
    team.waitUntil("it runs", () -> team.phaseOf("host").equals("Running"));

    var out = new ByteArrayOutputStream();
    try (var command =
        pod(team, "host").writingOutput(out).exec("sh", "-c", "echo $HOSTNAME; exit 7")) {
      assertThat(command.exitCode().get(60, TimeUnit.SECONDS)).isEqualTo(7);
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("host\n");
    letGo(team, "host");
  }

  @Test
  void is_ready_once_it_says_so(Team team) {
    var probed =
        new ContainerBuilder(main(UNTIL_GO))
            .withNewReadinessProbe()
            .withNewExec()
            .withCommand("test", "-e", "ready")
            .endExec()
            .withPeriodSeconds(1)
            .withTimeoutSeconds(20)
            .endReadinessProbe()
            .build();
    team.submit(pod("shy", probed));
    team.waitUntil("it runs", () -> team.phaseOf("shy").equals("Running"));
    assertThat(pod(team, "shy").isReady()).isFalse();

    run(team, "shy", "touch", "ready");

    team.waitUntil("it is ready", () -> pod(team, "shy").isReady());
    letGo(team, "shy");
    team.waitUntil("it has ended", () -> team.phaseOf("shy").equals("Succeeded"));
  }

  @Test
  void ends_and_its_sidecar_after_it(Team team) {
    var sidecar =
        new ContainerBuilder(main("while :; do sleep 0.1; done"))
            .withName("proxy")
            .withRestartPolicy("Always")
            .build();
    var pod = new PodBuilder(pod("escorted", main(UNTIL_GO)));
    team.submit(pod.editSpec().withInitContainers(sidecar).endSpec().build());
    team.waitUntil("it runs", () -> team.phaseOf("escorted").equals("Running"));

    letGo(team, "escorted");

    team.waitUntil("it has ended", () -> team.phaseOf("escorted").equals("Succeeded"));
    assertThat(pod(team, "escorted").get().getStatus().getInitContainerStatuses())
        .singleElement()
        .satisfies(it -> assertThat(it.getState().getTerminated()).isNotNull());
  }

  @Test
  @Tag("needs-kubectl")
  void answers_kubectl(Site site, Team team) throws Exception {
    team.submit(pod("known", main("echo hello; " + UNTIL_GO)));
    team.waitUntil("it runs", () -> team.phaseOf("known").equals("Running"));
    team.waitUntil("it has begun", () -> pod(team, "known").getLog().contains("hello"));

    assertThat(kubectl(site, team, "logs", "known")).isEqualTo("hello\n");
    assertThat(kubectl(site, team, "exec", "known", "--", "sh", "-c", "echo $HOSTNAME; exit 3"))
        .startsWith("known\n")
        .contains("exit code 3");
    letGo(team, "known");
    assertThat(kubectl(site, team, "logs", "-f", "known")).isEqualTo("hello\n");
  }

  @Test
  @Tag("needs-kubectl")
  void shows_what_it_prints_to_whoever_attaches(Site site, Team team) throws Exception {
    team.submit(pod("stage", main("echo before; " + UNTIL_GO + "echo after; echo oops >&2")));
    team.waitUntil("it has begun", () -> team.phaseOf("stage").equals("Running"));
    team.waitUntil("it has begun", () -> pod(team, "stage").getLog().contains("before"));
    var onlooker =
        new Kubectl(site.cluster().kubeconfig(), team.namespace(), site.shared())
            .start(List.of("attach", "stage"));

    try (var said = onlooker.inputReader()) {
      assertThat(said.readLine()).contains("If you don't see a command prompt");
      letGo(team, "stage");
      assertThat(said.lines()).contains("after", "oops").doesNotContain("before");
    }
  }

  private static String kubectl(Site site, Team team, String... words)
      throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                "kubectl",
                "--kubeconfig",
                site.cluster().kubeconfig().toString(),
                "--namespace",
                team.namespace()));
    command.addAll(List.of(words));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var out = process.getInputStream()) {
      var said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return said;
    }
  }

  /// Whoever lets a container end may be ended with it.
  private static void letGo(Team team, String name) {
    assertThat(exitCode(team, name, "touch", "go")).isIn(0, KILLED);
  }

  private static void run(Team team, String name, String... command) {
    assertThat(exitCode(team, name, command)).isZero();
  }

  private static int exitCode(Team team, String name, String... command) {
    var out = new ByteArrayOutputStream();
    try (var execution = pod(team, name).writingOutput(out).exec(command)) {
      return execution.exitCode().get(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("%s could not be run in %s".formatted(List.of(command), name), e);
    }
  }

  private static PodResource pod(Team team, String name) {
    return team.client().pods().inNamespace(team.namespace()).withName(name);
  }

  private static Pod pod(String name, Container main) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withNodeName("node-1")
        .withRestartPolicy("Never")
        .withTerminationGracePeriodSeconds(2L)
        .withContainers(main)
        .endSpec()
        .build();
  }

  private static Container main(String script) {
    return new ContainerBuilder()
        .withName("main")
        .withImage("none")
        .withCommand("sh", "-c", script)
        .build();
  }
}
