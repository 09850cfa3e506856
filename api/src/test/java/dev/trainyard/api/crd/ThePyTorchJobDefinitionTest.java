package dev.trainyard.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.api.Crds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThePyTorchJobDefinitionTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNode CRD = JSON.valueToTree(Crds.all().getFirst());
  private static final JsonNode VERSION = CRD.at("/spec/versions/0");
  private static final Map<String, JsonNode> FIELDS =
      Schemas.fields(VERSION.at("/schema/openAPIV3Schema"));

  private static final String TEMPLATE = "spec.pytorchReplicaSpecs{}.template";
  private static final String POD = TEMPLATE + ".spec";
  private static final List<String> CONTAINER_LISTS =
      List.of(POD + ".containers", POD + ".ephemeralContainers", POD + ".initContainers");

  @Test
  void names_the_kind_as_its_users_do() {
    assertThat(CRD.at("/metadata/name").asText()).isEqualTo("pytorchjobs.kubeflow.org");
    assertThat(CRD.at("/spec/group").asText()).isEqualTo("kubeflow.org");
    assertThat(CRD.at("/spec/scope").asText()).isEqualTo("Namespaced");
    assertThat(CRD.at("/spec/names"))
        .isEqualTo(
            JSON.valueToTree(
                Map.of(
                    "kind", "PyTorchJob",
                    "listKind", "PyTorchJobList",
                    "plural", "pytorchjobs",
                    "singular", "pytorchjob")));
    assertThat(CRD.at("/spec/versions")).hasSize(1);
    assertThat(VERSION.at("/name").asText()).isEqualTo("v1");
    assertThat(VERSION.at("/served").asBoolean()).isTrue();
    assertThat(VERSION.at("/storage").asBoolean()).isTrue();
  }

  @Test
  void has_a_status_and_scales_its_workers() {
    assertThat(VERSION.at("/subresources"))
        .isEqualTo(
            JSON.valueToTree(
                Map.of(
                    "status",
                    Map.of(),
                    "scale",
                    Map.of(
                        "specReplicasPath", ".spec.pytorchReplicaSpecs.Worker.replicas",
                        "statusReplicasPath", ".status.replicaStatuses.Worker.active",
                        "labelSelectorPath", ".status.replicaStatuses.Worker.selector"))));
  }

  @Test
  void prints_the_state_and_the_age() {
    assertThat(VERSION.at("/additionalPrinterColumns"))
        .isEqualTo(
            JSON.valueToTree(
                List.of(
                    Map.of(
                        "name", "State",
                        "type", "string",
                        "jsonPath", ".status.conditions[-1:].type"),
                    Map.of(
                        "name", "Age",
                        "type", "date",
                        "jsonPath", ".metadata.creationTimestamp"))));
  }

  @Test
  void requires_what_is_documented_and_the_keys_of_its_lists() {
    var expected = new TreeMap<String, List<String>>();
    expected.put("spec", List.of("pytorchReplicaSpecs"));
    expected.put("status.conditions[]", List.of("status", "type"));
    expected.put(POD, List.of("containers"));
    for (var list : CONTAINER_LISTS) {
      expected.put(list + "[]", List.of("name"));
      expected.put(list + "[].env[]", List.of("name"));
      expected.put(list + "[].ports[]", List.of("containerPort"));
    }

    assertThat(withKeyword("required")).isEqualTo(trees(expected));
  }

  @Test
  void defaults_the_hold_and_the_protocol_of_ports_only() {
    var expected = new TreeMap<String, Object>();
    expected.put("spec.runPolicy.suspend", false);
    for (var list : CONTAINER_LISTS) {
      expected.put(list + "[].ports[].protocol", "TCP");
    }

    assertThat(withKeyword("default")).isEqualTo(trees(expected));
  }

  @Test
  void merges_containers_variables_and_ports_by_key() {
    var expected = new TreeMap<String, List<String>>();
    for (var list : CONTAINER_LISTS) {
      expected.put(list, List.of("name"));
      expected.put(list + "[].env", List.of("name"));
      expected.put(list + "[].ports", List.of("containerPort", "protocol"));
    }

    assertThat(withKeyword("x-kubernetes-list-map-keys")).isEqualTo(trees(expected));
    assertThat(withKeyword("x-kubernetes-list-type").keySet()).isEqualTo(expected.keySet());
  }

  @Test
  void holds_the_queue_fast_once_it_is_set() {
    assertThat(withKeyword("x-kubernetes-validations"))
        .isEqualTo(
            trees(
                Map.of(
                    "spec.runPolicy.schedulingPolicy.queue",
                    List.of(
                        Map.of(
                            "rule", "self == oldSelf",
                            "message", "spec.runPolicy.schedulingPolicy.queue is immutable")))));
  }

  @Test
  void leaves_every_word_free() {
    assertThat(withKeyword("enum")).isEmpty();
  }

  @Test
  void keeps_only_the_metadata_of_a_template_that_reaches_its_pods() {
    assertThat(field(TEMPLATE + ".metadata").get("properties").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("name", "namespace", "labels", "annotations", "finalizers");
  }

  @ParameterizedTest
  @CsvSource({
    "spec.pytorchReplicaSpecs{}.replicas, integer, int32",
    "spec.pytorchReplicaSpecs{}.restartPolicy, string,",
    "spec.pytorchReplicaSpecs{}.template.spec.terminationGracePeriodSeconds, integer, int64",
    "spec.pytorchReplicaSpecs{}.template.spec.containers[].ports[].containerPort, integer, int32",
    "spec.pytorchReplicaSpecs{}.template.spec.securityContext.runAsUser, integer, int64",
    "spec.runPolicy.activeDeadlineSeconds, integer, int64",
    "spec.runPolicy.ttlSecondsAfterFinished, integer, int32",
    "spec.runPolicy.backoffLimit, integer, int32",
    "spec.runPolicy.suspend, boolean,",
    "spec.runPolicy.managedBy, string,",
    "spec.runPolicy.schedulingPolicy.minAvailable, integer, int32",
    "spec.elasticPolicy.nProcPerNode, integer, int32",
    "spec.elasticPolicy.standalone, boolean,",
    "spec.elasticPolicy.rdzvConf[].key, string,",
    "spec.elasticPolicy.metrics[].resource.target.averageUtilization, integer, int32",
    "spec.nprocPerNode, string,",
    "status.replicaStatuses{}.active, integer, int32",
    "status.startTime, string, date-time",
    "status.conditions[].lastTransitionTime, string, date-time",
  })
  void types_each_field(String path, String type, String format) {
    assertThat(field(path).path("type").asText()).isEqualTo(type);
    assertThat(field(path).path("format").textValue()).isEqualTo(format);
  }

  @Test
  void takes_quantities_and_probe_ports_as_a_number_or_a_string() {
    assertThat(withKeyword("x-kubernetes-int-or-string").keySet())
        .contains(
            "spec.runPolicy.schedulingPolicy.minResources{}",
            "spec.elasticPolicy.metrics[].resource.target.averageValue",
            POD + ".containers[].resources.limits{}",
            POD + ".containers[].resources.requests{}",
            POD + ".containers[].readinessProbe.httpGet.port",
            POD + ".overhead{}",
            POD + ".volumes[].emptyDir.sizeLimit");
    assertThat("1500m").matches(quantity());
    assertThat("2.5Gi").matches(quantity());
    assertThat("1e3").matches(quantity());
    assertThat("two").doesNotMatch(quantity());
    assertThat(field(POD + ".containers[].readinessProbe.httpGet.port").has("pattern")).isFalse();
  }

  @Test
  void explains_every_field_of_its_own_in_a_sentence() {
    var silent = new TreeSet<String>();
    FIELDS.forEach(
        (path, schema) -> {
          var named = !path.endsWith("{}") && !path.endsWith("[]");
          var ours = !path.startsWith(TEMPLATE + ".") && !path.contains("metrics[]");
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

  private static String quantity() {
    return field("spec.runPolicy.schedulingPolicy.minResources{}").get("pattern").asText();
  }

  private static JsonNode field(String path) {
    var schema = FIELDS.get(path);
    assertThat(schema).as(path).isNotNull();
    return schema == null ? JSON.missingNode() : schema;
  }

  private static Map<String, JsonNode> withKeyword(String keyword) {
    var found = new TreeMap<String, JsonNode>();
    FIELDS.forEach(
        (path, schema) -> {
          if (schema.has(keyword)) {
            found.put(path, sorted(keyword, schema.get(keyword)));
          }
        });
    return found;
  }

  private static JsonNode sorted(String keyword, JsonNode value) {
    if (!keyword.equals("required")) {
      return value;
    }
    var names = new ArrayList<String>();
    value.forEach(name -> names.add(name.asText()));
    names.sort(null);
    return JSON.valueToTree(names);
  }

  private static Map<String, JsonNode> trees(Map<String, ?> values) {
    var trees = new TreeMap<String, JsonNode>();
    values.forEach((path, value) -> trees.put(path, JSON.valueToTree(value)));
    return trees;
  }
}
