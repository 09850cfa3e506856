package dev.trainyard.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.api.Crds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheAppWrapperDefinitionTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNode CRD = crd();
  private static final JsonNode VERSION = CRD.at("/spec/versions/0");
  private static final Map<String, JsonNode> FIELDS =
      Schemas.fields(VERSION.at("/schema/openAPIV3Schema"));

  @Test
  void names_the_kind_as_its_users_do() {
    assertThat(CRD.at("/spec/group").asText()).isEqualTo("workload.codeflare.dev");
    assertThat(CRD.at("/spec/scope").asText()).isEqualTo("Namespaced");
    assertThat(CRD.at("/spec/names/kind").asText()).isEqualTo("AppWrapper");
    assertThat(CRD.at("/spec/names/listKind").asText()).isEqualTo("AppWrapperList");
    assertThat(CRD.at("/spec/names/singular").asText()).isEqualTo("appwrapper");
    assertThat(CRD.at("/spec/names/shortNames")).isEqualTo(JSON.valueToTree(List.of("aw")));
    assertThat(CRD.at("/spec/versions")).hasSize(1);
    assertThat(VERSION.at("/name").asText()).isEqualTo("v1beta2");
    assertThat(VERSION.at("/subresources")).isEqualTo(JSON.valueToTree(Map.of("status", Map.of())));
  }

  @Test
  void prints_the_phase_and_what_it_holds() {
    var columns = new ArrayList<String>();
    VERSION
        .at("/additionalPrinterColumns")
        .forEach(
            column ->
                columns.add(
                    "%s %s %s"
                        .formatted(
                            column.get("name").asText(),
                            column.get("type").asText(),
                            column.get("jsonPath").asText())));

    assertThat(columns)
        .containsExactly(
            "Status string .status.phase",
            "Quota Reserved string .status.conditions[?(@.type==\"QuotaReserved\")].status",
            "Resources Deployed string"
                + " .status.conditions[?(@.type==\"ResourcesDeployed\")].status",
            "Unhealthy string .status.conditions[?(@.type==\"Unhealthy\")].status",
            "Age date .metadata.creationTimestamp");
  }

  @Test
  void takes_any_complete_manifest_as_a_template() {
    var template = field("spec.components[].template");

    assertThat(template.path("type").asText()).isEqualTo("object");
    assertThat(template.path("x-kubernetes-embedded-resource").asBoolean()).isTrue();
    assertThat(template.path("x-kubernetes-preserve-unknown-fields").asBoolean()).isTrue();
    assertThat(template.has("properties")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "spec.components[].podSets[].replicas, integer, int32",
    "spec.components[].podSetInfos[].tolerations[].tolerationSeconds, integer, int64",
    "spec.suspend, boolean,",
    "status.resettingCount, integer, int32",
    "status.conditions[].lastTransitionTime, string, date-time",
    "status.componentStatus[].conditions[].lastTransitionTime, string, date-time",
  })
  void types_each_field(String path, String type, String format) {
    assertThat(field(path).path("type").asText()).isEqualTo(type);
    assertThat(field(path).path("format").textValue()).isEqualTo(format);
  }

  @ParameterizedTest
  @CsvSource({
    "spec, components",
    "spec.components[], template",
    "spec.components[].podSets[], path",
    "spec.components[].podSetInfos[].schedulingGates[], name",
  })
  void demands_what_nothing_works_without(String path, String required) {
    assertThat(field(path).path("required")).isEqualTo(JSON.valueToTree(List.of(required)));
  }

  @ParameterizedTest
  @CsvSource({"status.conditions", "status.componentStatus[].conditions"})
  void keeps_one_condition_of_each_type(String path) {
    assertThat(field(path).path("x-kubernetes-list-type").asText()).isEqualTo("map");
    assertThat(field(path).path("x-kubernetes-list-map-keys"))
        .isEqualTo(JSON.valueToTree(List.of("type")));
  }

  @Test
  void explains_every_field_in_a_sentence() {
    var silent = new TreeSet<String>();
    FIELDS.forEach(
        (path, schema) -> {
          var named = !path.endsWith("{}") && !path.endsWith("[]");
          var core = path.equals("metadata");
          if (named
              && !core
              && !path.matches(".*tolerations\\[]\\..*")
              && !schema.path("description").asText().endsWith(".")) {
            silent.add(path);
          }
        });

    assertThat(silent).isEmpty();
  }

  @Test
  void is_structural_so_that_an_api_server_accepts_it() {
    assertThat(Schemas.violations(VERSION.at("/schema/openAPIV3Schema"))).isEmpty();
  }

  private static JsonNode field(String path) {
    var schema = FIELDS.get(path);
    assertThat(schema).as(path).isNotNull();
    return schema == null ? JSON.missingNode() : schema;
  }

  private static JsonNode crd() {
    return Crds.all().stream()
        .filter(one -> one.getMetadata().getName().equals("appwrappers.workload.codeflare.dev"))
        .<JsonNode>map(JSON::valueToTree)
        .findFirst()
        .orElseThrow();
  }
}
