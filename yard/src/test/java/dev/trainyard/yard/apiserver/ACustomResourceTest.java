package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.TestApi.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ACustomResourceTest {

  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String RUNS = "/apis/example.com/v1/namespaces/default/runs";
  private static final String DEFINITION =
      """
      metadata: {name: runs.example.com}
      spec:
        group: example.com
        scope: Namespaced
        names: {kind: Run, plural: runs, shortNames: [rn], categories: [all]}
        versions:
        - name: v1
          served: true
          storage: true
          subresources:
            status: {}
            scale:
              specReplicasPath: .spec.replicas
              statusReplicasPath: .status.replicas
              labelSelectorPath: .status.selector
          schema:
            openAPIV3Schema:
              type: object
              required: [spec]
              properties:
                spec:
                  type: object
                  properties:
                    replicas: {type: integer, minimum: 0}
                    mode: {type: string, enum: [fast, slow], default: fast}
                status:
                  type: object
                  properties:
                    replicas: {type: integer}
                    selector: {type: string}
        - name: v2
          served: true
          storage: false
          schema:
            openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
      """;

  @AutoClose private final TestApi api = new TestApi();

  @BeforeEach
  void is_defined() {
    assertThat(api.post(DEFINITIONS, DEFINITION).code()).isEqualTo(201);
  }

  @Test
  void can_be_used_as_soon_as_its_definition_is_accepted() {
    var definition = api.get(DEFINITIONS + "/runs.example.com").body();
    assertThat(definition.at("/status/conditions"))
        .extracting(c -> c.path("type").asText() + "=" + c.path("status").asText())
        .containsExactly("NamesAccepted=True", "Established=True");

    var run = api.post(RUNS, "{metadata: {name: a}, spec: {replicas: 2}}");

    assertThat(run.code()).isEqualTo(201);
    assertThat(run.body().path("spec")).isEqualTo(yaml("{replicas: 2, mode: fast}"));
    assertThat(run.body().path("apiVersion").asText()).isEqualTo("example.com/v1");
  }

  @Test
  void is_refused_with_every_field_that_is_wrong() {
    var answer = api.post(RUNS, "{metadata: {name: a}, spec: {replicas: many, mode: medium}}");

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.message())
        .isEqualTo(
            "Run.example.com \"a\" is invalid: [spec.replicas: Invalid value: \"string\":"
                + " spec.replicas in body must be of type integer: \"string\", spec.mode:"
                + " Unsupported value: \"medium\": supported values: \"fast\", \"slow\"]");
    assertThat(answer.body().at("/details/kind").asText()).isEqualTo("Run");
    assertThat(answer.body().at("/details/causes/0"))
        .isEqualTo(
            yaml(
                """
                reason: FieldValueTypeInvalid
                message: 'Invalid value: "string": spec.replicas in body must be of type integer: "string"'
                field: spec.replicas
                """));
  }

  @Test
  void loses_fields_nobody_knows_and_is_warned_or_refused_as_asked() {
    var body = "{metadata: {name: a}, spec: {repliccas: 2}}";

    var strict = api.post(RUNS + "?fieldValidation=Strict", body);
    assertThat(strict.code()).isEqualTo(400);
    assertThat(strict.message())
        .isEqualTo(
            "Run in version \"v1\" cannot be handled as a Run: strict decoding error: unknown"
                + " field \"spec.repliccas\"");

    var warned = api.post(RUNS, body);
    assertThat(warned.code()).isEqualTo(201);
    assertThat(warned.response().headers().allValues("Warning"))
        .containsExactly("299 - \"unknown field \\\"spec.repliccas\\\"\"");
    assertThat(warned.body().path("spec")).isEqualTo(yaml("{mode: fast}"));

    var ignored = api.post(RUNS + "?fieldValidation=Ignore", "{metadata: {name: b}, spec: {x: 1}}");
    assertThat(ignored.response().headers().allValues("Warning")).isEmpty();
  }

  @Test
  void is_the_same_object_in_all_its_versions() {
    api.post(RUNS, "{metadata: {name: a}, spec: {replicas: 2}}");

    var other = api.get("/apis/example.com/v2/namespaces/default/runs/a").body();

    assertThat(other.path("apiVersion").asText()).isEqualTo("example.com/v2");
    assertThat(other.at("/spec/replicas").asInt()).isEqualTo(2);
  }

  @Test
  void is_not_updated_without_saying_which_version_was_seen() {
    var run = (ObjectNode) api.post(RUNS, "{metadata: {name: a}, spec: {}}").body();
    run.withObjectProperty("metadata").remove("resourceVersion");

    var answer = api.put(RUNS + "/a", run);

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.message())
        .contains("metadata.resourceVersion: Invalid value: 0: must be specified for an update");
  }

  @Test
  void is_scaled_where_its_definition_says() {
    api.post(RUNS, "{metadata: {name: a}, spec: {replicas: 2}}");
    api.merge(RUNS + "/a/status", "{status: {replicas: 1, selector: job=a}}");

    var scale = api.get(RUNS + "/a/scale").body();
    assertThat(scale.path("kind").asText()).isEqualTo("Scale");
    assertThat(scale.path("spec")).isEqualTo(yaml("{replicas: 2}"));
    assertThat(scale.path("status")).isEqualTo(yaml("{replicas: 1, selector: job=a}"));

    ((ObjectNode) scale).putObject("spec").put("replicas", 4);
    assertThat(api.put(RUNS + "/a/scale", scale).code()).isEqualTo(200);
    assertThat(api.get(RUNS + "/a").body().at("/spec/replicas").asInt()).isEqualTo(4);
    assertThat(api.put(RUNS + "/a/scale", scale).code()).isEqualTo(409);

    api.merge(RUNS + "/a/scale", "{spec: {replicas: 1}}");
    assertThat(api.get(RUNS + "/a").body().at("/metadata/generation").asInt()).isEqualTo(3);
  }

  @Test
  void without_replicas_has_no_scale_to_show() {
    api.post(RUNS, "{metadata: {name: a}, spec: {}}");

    var answer = api.get(RUNS + "/a/scale");

    assertThat(answer.code()).isEqualTo(500);
    assertThat(answer.message())
        .endsWith("the spec replicas field \".spec.replicas\" does not exist");
  }

  @Test
  void appears_in_discovery() {
    var resources = api.get("/apis/example.com/v1").body();

    assertThat(resources.path("resources"))
        .extracting(r -> r.path("name").asText())
        .containsExactly("runs", "runs/status", "runs/scale");
    assertThat(resources.at("/resources/0/shortNames/0").asText()).isEqualTo("rn");
    assertThat(resources.at("/resources/0/categories/0").asText()).isEqualTo("all");
    assertThat(api.get("/apis").body().path("groups"))
        .extracting(g -> g.path("name").asText())
        .contains("example.com", "batch");
  }

  @Test
  void goes_with_its_definition() {
    api.post(RUNS, "{metadata: {name: a}, spec: {}}");

    api.delete(DEFINITIONS + "/runs.example.com");

    await().until(() -> api.get(DEFINITIONS + "/runs.example.com").code() == 404);
    assertThat(api.get(RUNS).code()).isEqualTo(404);
    api.post(DEFINITIONS, DEFINITION);
    assertThat(api.get(RUNS).body().path("items")).isEmpty();
  }

  @Test
  void needs_a_definition_that_makes_sense() {
    var answer =
        api.post(
            DEFINITIONS,
            "{metadata: {name: x}, spec: {group: g.io, names: {plural: ys, kind: Y}, scope:"
                + " Some}}");

    assertThat(answer.body().at("/details/causes"))
        .extracting(c -> c.path("field").asText())
        .containsExactly("spec.scope", "metadata.name", "spec.versions");
  }
}
