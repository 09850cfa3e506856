package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What is applied by the server, and who is on record for it, word for word as a cluster has it.
@OnACluster
class AnAppliedObjectTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String SETTINGS =
      """
      {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "labels": {"app": "x"}},
       "data": {"one": "1", "two": "2"}}
      """;

  private static final String SERVICE =
      """
      {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"},
       "spec": {"selector": {"app": "x"}, "ports": [{"name": "web", "port": 80}]}}
      """;

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: a, labels: {app: x}}
      spec:
        nodeName: nobody
        containers:
        - name: main
          image: busybox
          command: [sleep, "60"]
          env: [{name: A, value: "1"}]
          ports: [{containerPort: 80}]
      """;

  /// What the API says; an object, or why there is none.
  private record Answer(int code, GenericKubernetesResource body) {
    String message() {
      return String.valueOf(body.<Object>get("message"));
    }
  }

  /// One address, to which requests go exactly as they are written.
  private record Place(Team team, String path) {

    Answer send(String query, String body) {
      var client = team.client();
      var http = client.getHttpClient();
      var request =
          http.newHttpRequestBuilder()
              .uri(
                  URI.create(client.getMasterUrl().toString())
                      .resolve(path.formatted(team.namespace()) + "?" + query))
              .method("PATCH", "application/apply-patch+yaml", body)
              .build();
      var response = http.sendAsync(request, String.class).join();
      return new Answer(
          response.code(),
          client
              .getKubernetesSerialization()
              .unmarshal(response.body(), GenericKubernetesResource.class));
    }

    Answer apply(String manager, String body) {
      return send("fieldManager=" + manager, body);
    }

    Place status() {
      return new Place(team, path + "/status");
    }
  }

  private static Place configMap(Team team) {
    return new Place(team, "/api/v1/namespaces/%s/configmaps/a");
  }

  private static Place job(Team team) {
    return new Place(team, "/apis/kubeflow.org/v1/namespaces/%s/pytorchjobs/a");
  }

  private static Resource<ConfigMap> stored(Team team) {
    return team.client().configMaps().inNamespace(team.namespace()).withName("a");
  }

  /// Who owns what, in the order of the record and without its times.
  private static String owners(HasMetadata object) {
    var lines = new StringBuilder();
    for (var entry : object.getMetadata().getManagedFields()) {
      var subresource = entry.getSubresource() == null ? "" : "/" + entry.getSubresource();
      lines.append(
          "%s %s%s %s %s%n"
              .formatted(
                  entry.getManager(),
                  entry.getOperation(),
                  subresource,
                  entry.getApiVersion(),
                  JSON.valueToTree(entry.getFieldsV1())));
    }
    return lines.toString().strip();
  }

  @Test
  void is_made_and_belongs_to_whoever_applied_it(Team team) {
    var made = configMap(team).apply("mine", SETTINGS);

    assertThat(made.code()).isEqualTo(201);
    assertThat(stored(team).get().getData()).containsEntry("one", "1");
    assertThat(owners(made.body()))
        .isEqualTo(
            "mine Apply v1 {\"f:data\":{\"f:one\":{},\"f:two\":{}},"
                + "\"f:metadata\":{\"f:labels\":{\"f:app\":{}}}}");
    assertThat(made.body().getMetadata().getManagedFields().getFirst().getTime()).isNotNull();
  }

  @Test
  void is_left_alone_by_another_who_wants_it_otherwise(Team team) {
    configMap(team).apply("mine", SETTINGS);

    var one = SETTINGS.replace("\"2\"", "\"other\"");
    var refused = configMap(team).apply("theirs", one);
    assertThat(refused.code()).isEqualTo(409);
    assertThat(refused.message())
        .isEqualTo("Apply failed with 1 conflict: conflict with \"mine\": .data.two");
    assertThat(refused.body().<Object>get("reason")).isEqualTo("Conflict");
    assertThat(refused.body().<Object>get("details", "causes"))
        .isEqualTo(
            List.of(
                Map.of(
                    "reason",
                    "FieldManagerConflict",
                    "message",
                    "conflict with \"mine\"",
                    "field",
                    ".data.two")));

    var both = one.replace("\"1\"", "\"other\"");
    assertThat(configMap(team).apply("theirs", both).message())
        .isEqualTo(
            "Apply failed with 2 conflicts: conflicts with \"mine\":\n- .data.one\n- .data.two");
    assertThat(stored(team).get().getData()).containsEntry("two", "2");
  }

  @Test
  void is_taken_by_force_and_shared_in_agreement(Team team) {
    configMap(team).apply("mine", SETTINGS);
    var taken =
        configMap(team)
            .send("fieldManager=theirs&force=true", SETTINGS.replace("\"2\"", "\"other\""));

    assertThat(taken.code()).isEqualTo(200);
    assertThat(owners(taken.body()))
        .isEqualTo(
            """
            mine Apply v1 {"f:data":{"f:one":{}},"f:metadata":{"f:labels":{"f:app":{}}}}
            theirs Apply v1 {"f:data":{"f:one":{},"f:two":{}},"f:metadata":{"f:labels":{"f:app":{}}}}
            """
                .strip());
  }

  @Test
  void loses_what_is_no_longer_applied_and_nobody_else_owns(Team team) {
    configMap(team).apply("mine", SETTINGS);
    configMap(team).apply("theirs", "{apiVersion: v1, kind: ConfigMap, data: {one: '1'}}");
    stored(team).edit(old -> new ConfigMapBuilder(old).addToData("three", "3").build());

    assertThat(configMap(team).apply("mine", "{apiVersion: v1, kind: ConfigMap}").code())
        .isEqualTo(400);
    configMap(team).apply("mine", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");

    var left = stored(team).get();
    assertThat(left.getData()).isEqualTo(Map.of("one", "1", "three", "3"));
    assertThat(left.getMetadata().getLabels()).isNullOrEmpty();
    assertThat(owners(left))
        .isEqualTo(
            """
            theirs Apply v1 {"f:data":{"f:one":{}}}
            fabric8-kubernetes-client Update v1 {"f:data":{"f:three":{}}}
            """
                .strip());
  }

  @Test
  void belongs_in_part_to_whoever_updates_it(Team team) {
    configMap(team).apply("mine", SETTINGS);
    stored(team).edit(old -> new ConfigMapBuilder(old).addToData("two", "changed").build());

    assertThat(owners(stored(team).get()))
        .isEqualTo(
            """
            mine Apply v1 {"f:data":{"f:one":{}},"f:metadata":{"f:labels":{"f:app":{}}}}
            fabric8-kubernetes-client Update v1 {"f:data":{"f:two":{}}}
            """
                .strip());
    assertThat(configMap(team).apply("mine", SETTINGS).message())
        .isEqualTo(
            "Apply failed with 1 conflict: conflict with \"fabric8-kubernetes-client\" using v1:"
                + " .data.two");
  }

  @Test
  void stays_as_it_is_when_the_same_is_applied_again(Team team) {
    var first = configMap(team).apply("mine", SETTINGS);

    assertThat(configMap(team).apply("mine", SETTINGS).body()).isEqualTo(first.body());
  }

  @Test
  void has_elements_of_several_owners_in_one_list(Team team) {
    var service = new Place(team, "/api/v1/namespaces/%s/services/a");
    service.apply("mine", SERVICE);
    var both =
        service.apply(
            "theirs",
            """
            {"apiVersion": "v1", "kind": "Service",
             "spec": {"ports": [{"name": "more", "port": 81, "protocol": "TCP"}]}}
            """);

    assertThat(owners(both.body()))
        .isEqualTo(
            """
            mine Apply v1 {"f:spec":{"f:ports":{"k:{\\"port\\":80,\\"protocol\\":\\"TCP\\"}":{".":{},"f:name":{},"f:port":{}}},"f:selector":{}}}
            theirs Apply v1 {"f:spec":{"f:ports":{"k:{\\"port\\":81,\\"protocol\\":\\"TCP\\"}":{".":{},"f:name":{},"f:port":{},"f:protocol":{}}}}}
            """
                .strip());
    assertThat(
            service
                .apply(
                    "theirs",
                    """
                    {"apiVersion": "v1", "kind": "Service",
                     "spec": {"selector": {"app": "y"}, "ports": [{"name": "other", "port": 80}]}}
                    """)
                .message())
        .isEqualTo(
            "Apply failed with 2 conflicts: conflicts with \"mine\":\n- .spec.selector\n"
                + "- .spec.ports[port=80,protocol=\"TCP\"].name");

    service.apply("mine", SERVICE.replace("80", "82"));
    assertThat(
            team.client()
                .services()
                .inNamespace(team.namespace())
                .withName("a")
                .get()
                .getSpec()
                .getPorts())
        .extracting("port")
        .containsExactlyInAnyOrder(81, 82);
  }

  @Test
  void is_a_pod_with_its_parts_on_record(Team team) {
    var pod = team.client().pods().inNamespace(team.namespace()).withName("a");
    new Place(team, "/api/v1/namespaces/%s/pods/a").apply("mine", POD);
    pod.subresource("status")
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\": {\"message\": \"told\"}}");

    assertThat(owners(pod.get()))
        .isEqualTo(
            """
            mine Apply v1 {"f:metadata":{"f:labels":{"f:app":{}}},"f:spec":{"f:containers":{"k:{\\"name\\":\\"main\\"}":{".":{},"f:command":{},"f:env":{"k:{\\"name\\":\\"A\\"}":{".":{},"f:name":{},"f:value":{}}},"f:image":{},"f:name":{},"f:ports":{"k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}":{".":{},"f:containerPort":{}}}}},"f:nodeName":{}}}
            fabric8-kubernetes-client Update/status v1 {"f:status":{"f:message":{}}}
            """
                .strip());
  }

  @Test
  void is_on_record_for_whoever_creates_it(Team team) {
    var created = team.client().resource(SETTINGS).inNamespace(team.namespace()).create();

    assertThat(owners(created))
        .isEqualTo(
            "fabric8-kubernetes-client Update v1 {\"f:data\":{\".\":{},\"f:one\":{},\"f:two\":{}},"
                + "\"f:metadata\":{\"f:labels\":{\".\":{},\"f:app\":{}}}}");
  }

  @Test
  void is_a_job_of_ours_and_has_a_status_that_is_applied_by_itself(Team team) {
    var suspended =
        """
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata: {name: a}
        spec:
          runPolicy: {suspend: %s}
          pytorchReplicaSpecs:
            Master:
              template: {spec: {containers: [{name: pytorch, image: none, command: ["true"]}]}}
        """;
    assertThat(job(team).apply("theirs", suspended.formatted("true")).code()).isEqualTo(201);

    assertThat(job(team).apply("others", suspended.formatted("false")).message())
        .contains("conflict with \"theirs\": .spec.runPolicy.suspend");
    var told =
        job(team)
            .status()
            .apply(
                "teller",
                """
                {apiVersion: kubeflow.org/v1, kind: PyTorchJob,
                 metadata: {labels: {ignored: "yes"}}, spec: {nprocPerNode: "9"},
                 status: {startTime: "2026-01-01T00:00:00Z"}}
                """);

    assertThat(owners(told.body()))
        .contains("teller Apply/status kubeflow.org/v1 {\"f:status\":{\"f:startTime\":{}}}");
    assertThat(told.body().getMetadata().getLabels()).isNullOrEmpty();
  }

  @Test
  void is_refused_when_it_is_not_what_its_address_says(Team team) {
    var map = configMap(team);

    assertThat(map.apply("mine", SETTINGS.replace("ConfigMap", "Secret")).message())
        .isEqualTo("invalid object type: /v1, Kind=Secret");
    assertThat(map.apply("mine", withMetadata("\"managedFields\": []")).message())
        .isEqualTo("metadata.managedFields must be nil");
    var unknown = map.apply("mine", SETTINGS.replace("\"data\"", "\"date\""));
    assertThat(unknown.code()).isEqualTo(500);
    assertThat(unknown.message())
        .isEqualTo(
            "failed to create typed patch object (/a; /v1, Kind=ConfigMap): .date: field not"
                + " declared in schema");
    assertThat(map.apply("mine", SETTINGS.replace("\"2\"", "2")).message())
        .endsWith(".data.two: expected string, got &value.valueUnstructured{Value:2}");
    var another = map.apply("mine", withMetadata("\"uid\": \"u\""));
    assertThat(another.code()).isEqualTo(409);
    assertThat(another.message())
        .endsWith(
            "uid mismatch: the provided object specified uid u, and no existing object was found");
    var nameless = map.apply("mine", "{apiVersion: v1, kind: ConfigMap}");
    assertThat(nameless.code()).isEqualTo(400);
    assertThat(nameless.message())
        .isEqualTo(
            "the name of the object (a based on URL) was undeterminable: name must be provided");
    assertThat(stored(team).get()).isNull();
  }

  private static String withMetadata(String field) {
    return SETTINGS.replace("\"labels\"", field + ", \"labels\"");
  }

  @Test
  void needs_a_name_for_whoever_applies_it(Team team) {
    var refused = configMap(team).apply("", SETTINGS);

    assertThat(refused.code()).isEqualTo(422);
    assertThat(refused.message())
        .isEqualTo(
            "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required"
                + " for apply patch");
  }

  @Test
  void is_not_applied_over_a_newer_one(Team team) {
    var old = configMap(team).apply("mine", SETTINGS).body().getMetadata().getResourceVersion();
    configMap(team).apply("mine", SETTINGS.replace("\"2\"", "\"3\""));

    var refused =
        configMap(team).apply("mine", withMetadata("\"resourceVersion\": \"%s\"".formatted(old)));

    assertThat(refused.code()).isEqualTo(409);
    assertThat(refused.message()).contains("the object has been modified");
  }

  @Test
  void starts_afresh_when_its_record_is_emptied(Team team) {
    configMap(team).apply("mine", SETTINGS);
    merge(team, "{\"metadata\": {\"managedFields\": [{}]}}");
    assertThat(stored(team).get().getMetadata().getManagedFields()).isNullOrEmpty();

    merge(team, "{\"data\": {\"three\": \"3\"}}");
    assertThat(stored(team).get().getMetadata().getManagedFields()).isNullOrEmpty();

    configMap(team).apply("theirs", "{apiVersion: v1, kind: ConfigMap, data: {one: '1'}}");
    assertThat(owners(stored(team).get()))
        .contains(
            "theirs Apply v1 {\"f:data\":{\"f:one\":{}}}",
            "before-first-apply Update v1 {\"f:data\":{\".\":{},\"f:one\":{},\"f:three\":{},"
                + "\"f:two\":{}},\"f:metadata\":{\"f:labels\":{\".\":{},\"f:app\":{}}}}");
  }

  private static void merge(Team team, String patch) {
    stored(team).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
  }

  @Test
  void is_only_rehearsed_by_a_dry_run(Team team) {
    var rehearsed = configMap(team).send("fieldManager=mine&dryRun=All", SETTINGS);

    assertThat(rehearsed.code()).isEqualTo(201);
    assertThat(stored(team).get()).isNull();
  }

  @Test
  void is_what_a_java_program_applies(Team team) {
    var map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("a")
            .withNamespace(team.namespace())
            .endMetadata()
            .addToData("one", "1")
            .build();

    var applied = team.client().resource(map).fieldManager("java").serverSideApply();

    assertThat(owners(applied)).isEqualTo("java Apply v1 {\"f:data\":{\"f:one\":{}}}");
    assertThatThrownBy(
            () ->
                team.client()
                    .resource(new ConfigMapBuilder(map).addToData("one", "2").build())
                    .fieldManager("other")
                    .serverSideApply())
        .hasMessageContaining("conflict with \"java\": .data.one");
  }
}
