package dev.trainyard.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.api.runai.Catalogue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TheRunAiDefinitionsTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNode WORKLOAD;
  private static final JsonNode POLICY;

  static {
    try {
      WORKLOAD = CustomResourceDefinitions.trainingWorkload();
      POLICY = CustomResourceDefinitions.trainingPolicy();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final Map<String, JsonNode> FIELDS = fields(WORKLOAD);

  static Stream<Named<JsonNode>> both() {
    return Stream.of(Named.of("workload", WORKLOAD), Named.of("policy", POLICY));
  }

  @Test
  void name_the_kinds_as_their_users_do() {
    assertThat(WORKLOAD.at("/metadata/name").asText()).isEqualTo("trainingworkloads.run.ai");
    assertThat(WORKLOAD.at("/spec/scope").asText()).isEqualTo("Namespaced");
    assertThat(WORKLOAD.at("/spec/names/singular").asText()).isEqualTo("trainingworkload");
    assertThat(WORKLOAD.at("/spec/names/listKind").asText()).isEqualTo("TrainingWorkloadList");
    assertThat(WORKLOAD.at("/spec/names").has("shortNames")).isFalse();
    assertThat(WORKLOAD.at("/spec/versions/0/name").asText()).isEqualTo("v2alpha1");
    assertThat(WORKLOAD.at("/spec/versions/0/subresources"))
        .isEqualTo(JSON.valueToTree(Map.of("status", Map.of())));
    assertThat(POLICY.at("/metadata/name").asText()).isEqualTo("trainingpolicies.run.ai");
    assertThat(POLICY.at("/spec/names/singular").asText()).isEqualTo("trainingpolicy");
    assertThat(POLICY.at("/spec/versions/0").has("subresources")).isFalse();
  }

  @Test
  void print_how_a_workload_fares() {
    var columns = new ArrayList<String>();
    WORKLOAD
        .at("/spec/versions/0/additionalPrinterColumns")
        .forEach(
            column ->
                columns.add(
                    "%s %s"
                        .formatted(column.get("name").asText(), column.get("jsonPath").asText())));

    assertThat(columns)
        .containsExactly(
            "Phase .status.phase",
            "Job .status.jobName",
            "Running pods .status.runningPods",
            "Age .metadata.creationTimestamp");
  }

  @Test
  void have_every_field_of_the_catalogue() {
    for (var field : Catalogue.fields()) {
      assertThat(FIELDS).containsKey("spec." + field.name());
      assertThat(fields(POLICY)).containsKey("spec." + field.name());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "spec.usage, string",
    "spec.image, object",
    "spec.image.value, string",
    "spec.environment.items{}.value, string",
    "spec.ports.items{}.value, object",
    "spec.ports.items{}.value.serviceType, string",
    "spec.exposedUrls.items{}.value.authorizedUsers, array",
    "status.runningPods, integer",
    "status.memory, object",
  })
  void show_the_shape_of_a_field(String path, String type) {
    assertThat(field(path).path("type").asText()).isEqualTo(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"spec.gpu.value", "spec.stdin.value", "spec.pvcs.items{}.value.readOnly"})
  void take_what_may_also_be_written_as_a_string(String path) {
    assertThat(field(path).has("type")).isFalse();
    assertThat(field(path).path("x-kubernetes-preserve-unknown-fields").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"spec.completions.value", "spec.ports.items{}.value.container"})
  void take_an_integer_or_its_digits(String path) {
    assertThat(field(path).path("x-kubernetes-int-or-string").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "spec",
        "spec.gpu",
        "spec.ports",
        "spec.ports.items{}",
        "spec.ports.items{}.value"
      })
  void leave_unknown_fields_to_our_rules(String path) {
    assertThat(field(path).path("x-kubernetes-preserve-unknown-fields").asBoolean()).isTrue();
  }

  @Test
  void let_a_workload_be_active_by_default() {
    assertThat(field("spec.active").path("default"))
        .isEqualTo(JSON.valueToTree(Map.of("value", true)));
  }

  @Test
  void keep_one_condition_of_each_type() {
    assertThat(field("status.conditions").path("x-kubernetes-list-map-keys"))
        .isEqualTo(JSON.valueToTree(List.of("type")));
    assertThat(field("status.conditions[].lastTransitionTime").path("format").asText())
        .isEqualTo("date-time");
    assertThat(field("status.startTime").path("format").asText()).isEqualTo("date-time");
  }

  @ParameterizedTest
  @MethodSource("both")
  void explain_every_field_in_a_sentence(JsonNode crd) {
    var silent = new TreeSet<String>();
    fields(crd)
        .forEach(
            (path, schema) -> {
              var named = !path.endsWith("{}") && !path.endsWith("[]");
              if (named
                  && !path.equals("metadata")
                  && !schema.path("description").asText().endsWith(".")) {
                silent.add(path);
              }
            });

    assertThat(silent).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("both")
  void are_structural_so_that_an_api_server_accepts_them(JsonNode crd) {
    assertThat(Schemas.violations(crd.at("/spec/versions/0/schema/openAPIV3Schema"))).isEmpty();
  }

  private static JsonNode field(String path) {
    var schema = FIELDS.get(path);
    assertThat(schema).as(path).isNotNull();
    return schema == null ? JSON.missingNode() : schema;
  }

  private static Map<String, JsonNode> fields(JsonNode crd) {
    return Schemas.fields(crd.at("/spec/versions/0/schema/openAPIV3Schema"));
  }
}
