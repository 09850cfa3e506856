package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.runai.WorkloadConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TheHabitsOfWorkloadsTest {

  private static final String WORKLOAD =
      """
      apiVersion: run.ai/v2alpha1
      kind: TrainingWorkload
      metadata: {name: own, namespace: team-a}
      spec:
        name: {value: own}
        image: {value: 'train:1'}
        runAsUser: {value: true}
        exposedUrls: {items: {board: {value: {container: 6006}}}}
      """;

  private static final Path SELF = Path.of("/proc/self");

  @TempDir private Path directory = Path.of("");

  private Desk desk() {
    return Desk.in(directory).file("own.yaml", WORKLOAD);
  }

  @Test
  void show_in_a_plan() {
    var plan =
        planned(
            "--runai-set=schedulerName=kai-scheduler",
            "--runai-set",
            "clusterUrl=gpu.example.org",
            "--runai-set=subdomainSupport=true");

    assertThat(object(plan, "Pod").at("/spec/schedulerName").asText()).isEqualTo("kai-scheduler");
    assertThat(object(plan, "Ingress").at("/spec/rules/0/host").asText())
        .isEqualTo("team-a-own.gpu.example.org");
  }

  @Test
  void leave_submitters_unknown_on_a_cluster() {
    var outcome = desk().run("plan", "own.yaml");
    var pod = object(items(outcome), "Pod").path("spec");

    assertThat(outcome.err()).contains("warning: spec.runAsUser.value: is true without runAsUid");
    assertThat(pod.has("securityContext")).isFalse();
    assertThat(pod.at("/containers/0/securityContext/runAsNonRoot").asBoolean()).isTrue();
  }

  @Test
  void make_whoever_runs_a_yard_its_submitter() throws Exception {
    var outcome = desk().run("plan", "own.yaml", "--mode=yard");
    var pod = object(items(outcome), "Pod").path("spec");

    assertThat(outcome.err()).doesNotContain("runAsUser");
    assertThat(pod.at("/securityContext/runAsUser").asInt(-1))
        .isEqualTo(Files.getAttribute(SELF, "unix:uid"));
    assertThat(pod.at("/securityContext/runAsGroup").asInt(-1))
        .isEqualTo(Files.getAttribute(SELF, "unix:gid"));
    assertThat(pod.at("/containers/0").has("securityContext")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"validate own.yaml", "plan own.yaml", "up", "operator", "install"})
  void are_refused_all_at_once_before_anything_is_done(String command) {
    var outcome =
        desk()
            .run(
                Stream.concat(
                        Stream.of(command.split(" ")),
                        Stream.of(
                            "--runai-set=clusterUrl=https://gpu.example.org",
                            "--runai-set=schedulerNam=kai"))
                    .toArray(String[]::new));

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .isEqualTo(
            "--runai-set clusterUrl: \"https://gpu.example.org\" is not the name of a host; write"
                + " it without a scheme, a port and a path, as gpu.example.org\n"
                + "--runai-set schedulerNam: is no setting; did you mean schedulerName?\n");
  }

  @Test
  void are_handed_to_the_operator_that_is_installed() {
    var installed =
        desk()
            .run(
                "install",
                "--runai-set=schedulerName=kai-scheduler",
                "--runai-set=limitRange.cpuDefaultRequestGpuFactor=2");

    assertThat(installed.status()).as(installed.err()).isZero();
    assertThat(installed.out())
        .contains(
            "- --runai-set=schedulerName=kai-scheduler\n",
            "- --runai-set=limitRange.cpuDefaultRequestGpuFactor=2\n");
    assertThat(desk().run("install").out()).doesNotContain("--runai-set");
  }

  @Test
  void are_refused_where_no_workload_is_looked_after() {
    var outcome =
        desk().run("install", "--set=dialects=PyTorchJob", "--runai-set=schedulerName=kai");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err())
        .isEqualTo(
            "--runai-set: no TrainingWorkload is looked after; add TrainingWorkload to"
                + " dialects.\n");
  }

  @Test
  void are_listed_by_the_help() {
    var help = desk().run("up", "--help").out().replaceAll("\\s+", " ");

    assertThat(WorkloadConfig.keys())
        .allMatch(key -> help.contains(key.substring(key.indexOf('.') + 1)));
  }

  private JsonNode planned(String... options) {
    var command = Stream.concat(Stream.of("plan", "own.yaml"), Stream.of(options));
    return items(desk().run(command.toArray(String[]::new)));
  }

  private static JsonNode items(Desk.Outcome outcome) {
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return SettingsDesk.yaml(outcome.out()).path("items");
  }

  private static JsonNode object(JsonNode plan, String kind) {
    return plan.valueStream()
        .filter(object -> object.path("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow();
  }
}
