package dev.trainyard.dialects.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Admission.Operation;
import dev.trainyard.dialects.Admission.Question;
import dev.trainyard.dialects.Admission.Verdict;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Gen;
import dev.trainyard.dialects.Json;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.Surroundings;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.dialects.kubeflow.PyTorchJobDialect;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AnySettingsTest {

  private static final YamlLists NO_LISTS = _ -> Optional.empty();
  private static final AppWrappers WRAPPERS = new AppWrappers(WrapperSettings.defaults());
  private static final int OF_EACH_SEED = 50;

  /// Repeat one with `-Dtrainyard.seed=<seed>`.
  static LongStream seeds() {
    return Optional.ofNullable(System.getProperty("trainyard.seed"))
        .map(seed -> LongStream.of(Long.parseLong(seed)))
        .orElseGet(() -> LongStream.range(0, 40));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void make_a_wrapper_that_is_taken_with_a_job_that_is_taken(long seed) {
    var gen = Gen.seeded(seed);
    for (int i = 0; i < OF_EACH_SEED; i++) {
      var chart = gen.oneOf(Chart.values());
      var settings = AnySettings.of(gen, chart);
      switch (Generator.generate(settings, chart, NO_LISTS)) {
        case Generated.Refused(var problems) -> fail("%s: %s".formatted(settings, problems));
        case Generated.Made(var wrapper, var warnings) -> {
          assertThat(warnings)
              .as("%s", settings)
              .noneMatch(warning -> warning.message().startsWith("a cluster refuses"));
          wrapper(wrapper, settings);
          job(wrapper.at("/spec/components/0/template"), settings);
        }
      }
    }
  }

  /// What the definition of an AppWrapper and its webhook want.
  private static void wrapper(ObjectNode wrapper, ObjectNode settings) {
    assertThat(wrapper.properties().stream().map(field -> field.getKey()))
        .containsExactly("apiVersion", "kind", "metadata", "spec");
    assertThat(wrapper.path("apiVersion").textValue()).isEqualTo("workload.codeflare.dev/v1beta2");
    assertThat(wrapper.path("kind").textValue()).isEqualTo("AppWrapper");
    var metadata = wrapper.path("metadata");
    assertThat(metadata.path("name")).isEqualTo(settings.path("jobName"));
    for (var texts : List.of("annotations", "labels")) {
      assertThat(metadata.path(texts)).as("%s", settings).allMatch(JsonNode::isTextual);
    }
    assertThat(wrapper.path("spec")).hasSize(1);
    assertThat(wrapper.at("/spec/components")).hasSize(1);
    var component = wrapper.at("/spec/components/0");
    assertThat(component).hasSize(1);
    assertThat(component.at("/template/apiVersion").textValue()).isEqualTo("kubeflow.org/v1");
    assertThat(component.at("/template/kind").textValue()).isEqualTo("PyTorchJob");
    assertThat(component.at("/template/metadata/namespace").isMissingNode()).isTrue();
    assertThat(
            WRAPPERS.judge(
                new Question(Operation.CREATE, wrapper, Optional.empty()), Surroundings.none()))
        .as("%s", settings)
        .isEqualTo(new Verdict.Allowed(List.of()));
  }

  private static void job(JsonNode job, ObjectNode settings) {
    var said = "%s".formatted(settings);
    assertThat(refusals(job)).as(said).isEmpty();
    var replicas = job.at("/spec/pytorchReplicaSpecs");
    int pods = settings.path("numPods").asInt(1);
    assertThat(replicas.at("/Master/replicas").intValue()).isEqualTo(1);
    assertThat(replicas.at("/Worker/replicas").asInt(0)).as(said).isEqualTo(pods - 1);
    var pod = replicas.at("/Master/template/spec");
    assertThat(names(pod.path("volumes")))
        .as(said)
        .doesNotHaveDuplicates()
        .isEqualTo(names(pod.at("/containers/0/volumeMounts")));
    assertThat(pod.at("/containers/0/env"))
        .as(said)
        .allMatch(variable -> variable.size() == 2 && variable.path("name").isTextual())
        .allMatch(
            variable ->
                variable.path("value").isTextual() || variable.path("valueFrom").size() == 1);
    assertThat(pod.at("/containers/0/command")).hasSize(3).allMatch(JsonNode::isTextual);
    assertThat(pod.at("/containers/0/command/2").textValue()).endsWith("\n").doesNotEndWith("\n\n");
  }

  private static List<String> names(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(entry -> entry.path("name").textValue())
        .toList();
  }

  private static List<Problem> refusals(JsonNode job) {
    return switch (Codec.of(PyTorchJob.class).parse(job)) {
      case Parsed.NotUnderstood<PyTorchJob>(var problems) -> problems;
      case Parsed.Understood<PyTorchJob>(var resource) ->
          new PyTorchJobDialect()
                  .validate(
                      resource,
                      Optional.empty(),
                      Lookup.nothing(Settings.defaults(Settings.Place.CLUSTER)))
                  .stream()
                  .filter(Problem::fatal)
                  .toList();
    };
  }

  /// A mistake, and the setting it is made in.
  record Mistake(String setting, String value) {}

  private static final List<Mistake> MISTAKES =
      List.of(
          new Mistake("jobName", "null"),
          new Mistake("jobName", "\"\""),
          new Mistake("jobName", "\"-a\""),
          new Mistake("jobName", "\"a\\n\""),
          new Mistake("jobName", "5"),
          new Mistake("containerImage", "\"\""),
          new Mistake("containerImage", "true"),
          new Mistake("queueName", "\"a_b\""),
          new Mistake("priority", "\"x\""),
          new Mistake("customLabels", "{}"),
          new Mistake("customLabels", "[{\"key\": \"a\", \"value\": \"-\"}]"),
          new Mistake("imagePullSecrets", "[{}]"),
          new Mistake("numPods", "0"),
          new Mistake("numPods", "1.5"),
          new Mistake("numPods", "\"1\""),
          new Mistake("numCpusPerPod", "0.5"),
          new Mistake("numCpusPerPod", "\"1.5\""),
          new Mistake("numGpusPerPod", "-1"),
          new Mistake("totalMemoryPerPod", "\"1\""),
          new Mistake("limitCpusPerPod", "[]"),
          new Mistake("limitGpusPerPod", "\"4\""),
          new Mistake("limitMemoryPerPod", "5"),
          new Mistake("environmentVariables", "[{\"name\": \"A\"}]"),
          new Mistake("environmentVariables", "[{\"name\": \"A\", \"value\": {\"a\": 1}}]"),
          new Mistake("sshGitCloneConfig", "{}"),
          new Mistake("sshGitCloneConfig", "{\"secretName\": \"a\", \"configMapName\": null}"),
          new Mistake("setupCommands", "[[]]"),
          new Mistake("setupCommands", "\"ls\""),
          new Mistake("mainProgram", "[]"),
          new Mistake("volumes", "[{\"name\": \"a\"}]"),
          new Mistake("roceGdrResName", "5"),
          new Mistake("numRoceGdr", "-2"),
          new Mistake("topologyFileConfigMap", "\"A\""),
          new Mistake("ncclGdrEnvConfigMap", "\"a b\""),
          new Mistake("multiNicNetworkName", "{}"),
          new Mistake("disableSharedMemory", "\"no\""),
          new Mistake("mountNVMe", "{\"mountPath\": \"/a\"}"),
          new Mistake("mountNVMe", "{\"storage\": \"1\", \"x\": \"1\"}"),
          new Mistake("initContainers", "[{\"name\": \"a\", \"image\": \"b\"}]"),
          new Mistake("autopilotHealthChecks", "[{}]"),
          new Mistake("hostIgnoreList", "\"n1\""),
          new Mistake("serviceAccountName", "\"\""),
          new Mistake("warmupGracePeriodDuration", "\"5\""),
          new Mistake("retryLimit", "101"),
          new Mistake("restartPolicy", "\"ExitCode\""),
          new Mistake("terminationGracePeriodSeconds", "-1"),
          new Mistake("global", "{}"));

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void make_nothing_with_a_mistake_in_them(long seed) {
    var gen = Gen.seeded(seed);
    for (var mistake : MISTAKES) {
      var chart = gen.oneOf(Chart.values());
      var settings = AnySettings.of(gen, chart);
      settings.set(mistake.setting(), Json.parse(mistake.value()).orElseThrow());

      switch (Generator.generate(settings, chart, NO_LISTS)) {
        case Generated.Made made -> fail("%s made %s".formatted(settings, made.wrapper()));
        case Generated.Refused(var problems) ->
            assertThat(problems)
                .as("%s", settings)
                .allMatch(Problem::fatal)
                .anyMatch(problem -> problem.path().startsWith(mistake.setting()));
      }
    }
  }
}
