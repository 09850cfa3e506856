package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheHabitsOfAppWrappersTest {

  private static final String GPU =
      """
      apiVersion: workload.codeflare.dev/v1beta2
      kind: AppWrapper
      metadata:
        name: gpu
        labels: {kueue.x-k8s.io/queue-name: default-queue}
      spec:
        components:
        - template:
            apiVersion: kubeflow.org/v1
            kind: PyTorchJob
            metadata: {name: gpu}
            spec:
              pytorchReplicaSpecs:
                Master:
                  replicas: 1
                  template:
                    spec:
                      containers:
                      - name: pytorch
                        image: none
                        resources: {limits: {nvidia.com/gpu: 1}}
        - template:
            apiVersion: v1
            kind: Service
            metadata: {name: beside}
            spec: {clusterIP: None}
      """;

  private static final String CONFIG_MAP =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: appwrapper-operator-config}
      data:
        config.yaml: |
          appwrapper:
            schedulerName: sakkara-scheduler
      """;

  @TempDir private Path directory = Path.of("");

  private Desk desk() {
    return Desk.in(directory).file("gpu.yaml", GPU);
  }

  @Test
  void show_in_a_plan_of_what_is_wrapped() {
    var plan = planned(desk().run("plan", "gpu.yaml"));

    assertThat(names(plan))
        .containsExactly(
            "Service gpu-master-0", "Service beside", "PyTorchJob gpu", "Pod gpu-master-0");
    assertThat(pod(plan).path("schedulerName").isMissingNode()).isTrue();
    assertThat(expressions(pod(plan)).toString()).contains("[\"TESTING\",\"EVICT\"]");
  }

  @Test
  void are_those_of_a_profile_by_one_word() {
    var plan = planned(desk().run("plan", "gpu.yaml", "--appwrapper-set", "profile=mlbatch"));

    assertThat(pod(plan).path("schedulerName").asText()).isEqualTo("scheduler-plugins-scheduler");
    assertThat(expressions(pod(plan)).toString()).contains("[\"ERR\",\"TESTING\",\"EVICT\"]");
  }

  @Test
  void are_those_of_a_file_or_of_the_config_map_in_it_and_of_single_words_on_top() {
    var file = desk().file("config.yaml", "appwrapper: {schedulerName: theirs}\n");
    assertThat(scheduler(file, "--appwrapper-config=config.yaml")).isEqualTo("theirs");

    var map = desk().file("map.yaml", CONFIG_MAP);
    assertThat(scheduler(map, "--appwrapper-config=map.yaml")).isEqualTo("sakkara-scheduler");
    assertThat(
            scheduler(
                map,
                "--appwrapper-config=map.yaml",
                "--appwrapper-set=appwrapper.schedulerName=ours"))
        .isEqualTo("ours");
  }

  @Test
  void have_no_two_keys() {
    var outcome =
        desk()
            .file("map.yaml", CONFIG_MAP + "  more.yaml: '{}'\n")
            .run("validate", "gpu.yaml", "--appwrapper-config", "map.yaml");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err())
        .isEqualTo(
            "cannot resolve config from map.yaml: it has the keys config.yaml, more.yaml; there"
                + " must be one key, with all of it in YAML.\n");
  }

  @ParameterizedTest
  @CsvSource({"validate", "plan", "up", "operator"})
  void are_refused_with_their_line_before_anything_is_done(String command) {
    var arguments =
        Stream.of(
            Stream.of(command),
            Stream.of("gpu.yaml").filter(_ -> !command.equals("up") && !command.equals("operator")),
            Stream.of("--appwrapper-config", "config.yaml"));

    var outcome =
        desk()
            .file(
                "config.yaml",
                """
                appwrapper:
                  faultTolerance:
                    admissionGracePeriod: 10m
                    retryLimit: often
                """)
            .run(arguments.flatMap(words -> words).toArray(String[]::new));

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err())
        .contains(
            "config.yaml:4: appwrapper.faultTolerance.retryLimit: \"often\" is not a whole number;"
                + " write one such as 3\n",
            "config.yaml:3: appwrapper.faultTolerance.admissionGracePeriod: AdmissionGracePeriod"
                + " 10m0s exceeds WarmupGracePeriod 5m0s\n");
  }

  @Test
  void that_do_nothing_are_warned_of() {
    var outcome =
        desk()
            .run(
                "validate",
                "gpu.yaml",
                "--appwrapper-set",
                "appwrapper.enableKueueIntegrations=true");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.err())
        .isEqualTo(
            "--appwrapper-set appwrapper.enableKueueIntegrations=true: warning:"
                + " appwrapper.enableKueueIntegrations: has no effect here: queueing.mode says who"
                + " queues\n");
  }

  @Test
  void are_installed_as_the_config_map_that_the_operator_reads() {
    String[] command = {
      "install",
      "--appwrapper-set=profile=mlbatch",
      "--appwrapper-set=appwrapper.faultTolerance.retryLimit=5",
      "-n=ops",
    };
    var installed = desk().run(command);
    var map = document(installed.out(), "ConfigMap");

    assertThat(map.at("/metadata/name").asText()).isEqualTo("appwrapper-operator-config");
    assertThat(map.at("/metadata/namespace").asText()).isEqualTo("ops");
    assertThat(map.at("/data/config.yaml").asText())
        .isEqualTo(
            """
            profile: mlbatch
            appwrapper:
              faultTolerance:
                retryLimit: 5
            """);
    assertThat(desk().run("install").out()).doesNotContain("kind: ConfigMap");
    assertThat(desk().run("uninstall").out()).contains("kind: ConfigMap");
    assertThat(
            desk()
                .run("install", "--set=dialects=PyTorchJob", "--appwrapper-set=profile=mlbatch")
                .err())
        .contains("no AppWrapper is looked after");
  }

  private static JsonNode document(String stream, String kind) {
    return Stream.of(stream.split("(?m)^---\n"))
        .filter(text -> !text.isBlank())
        .map(SettingsDesk::yaml)
        .filter(one -> one.path("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode planned(Desk.Outcome outcome) {
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return SettingsDesk.yaml(outcome.out()).path("items");
  }

  private static Stream<String> names(JsonNode plan) {
    return plan.valueStream()
        .map(
            object ->
                "%s %s"
                    .formatted(object.path("kind").asText(), object.at("/metadata/name").asText()));
  }

  private static JsonNode pod(JsonNode plan) {
    return plan.get(plan.size() - 1).path("spec");
  }

  private static String scheduler(Desk desk, String... options) {
    var command = Stream.concat(Stream.of("plan", "gpu.yaml"), Stream.of(options));
    return pod(planned(desk.run(command.toArray(String[]::new)))).path("schedulerName").asText();
  }

  private static JsonNode expressions(JsonNode pod) {
    return pod.at(
        "/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms/0"
            + "/matchExpressions");
  }
}
