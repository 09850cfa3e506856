package dev.trainyard.dialects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.kubeflow.PyTorchJob;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ACodecTest {

  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Codec<PyTorchJob> CODEC = Codec.of(PyTorchJob.class);

  private static final String JOB =
      """
      apiVersion: kubeflow.org/v1
      kind: PyTorchJob
      metadata: {name: demo, namespace: team-a}
      spec:
        pytorchReplicaSpecs:
          Worker:
            replicas: 2
            template:
              spec:
                containers:
                - name: pytorch
                  image: example/train:1
                  resources: {limits: {cpu: 2, memory: 1Gi}}
                  livenessProbe: {httpGet: {port: 8080}}
        nprocPerNode: "2"
      """;

  @Test
  void gives_back_what_it_read() {
    var raw = yaml(JOB);

    assertThat(CODEC.parse(raw)).isInstanceOf(Parsed.Understood.class);
    assertThat(problems(raw)).isEmpty();
    var written = CODEC.write(understood(raw));
    assertThat(understood(written)).isEqualTo(understood(raw));
    assertThat(written.at("/apiVersion").asText()).isEqualTo("kubeflow.org/v1");
  }

  @Test
  void reads_past_fields_it_does_not_know() {
    assertThat(problems(yaml("{spec: {future: {a: 1}, pytorchReplicaSpecs: {}}}"))).isEmpty();
  }

  /// `env:` with nothing after it.
  @Test
  void takes_a_field_that_is_null_for_one_that_is_not_there() {
    var container = "/spec/pytorchReplicaSpecs/Worker/template/spec/containers/0";
    var raw = yaml(JOB);
    ((ObjectNode) raw.at(container)).putNull("env").putNull("ports");

    assertThat(understood(raw)).isEqualTo(understood(yaml(JOB)));
  }

  record Malformed(String name, String yaml, List<String> problems) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Malformed> malformed() {
    return Stream.of(
        new Malformed(
            "a word for a number",
            "{spec: {pytorchReplicaSpecs: {Worker: {replicas: many}}}}",
            List.of(
                "spec.pytorchReplicaSpecs.Worker.replicas: expected an integer, found the string"
                    + " \"many\"")),
        new Malformed(
            "a number in quotes",
            "{spec: {pytorchReplicaSpecs: {Worker: {replicas: '2'}}}}",
            List.of(
                "spec.pytorchReplicaSpecs.Worker.replicas: expected an integer, found the string"
                    + " \"2\"")),
        new Malformed(
            "half a replica",
            "{spec: {pytorchReplicaSpecs: {Worker: {replicas: 1.5}}}}",
            List.of(
                "spec.pytorchReplicaSpecs.Worker.replicas: expected an integer, found the number"
                    + " 1.5")),
        new Malformed(
            "a number too large",
            "{spec: {pytorchReplicaSpecs: {Worker: {replicas: 4294967296}}}}",
            List.of(
                "spec.pytorchReplicaSpecs.Worker.replicas: expected an integer between -2147483648"
                    + " and 2147483647, found the number 4294967296")),
        new Malformed(
            "a number for a word",
            "{spec: {nprocPerNode: 2}}",
            List.of("spec.nprocPerNode: expected a string, found the number 2")),
        new Malformed(
            "a word for a switch",
            "{spec: {runPolicy: {suspend: 'yes'}}}",
            List.of("spec.runPolicy.suspend: expected true or false, found the string \"yes\"")),
        new Malformed(
            "a list for an object",
            "{spec: {runPolicy: []}}",
            List.of("spec.runPolicy: expected an object, found a list")),
        new Malformed(
            "an object for a list",
            "{spec: {elasticPolicy: {rdzvConf: {timeout: 3}}}}",
            List.of("spec.elasticPolicy.rdzvConf: expected a list, found an object")),
        new Malformed(
            "an element of a list",
            "{spec: {pytorchReplicaSpecs: {Worker: {template: {spec: {containers: [{name: pytorch},"
                + " {name: b, ports: [{containerPort: http}]}]}}}}}}",
            List.of(
                "spec.pytorchReplicaSpecs.Worker.template.spec.containers[1].ports[0].containerPort:"
                    + " expected an integer, found the string \"http\"")),
        new Malformed(
            "a hole in a list",
            "{spec: {elasticPolicy: {rdzvConf: [{key: a, value: b}, null]}}}",
            List.of("spec.elasticPolicy.rdzvConf[1]: is null; give it a value or remove it")),
        new Malformed(
            "a hole in a list of containers",
            "{spec: {pytorchReplicaSpecs: {Worker: {template: {spec: {containers: [null]}}}}}}",
            List.of(
                "spec.pytorchReplicaSpecs.Worker.template.spec.containers[0]: is null; give it a"
                    + " value or remove it")),
        new Malformed(
            "several mistakes, in the order of the document",
            "{spec: {pytorchReplicaSpecs: {Worker: {replicas: many, restartPolicy: 1}}, runPolicy:"
                + " {backoffLimit: [], suspend: 3}}}",
            List.of(
                "spec.pytorchReplicaSpecs.Worker.replicas: expected an integer, found the string"
                    + " \"many\"",
                "spec.pytorchReplicaSpecs.Worker.restartPolicy: expected a string, found the number"
                    + " 1",
                "spec.runPolicy.backoffLimit: expected an integer, found a list",
                "spec.runPolicy.suspend: expected true or false, found the number 3")),
        new Malformed(
            "no object at all",
            "just words",
            List.of("expected an object, found the string \"just words\"")),
        new Malformed(
            "a list of jobs", "[{spec: {}}]", List.of("expected an object, found a list")),
        new Malformed("nothing", "null", List.of("expected an object, found nothing")));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void names_place_value_and_what_was_expected(Malformed malformed) {
    assertThat(problems(yaml(malformed.yaml()))).isEqualTo(malformed.problems());
  }

  @Test
  void never_repeats_the_value_of_a_variable() {
    var raw =
        yaml(
            "{spec: {pytorchReplicaSpecs: {Worker: {template: {spec: {containers: [{name: pytorch,"
                + " env: [{name: TOKEN, value: 20260822}]}]}}}}}}");

    assertThat(problems(raw))
        .containsExactly(
            "spec.pytorchReplicaSpecs.Worker.template.spec.containers[0].env[0].value: expected a"
                + " string, found a number");
  }

  @Test
  void stops_listing_problems_at_fifty() {
    var specs = new StringBuilder();
    for (int i = 0; i < 80; i++) {
      specs.append("T%d: {replicas: x}, ".formatted(i));
    }

    assertThat(problems(yaml("{spec: {pytorchReplicaSpecs: {%s}}}".formatted(specs))))
        .hasSize(51)
        .last()
        .isEqualTo("only the first 50 problems are listed");
  }

  @Test
  void keeps_name_and_status_of_a_job_whose_spec_it_cannot_read() {
    var raw =
        yaml(
            "{metadata: {name: demo, namespace: team-a}, spec: 3, status: {startTime:"
                + " '2026-01-02T03:04:05Z'}}");

    var remains = CODEC.remains(raw);

    assertThat(remains.metadata().getName()).isEqualTo("demo");
    assertThat(remains.spec().pytorchReplicaSpecs()).isEmpty();
    assertThat(remains.status()).isNotNull();
  }

  @Test
  void keeps_the_name_of_a_job_whose_metadata_it_cannot_read() {
    var remains =
        CODEC.remains(yaml("{metadata: {name: demo, labels: [a]}, spec: 3, status: broken}"));

    assertThat(remains.metadata().getName()).isEqualTo("demo");
    assertThat(remains.status()).isNull();
  }

  private static List<String> problems(JsonNode raw) {
    return switch (CODEC.parse(raw)) {
      case Parsed.Understood<PyTorchJob> _ -> List.of();
      case Parsed.NotUnderstood<PyTorchJob>(var problems) ->
          problems.stream().map(Problem::toString).toList();
    };
  }

  private static PyTorchJob understood(JsonNode raw) {
    return switch (CODEC.parse(raw)) {
      case Parsed.Understood<PyTorchJob>(var job) -> job;
      case Parsed.NotUnderstood<PyTorchJob>(var problems) ->
          throw new AssertionError(problems.toString());
    };
  }

  private static JsonNode yaml(String text) {
    try {
      return YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
