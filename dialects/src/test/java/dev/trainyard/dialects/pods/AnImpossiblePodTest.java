package dev.trainyard.dialects.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AnImpossiblePodTest {

  private static final String LABEL =
      "must be no more than 63 lower case letters, digits and '-', and start and end with a letter"
          + " or digit";

  record Row(String name, String template, List<String> problems) {

    static Row of(String name, String template, String... problems) {
      return new Row(name, template, List.of(problems));
    }

    static Row ofContainer(String name, String container, String... problems) {
      return of(
          name,
          """
          spec:
            containers: [{name: main, image: a, %s}]
            volumes: [{name: data, emptyDir: {}}]
          """
              .formatted(container),
          Stream.of(problems)
              .map(problem -> "template.spec.containers[0]" + problem)
              .toArray(String[]::new));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> templates() {
    return Stream.of(pods(), containers(), environments(), amounts(), volumes())
        .flatMap(rows -> rows);
  }

  private static Stream<Row> pods() {
    return Stream.of(
        Row.of(
            "a label with a blank",
            "metadata: {labels: {stage: pre train}}",
            "template.metadata.labels[stage]: Invalid value: \"pre train\": must be no more than 63"
                + " letters, digits, '-', '_' and '.', and start and end with a letter or digit"),
        Row.of(
            "an annotation without a name",
            "metadata: {annotations: {example.com/: x}}",
            "template.metadata.annotations[example.com/]: Invalid value: \"example.com/\": must be"
                + " a name of no more than 63 letters, digits, '-', '_' and '.', starting and"
                + " ending with a letter or digit, or such a name after a domain and '/'"),
        Row.of(
            "a finalizer of nobody",
            "metadata: {finalizers: [mine]}",
            "template.metadata.finalizers[0]: Invalid value: \"mine\": must have a domain and '/'"
                + " before it"),
        Row.of(
            "two containers of one name",
            "spec: {initContainers: [{name: a, image: x}], containers: [{name: a, image: x}]}",
            "template.spec.containers[0].name: Duplicate value: \"a\": give each container a name"
                + " of its own"),
        Row.of(
            "a container named like one of ours",
            "spec: {initContainers: [{name: ours, image: x}]}",
            "template.spec.initContainers[0].name: Duplicate value: \"ours\": give each container a"
                + " name of its own"),
        Row.of(
            "an init container without an image",
            "spec: {initContainers: [{name: a}]}",
            "template.spec.initContainers[0].image: Required value: must be required"),
        Row.of(
            "a container name in capitals",
            "spec: {containers: [{name: Main, image: x}]}",
            "template.spec.containers[0].name: Invalid value: \"Main\": " + LABEL),
        Row.of(
            "a toleration of everything that is none",
            "spec: {tolerations: [{operator: Equal, value: x}]}",
            "template.spec.tolerations[0].operator: Invalid value: \"Equal\": must be Exists where"
                + " no key is given"),
        Row.of(
            "a deadline before the start",
            "spec: {activeDeadlineSeconds: 0}",
            "template.spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and"
                + " 2147483647"),
        Row.of(
            "a misspelt DNS policy",
            "spec: {dnsPolicy: ClusterFrist}",
            "template.spec.dnsPolicy: Unsupported value: \"ClusterFrist\": supported values:"
                + " \"ClusterFirst\", \"ClusterFirstWithHostNet\", \"Default\", \"None\"; did you"
                + " mean ClusterFirst?"));
  }

  private static Stream<Row> containers() {
    return Stream.of(
        Row.of(
            "an image with a blank at its end",
            "spec: {containers: [{name: main, image: 'a '}]}",
            "template.spec.containers[0].image: Invalid value: \"a \": must not have leading or"
                + " trailing whitespace"),
        Row.ofContainer(
            "a misspelt pull policy",
            "imagePullPolicy: always",
            ".imagePullPolicy: Unsupported value: \"always\": supported values: \"Always\","
                + " \"IfNotPresent\", \"Never\"; did you mean Always?"),
        Row.ofContainer(
            "a port name that is too long",
            "ports: [{name: the-tensorboard-port, containerPort: 80}]",
            ".ports[0].name: Invalid value: \"the-tensorboard-port\": must be no more than 15 lower"
                + " case letters, digits and single '-', with at least one letter, and start and"
                + " end with a letter or digit"),
        Row.ofContainer(
            "a protocol in small letters",
            "ports: [{containerPort: 80, protocol: tcp}]",
            ".ports[0].protocol: Unsupported value: \"tcp\": supported values: \"TCP\", \"UDP\","
                + " \"SCTP\"; did you mean TCP?"),
        Row.of(
            "another port on the host's own network",
            "spec: {hostNetwork: true, containers: [{name: a, image: x, ports: [{containerPort: 80,"
                + " hostPort: 81}]}]}",
            "template.spec.containers[0].ports[0].hostPort: Invalid value: 81: must be 80, as"
                + " hostNetwork is true"));
  }

  private static Stream<Row> environments() {
    return Stream.of(
        Row.ofContainer(
            "a variable without a name",
            "env: [{value: x}]",
            ".env[0].name: Required value: give it a name"),
        Row.ofContainer(
            "a variable with '=' in its name",
            "env: [{name: A=B, value: x}]",
            ".env[0].name: Invalid value: \"A=B\": must consist of printable ASCII characters other"
                + " than '='"),
        Row.ofContainer(
            "a value said twice",
            "env: [{name: A, value: x, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]",
            ".env[0].valueFrom: Forbidden: must not be used together with value"),
        Row.ofContainer(
            "a value from nowhere",
            "env: [{name: A, valueFrom: {}}]",
            ".env[0].valueFrom: names 0 sources; one of fieldRef, resourceFieldRef, configMapKeyRef"
                + " and secretKeyRef is needed"),
        Row.ofContainer(
            "a field that no pod tells",
            "env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.nam}}}]",
            ".env[0].valueFrom.fieldRef.fieldPath: Invalid value: \"metadata.nam\": must be"
                + " metadata.name, .namespace, .uid, .labels['KEY'] or .annotations['KEY'],"
                + " spec.nodeName or .serviceAccountName, or status.hostIP or .podIP"));
  }

  private static Stream<Row> amounts() {
    return Stream.of(
        Row.ofContainer(
            "an amount in words",
            "resources: {limits: {memory: 5 apples}}",
            ".resources.limits[memory]: Invalid value: \"5 apples\": must be a quantity such as"
                + " 500m, 2 or 1.5Gi"),
        Row.ofContainer(
            "less than nothing",
            "resources: {limits: {cpu: -1}}",
            ".resources.limits[cpu]: Invalid value: \"-1\": must not be negative"),
        Row.ofContainer(
            "half a device",
            "resources: {limits: {nvidia.com/gpu: 500m}}",
            ".resources.limits[nvidia.com/gpu]: Invalid value: \"500m\": must be an integer"),
        Row.ofContainer(
            "a device without its domain",
            "resources: {limits: {gpu: 1}}",
            ".resources.limits[gpu]: Invalid value: \"gpu\": must be cpu, memory, ephemeral-storage"
                + " or a device with its domain, such as nvidia.com/gpu"),
        Row.ofContainer(
            "more asked for than allowed",
            "resources: {limits: {memory: 1Gi}, requests: {memory: 2Gi}}",
            ".resources.requests[memory]: Invalid value: \"2Gi\": must be no more than the limit"
                + " 1Gi"),
        Row.ofContainer(
            "a device asked for and not allowed",
            "resources: {requests: {nvidia.com/gpu: 1}}",
            ".resources.requests[nvidia.com/gpu]: Invalid value: \"1\": limits must name"
                + " nvidia.com/gpu as well, and equally"));
  }

  private static Stream<Row> volumes() {
    return Stream.of(
        Row.of(
            "two volumes of one name",
            "spec: {volumes: [{name: a}, {name: a}]}",
            "template.spec.volumes[1].name: Duplicate value: \"a\": give each volume a name of its"
                + " own"),
        Row.of(
            "a volume that is two",
            "spec: {volumes: [{name: a, emptyDir: {}, hostPath: {path: /a}}]}",
            "template.spec.volumes[0]: Forbidden: may not specify more than 1 volume type"),
        Row.of(
            "a way up",
            "spec: {volumes: [{name: a, hostPath: {path: /a/../b}}]}",
            "template.spec.volumes[0].hostPath.path: Invalid value: \"/a/../b\": must not contain"
                + " '..'"),
        Row.of(
            "a claim of nothing",
            "spec: {volumes: [{name: a, persistentVolumeClaim: {}}]}",
            "template.spec.volumes[0].persistentVolumeClaim.claimName: Required value: must not be"
                + " empty"),
        Row.of(
            "a mode that is decimal by mistake",
            "spec: {volumes: [{name: a, secret: {secretName: s, defaultMode: 644}}]}",
            "template.spec.volumes[0].secret.defaultMode: Invalid value: 644: must be between 0 and"
                + " 0777 octal, which is 511"),
        Row.ofContainer(
            "a mount of no volume",
            "volumeMounts: [{name: date, mountPath: /data}]",
            ".volumeMounts[0].name: Invalid value: \"date\": no volume of the pod has this name"),
        Row.ofContainer(
            "two mounts at one place",
            "volumeMounts: [{name: data, mountPath: /a}, {name: data, mountPath: /a}]",
            ".volumeMounts[1].mountPath: Invalid value: \"/a\": must be unique"));
  }

  @ParameterizedTest
  @MethodSource("templates")
  void is_refused_before_an_api_server_sees_it(Row row) {
    assertThat(problems(row.template())).isEqualTo(row.problems());
  }

  @Test
  void is_not_one_that_says_little() {
    assertThat(problems("{}")).isEmpty();
    assertThat(problems("{metadata: {labels: {a: ''}}, spec: {containers: []}}")).isEmpty();
  }

  private static List<String> problems(String yaml) {
    return TemplateRules.check("template", template(yaml), Set.of("ours")).stream()
        .map(Problem::toString)
        .toList();
  }

  private static PodTemplateSpec template(String yaml) {
    try {
      return switch (Codec.of(PodTemplateSpec.class).parse(new YAMLMapper().readTree(yaml))) {
        case Parsed.Understood<PodTemplateSpec>(var template) -> template;
        case Parsed.NotUnderstood<PodTemplateSpec>(var problems) ->
            throw new IllegalArgumentException(problems.toString());
      };
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(yaml, e);
    }
  }
}
