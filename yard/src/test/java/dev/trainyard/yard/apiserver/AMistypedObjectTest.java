package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AMistypedObjectTest {

  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  @AutoClose private final TestApi api = new TestApi();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pods                   | spec: {containers: [{name: a, image: b, command: sleep 10}]} | cannot unmarshal string into Go struct field Container.spec.containers.command of type []string (spec.containers[0].command: "sleep 10")
          pods                   | spec: {containers: {a: 1}}                        | cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container (spec.containers: {"a":1})
          pods                   | spec: {activeDeadlineSeconds: 1.5}                | cannot unmarshal number 1.5 into Go struct field PodSpec.spec.activeDeadlineSeconds of type int64 (spec.activeDeadlineSeconds: 1.5)
          pods                   | spec: {containers: [{name: a, resources: {limits: {cpu: lots}}}]} | quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$' (spec.containers[0].resources.limits.cpu: "lots")
          services               | spec: {selector: [a]}                             | cannot unmarshal array into Go struct field ServiceSpec.spec.selector of type map[string]string (spec.selector: ["a"])
          services               | spec: {ports: [{port: 80, targetPort: true}]}     | cannot unmarshal bool into Go value of type int32 (spec.ports[0].targetPort: true)
          configmaps             | data: 5                                           | cannot unmarshal number into Go struct field ConfigMap.data of type map[string]string (data: 5)
          configmaps             | data: {a.b: 5}                                    | cannot unmarshal number into Go struct field ConfigMap.data of type string (data.a.b: 5)
          secrets                | data: []                                          | cannot unmarshal array into Go struct field Secret.data of type map[string][]uint8 (data)
          persistentvolumeclaims | spec: x                                           | cannot unmarshal string into Go struct field PersistentVolumeClaim.spec of type v1.PersistentVolumeClaimSpec (spec: "x")
          """)
  void is_refused_in_the_words_of_kubernetes(String plural, String fields, String why) {
    var answer =
        api.post(
            "/api/v1/namespaces/default/" + plural, "{metadata: {name: a}, %s}".formatted(fields));

    assertThat(answer.code()).isEqualTo(400);
    assertThat(answer.reason()).isEqualTo("BadRequest");
    assertThat(answer.message())
        .contains(" in version \"v1\" cannot be handled as a ")
        .endsWith(why);
    assertThat(api.get("/api/v1/namespaces/default/%s/a".formatted(plural)).code()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          namespaces | spec: x                | Namespace.spec of type v1.NamespaceSpec (spec: "x")
          nodes      | status: {capacity: x}  | NodeStatus.status.capacity of type map[string]resource.Quantity (status.capacity: "x")
          nodes      | spec: {taints: 5}      | NodeSpec.spec.taints of type []v1.Taint (spec.taints: 5)
          """)
  void of_the_whole_cluster_is_refused_alike(String plural, String fields, String why) {
    var answer = api.post("/api/v1/" + plural, "{metadata: {name: a}, %s}".formatted(fields));

    assertThat(answer.code()).isEqualTo(400);
    assertThat(answer.message()).endsWith(why);
  }

  @Test
  void is_told_of_all_its_mistakes() {
    var answer =
        api.post(PODS, "{metadata: {name: a}, spec: {hostNetwork: 'no', containers: [{name: 5}]}}");

    assertThat(answer.message()).endsWith("(spec.hostNetwork: \"no\", spec.containers[0].name: 5)");
  }

  @Test
  void cannot_be_made_by_a_patch() {
    api.post(CONFIG_MAPS, "{metadata: {name: a}, data: {k: v}}");

    assertThat(api.merge(CONFIG_MAPS + "/a", "{data: {k: 5}}").code()).isEqualTo(422);
    assertThat(api.get(CONFIG_MAPS + "/a").body().at("/data/k").asText()).isEqualTo("v");
  }

  @Test
  void is_not_one_for_its_nulls() {
    var created =
        api.post(
            CONFIG_MAPS, "{metadata: {name: a, labels: null}, immutable: null, data: {k: null}}");

    assertThat(created.code()).isEqualTo(201);
    assertThat(created.body().has("immutable")).isFalse();
    assertThat(created.body().at("/data/k").asText("none")).isEmpty();
  }

  @Test
  void is_stored_without_what_nobody_knows() {
    var created = api.post(CONFIG_MAPS, "{metadata: {name: a, colour: red}, dat: {k: v}}");

    assertThat(created.code()).isEqualTo(201);
    assertThat(created.response().headers().allValues("Warning"))
        .containsExactly(
            "299 - \"unknown field \\\"metadata.colour\\\"\"",
            "299 - \"unknown field \\\"dat\\\"\"");
    assertThat(created.body().has("dat")).isFalse();
    assertThat(created.body().at("/metadata").has("colour")).isFalse();
  }
}
