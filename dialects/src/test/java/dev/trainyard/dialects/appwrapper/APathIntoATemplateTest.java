package dev.trainyard.dialects.appwrapper;

import static dev.trainyard.dialects.appwrapper.Wrappers.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.appwrapper.TemplatePath.Place;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class APathIntoATemplateTest {

  private static final JsonNode TEMPLATE =
      yaml(
          """
          kind: JobSet
          spec:
            replicas: 2
            jobs:
            - {name: first, template: {spec: {containers: [{name: main}]}}}
            - {name: second, template: {spec: {containers: [], colour: red}}}
            - {name: third, template: {}}
            - {name: fourth, template: {spec: {containers: [{name: 3}]}}}
          """);

  @ParameterizedTest
  @CsvSource({
    "template.kind, JobSet",
    "template.spec.replicas, 2",
    "template.spec.jobs[1].name, second",
    "template.spec.jobs[0].template.spec.containers[0].name, main",
  })
  void leads_to_what_is_there(String path, String value) {
    assertThat(TemplatePath.find(TEMPLATE, path))
        .isInstanceOfSatisfying(
            Place.Found.class, found -> assertThat(found.value().asText()).isEqualTo(value));
  }

  @Test
  void leads_to_the_whole_template() {
    assertThat(TemplatePath.find(TEMPLATE, "template")).isEqualTo(new Place.Found(TEMPLATE));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "spec.jobs, first element of the path must be 'template'",
        "``, first element of the path must be 'template'",
        "template.spec.jobs[0, at path position 'template.spec.jobs' invalid array index '[0'",
        "template.spec.jobs[x], at path position 'template.spec.jobs' invalid index expression 'x'",
        "template.spec[0], at path position 'template.spec' found non-array value",
        "template.spec.jobs[4], at path position 'template.spec.jobs' out of bounds index '4'",
        "template.spec.jobs[-1], at path position 'template.spec.jobs' out of bounds index '-1'",
        "template.kind.x, at path position 'template.kind.' non-map value",
        "template.spec.tasks, at path position 'template.spec.' missing field 'tasks'",
        "template.spec.jobs[0].pod, at path position 'template.spec.jobs[0].' missing field 'pod'",
        "templates, at path position 'template' invalid path element 's'",
        "template.spec.jobs[0]x, at path position 'template.spec.jobs[0]' invalid path element 'x'",
        "template., at path position 'template.' missing field ''",
        "template..kind, at path position 'template.' missing field '.kind'",
      })
  void that_leads_nowhere_says_where_it_ends(String path, String error) {
    assertThat(TemplatePath.find(TEMPLATE, path)).isEqualTo(new Place.Lost(error));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "template.kind, at path position 'template.kind' non-map value",
        "template.spec, content at template.spec does not contain a spec",
        "template.spec.jobs[2].template, content at template.spec.jobs[2].template does not contain"
            + " a spec",
        "template.spec.jobs[1].template, content at template.spec.jobs[1].template.spec not"
            + " parseable as a v1.PodSpec: strict decoding error: unknown field \"colour\"",
        "template.spec.jobs[3].template, `content at template.spec.jobs[3].template.spec not"
            + " parseable as a v1.PodSpec: containers[0].name: expected a string, found the number"
            + " 3`",
      })
  void must_lead_to_something_pods_can_be_made_from(String path, String flaw) {
    assertThat(PodTemplates.flaw(TEMPLATE, path)).contains(flaw);
  }

  @Test
  void may_lead_to_a_pod_template() {
    assertThat(PodTemplates.flaw(TEMPLATE, "template.spec.jobs[0].template")).isEmpty();
  }

  @Test
  void finds_fields_that_no_pod_has_wherever_they_are() {
    var pod =
        yaml(
            """
            spec:
              containers:
              - name: main
                image: a
                comand: [x]
                resources: {limits: {nvidia.com/gpu: 1, cpu: 500m}}
                ports: [{containerPort: 1, hostport: 2}]
                livenessProbe: {httpGet: {path: /, port: web}}
              nodeSelector: {any: thing}
              affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {terms: []}}}
            """);

    assertThat(PodTemplates.flaw(pod, "template"))
        .contains(
            "content at template.spec not parseable as a v1.PodSpec: strict decoding error: unknown"
                + " field \"affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution"
                + ".terms\", unknown field \"containers[0].ports[0].hostport\", unknown field"
                + " \"containers[0].comand\"");
  }
}
