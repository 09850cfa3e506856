package dev.trainyard.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheMPIJobDefinitionTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNode CRD = crd();
  private static final JsonNode VERSION = CRD.at("/spec/versions/0");
  private static final Map<String, JsonNode> FIELDS =
      Schemas.fields(VERSION.at("/schema/openAPIV3Schema"));

  private static final String TEMPLATE = "spec.mpiReplicaSpecs{}.template";

  @Test
  void names_the_kind_as_its_users_do() {
    assertThat(CRD.at("/metadata/name").asText()).isEqualTo("mpijobs.kubeflow.org");
    assertThat(CRD.at("/spec/scope").asText()).isEqualTo("Namespaced");
    assertThat(CRD.at("/spec/names"))
        .isEqualTo(
            JSON.valueToTree(
                Map.of(
                    "kind", "MPIJob",
                    "listKind", "MPIJobList",
                    "plural", "mpijobs",
                    "singular", "mpijob",
                    "shortNames", List.of("mj"))));
    assertThat(CRD.at("/spec/versions")).hasSize(1);
    assertThat(VERSION.at("/name").asText()).isEqualTo("v2beta1");
    assertThat(VERSION.at("/served").asBoolean()).isTrue();
    assertThat(VERSION.at("/storage").asBoolean()).isTrue();
  }

  @Test
  void has_a_status() {
    assertThat(VERSION.at("/subresources")).isEqualTo(JSON.valueToTree(Map.of("status", Map.of())));
  }

  @Test
  void prints_the_state_and_the_age() {
    assertThat(VERSION.at("/additionalPrinterColumns").findValuesAsText("name"))
        .containsExactly("State", "Age");
    assertThat(VERSION.at("/additionalPrinterColumns/0/jsonPath").asText())
        .isEqualTo(".status.conditions[-1:].type");
  }

  @Test
  void requires_its_replicas_and_leaves_every_word_free() {
    assertThat(field("spec").path("required"))
        .isEqualTo(JSON.valueToTree(List.of("mpiReplicaSpecs")));
    assertThat(FIELDS.values()).noneMatch(schema -> schema.has("enum"));
  }

  @ParameterizedTest
  @CsvSource({
    "spec.slotsPerWorker, integer, int32",
    "spec.runLauncherAsWorker, boolean,",
    "spec.sshAuthMountPath, string,",
    "spec.launcherCreationPolicy, string,",
    "spec.mpiImplementation, string,",
    "spec.mpiReplicaSpecs{}.replicas, integer, int32",
    "spec.mpiReplicaSpecs{}.restartPolicy, string,",
    "spec.mpiReplicaSpecs{}.template.spec.containers[].ports[].containerPort, integer, int32",
    "spec.runPolicy.activeDeadlineSeconds, integer, int64",
    "spec.runPolicy.ttlSecondsAfterFinished, integer, int32",
    "spec.runPolicy.backoffLimit, integer, int32",
    "spec.runPolicy.suspend, boolean,",
    "spec.runPolicy.managedBy, string,",
    "spec.runPolicy.schedulingPolicy.minAvailable, integer, int32",
    "status.replicaStatuses{}.active, integer, int32",
    "status.startTime, string, date-time",
    "status.conditions[].lastTransitionTime, string, date-time",
  })
  void types_each_field(String path, String type, String format) {
    assertThat(field(path).path("type").asText()).isEqualTo(type);
    assertThat(field(path).path("format").textValue()).isEqualTo(format);
  }

  @Test
  void explains_every_field_of_its_own_in_a_sentence() {
    var silent = new TreeSet<String>();
    FIELDS.forEach(
        (path, schema) -> {
          var named = !path.endsWith("{}") && !path.endsWith("[]");
          var ours = !path.startsWith(TEMPLATE + ".");
          var core = path.equals("metadata") || path.contains("labelSelector.");
          if (named && ours && !core && !schema.path("description").asText().endsWith(".")) {
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
    try {
      return CustomResourceDefinitions.mpiJob();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
