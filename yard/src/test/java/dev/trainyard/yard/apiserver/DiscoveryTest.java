package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.TestApi.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.KubernetesVersion;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DiscoveryTest {

  @AutoClose private final TestApi api = new TestApi();

  @Test
  void lists_what_can_be_done_with_every_kind() {
    var resources = api.get("/api/v1").body().path("resources");

    assertThat(resources)
        .extracting(resource -> resource.path("name").asText())
        .contains("pods", "pods/log", "pods/binding", "pods/status", "nodes", "events");
    assertThat(resources.path(0))
        .isEqualTo(
            yaml(
                """
                name: pods
                singularName: pod
                namespaced: true
                kind: Pod
                verbs: [create, delete, deletecollection, get, list, patch, update, watch]
                shortNames: [po]
                categories: [all]
                """));
  }

  @Test
  void names_the_groups_and_their_versions() {
    assertThat(api.get("/api").body().path("versions")).hasToString("[\"v1\"]");
    assertThat(api.get("/apis/autoscaling").body().path("preferredVersion"))
        .isEqualTo(yaml("{groupVersion: autoscaling/v2, version: v2}"));
    assertThat(api.get("/apis/batch/v1").body().path("groupVersion").asText())
        .isEqualTo("batch/v1");
  }

  @Test
  void tells_one_version_in_full() {
    var version = api.get("/version").body();

    assertThat(version.path("gitVersion").asText()).isEqualTo(KubernetesVersion.GIT_VERSION);
    for (var field :
        List.of(
            "major",
            "minor",
            "gitCommit",
            "gitTreeState",
            "buildDate",
            "goVersion",
            "compiler",
            "platform")) {
      assertThat(version.path(field).isTextual()).as(field).isTrue();
    }
  }

  @Test
  void does_not_know_what_is_not_there() {
    for (var path : List.of("/apis/none.io", "/apis/none.io/v1/dragons", "/what")) {
      var answer = api.get(path);
      assertThat(answer.code()).isEqualTo(404);
      assertThat(answer.response().body()).isEqualTo("404 page not found\n");
    }
    for (var path : List.of("/apis/batch/v9", "/api/v1/namespaces/default/dragons")) {
      var answer = api.get(path);
      assertThat(answer.code()).isEqualTo(404);
      assertThat(answer.message()).isEqualTo("the server could not find the requested resource");
      // kubectl debug reads details without a look at whether there are any.
      assertThat(answer.body().path("details").isObject()).isTrue();
    }
    assertThat(api.send("POST", "/api/v1/nodes/a", "application/json", "{}").code()).isEqualTo(405);
  }

  @Test
  void tells_kubectl_that_fields_are_checked_here() {
    var index = api.get("/openapi/v3").body();
    assertThat(index.at("/paths/apis~1batch~1v1/serverRelativeURL").asText())
        .isEqualTo("/openapi/v3/apis/batch/v1");

    var paths = api.get("/openapi/v3/apis/batch/v1").body().path("paths");
    var patch = paths.path("/apis/batch/v1/namespaces/{namespace}/jobs/{name}").path("patch");
    assertThat(patch.at("/x-kubernetes-group-version-kind/kind").asText()).isEqualTo("Job");
    assertThat(patch.path("parameters").findValuesAsText("name"))
        .containsExactly("dryRun", "fieldValidation");
  }

  @Test
  void tells_of_built_in_kinds_what_they_consist_of_and_how_they_merge() {
    var schemas = api.get("/openapi/v3/api/v1").body().at("/components/schemas");

    var pod = schemas.path("io.k8s.api.core.v1.Pod");
    assertThat(pod.at("/x-kubernetes-group-version-kind/0/kind").asText()).isEqualTo("Pod");
    assertThat(pod.at("/properties/spec/allOf/0/$ref").asText())
        .isEqualTo("#/components/schemas/io.k8s.api.core.v1.PodSpec");
    var containers = schemas.at("/io.k8s.api.core.v1.PodSpec/properties/containers");
    assertThat(containers.path("type").asText()).isEqualTo("array");
    assertThat(containers.path("x-kubernetes-patch-merge-key").asText()).isEqualTo("name");
    assertThat(containers.path("x-kubernetes-patch-strategy").asText()).isEqualTo("merge");
  }

  @Test
  void describes_custom_kinds_as_their_definitions_do() {
    api.post(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        """
        metadata: {name: trains.example.com}
        spec:
          group: example.com
          scope: Namespaced
          names: {plural: trains, kind: Train}
          versions:
          - name: v1
            served: true
            storage: true
            schema:
              openAPIV3Schema:
                type: object
                description: Runs on rails.
                properties: {spec: {type: object}}
        """);

    var train =
        api.get("/openapi/v3/apis/example.com/v1")
            .body()
            .at("/components/schemas/com.example.v1.Train");

    assertThat(train.path("description").asText()).isEqualTo("Runs on rails.");
    assertThat(train.at("/x-kubernetes-group-version-kind/0/group").asText())
        .isEqualTo("example.com");
    assertThat(train.at("/properties/metadata/allOf/0/$ref").asText()).endsWith("ObjectMeta");
  }

  @Test
  void explains_built_in_kinds_in_the_words_of_kubernetes() {
    var schemas = api.get("/openapi/v3/api/v1").body().at("/components/schemas");

    var container = schemas.path("io.k8s.api.core.v1.Container");
    assertThat(container.path("description").asText())
        .isEqualTo("A single application container that you want to run within a pod.");
    assertThat(container.at("/properties/command/description").asText())
        .startsWith("Entrypoint array. Not executed within a shell.");
    assertThat(container.at("/properties/env/x-kubernetes-list-map-keys/0").asText())
        .isEqualTo("name");
  }

  @Test
  void knows_the_schema_of_every_kind() {
    assertThat(BuiltInKinds.all())
        .as("made anew by TheBuiltInSchemasTest with -Dschemas.write=true")
        .allMatch(
            kind ->
                StructuralSchema.builtIn(kind.group(), kind.version(), kind.name()).isPresent());
  }
}
