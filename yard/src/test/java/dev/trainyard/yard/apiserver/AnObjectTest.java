package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.TestApi.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AnObjectTest {

  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";
  private static final String TEMPLATE =
      "template: {spec: {restartPolicy: Never, containers: [{name: main, image: work}]}}";

  @AutoClose private final TestApi api = new TestApi();

  @Test
  void gets_an_identity_when_it_is_created() {
    var created = api.post(CONFIG_MAPS, "{metadata: {name: a, uid: mine, generation: 7}}");

    assertThat(created.code()).isEqualTo(201);
    assertThat(created.body().path("kind").asText()).isEqualTo("ConfigMap");
    assertThat(created.body().path("apiVersion").asText()).isEqualTo("v1");
    var metadata = created.body().path("metadata");
    assertThat(metadata.path("namespace").asText()).isEqualTo("default");
    assertThat(metadata.path("uid").asText()).hasSize(36);
    assertThat(metadata.path("creationTimestamp").asText())
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    assertThat(metadata.path("resourceVersion").asText()).matches("[1-9]\\d*");
    assertThat(api.get(CONFIG_MAPS + "/a").body()).isEqualTo(created.body());
  }

  @Test
  void gets_five_random_characters_behind_a_generated_name() {
    var first = api.post(CONFIG_MAPS, "{metadata: {generateName: run-}}");
    var second = api.post(CONFIG_MAPS, "{metadata: {generateName: run-}}");

    assertThat(first.body().at("/metadata/name").asText()).matches("run-[a-z0-9]{5}");
    assertThat(second.body().at("/metadata/name")).isNotEqualTo(first.body().at("/metadata/name"));
  }

  @Test
  void cannot_be_created_twice() {
    api.post(CONFIG_MAPS, "{metadata: {name: a}}");

    var again = api.post(CONFIG_MAPS, "{metadata: {name: a}}");

    assertThat(again.code()).isEqualTo(409);
    assertThat(again.body())
        .isEqualTo(
            yaml(
                """
                kind: Status
                apiVersion: v1
                metadata: {}
                status: Failure
                message: 'configmaps "a" already exists'
                reason: AlreadyExists
                details: {name: a, kind: configmaps}
                code: 409
                """));
  }

  @Test
  void that_is_not_there_is_not_found() {
    var answer = api.get(JOBS + "/nope");

    assertThat(answer.code()).isEqualTo(404);
    assertThat(answer.message()).isEqualTo("jobs.batch \"nope\" not found");
    assertThat(answer.body().path("details"))
        .isEqualTo(yaml("{name: nope, group: batch, kind: jobs}"));
  }

  @Test
  void is_updated_only_from_its_latest_version() {
    var old = (ObjectNode) api.post(CONFIG_MAPS, "{metadata: {name: a}}").body();
    old.putObject("data").put("k", "1");
    assertThat(api.put(CONFIG_MAPS + "/a", old).code()).isEqualTo(200);

    old.putObject("data").put("k", "2");
    var stale = api.put(CONFIG_MAPS + "/a", old);

    assertThat(stale.code()).isEqualTo(409);
    assertThat(stale.reason()).isEqualTo("Conflict");
    assertThat(stale.message())
        .isEqualTo(
            "Operation cannot be fulfilled on configmaps \"a\": the object has been modified;"
                + " please apply your changes to the latest version and try again");
    assertThat(api.get(CONFIG_MAPS + "/a").body().at("/data/k").asText()).isEqualTo("1");
  }

  @Test
  void is_changed_by_exactly_one_of_many_that_start_from_the_same_version() throws Exception {
    var seen = api.post(CONFIG_MAPS, "{metadata: {name: a}}").body();

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var codes =
          IntStream.range(0, 20)
              .mapToObj(
                  i ->
                      threads.submit(
                          () -> {
                            ObjectNode mine = seen.deepCopy();
                            mine.putObject("data").put("writer", "w" + i);
                            return api.put(CONFIG_MAPS + "/a", mine).code();
                          }))
              .toList();
      var won = 0;
      for (var code : codes) {
        assertThat(code.get()).isIn(200, 409);
        won += code.get() == 200 ? 1 : 0;
      }
      assertThat(won).isEqualTo(1);
    }
  }

  @Test
  void that_is_written_unchanged_keeps_its_version() {
    var created = api.post(CONFIG_MAPS, "{metadata: {name: a}, data: {k: v}}");

    var updated = api.put(CONFIG_MAPS + "/a", created.body());

    assertThat(updated.code()).isEqualTo(200);
    assertThat(updated.resourceVersion()).isEqualTo(created.resourceVersion());
  }

  @Test
  void counts_generations_by_its_spec_alone() {
    api.post(JOBS, "{metadata: {name: a}, spec: {parallelism: 1, %s}}".formatted(TEMPLATE));

    var labelled = api.merge(JOBS + "/a", "{metadata: {labels: {x: y}}}");
    assertThat(labelled.body().at("/metadata/generation").asInt()).isEqualTo(1);

    var status = api.merge(JOBS + "/a/status", "{status: {active: 1}}");
    assertThat(status.body().at("/metadata/generation").asInt()).isEqualTo(1);

    var changed = api.merge(JOBS + "/a", "{spec: {parallelism: 2}}");
    assertThat(changed.body().at("/metadata/generation").asInt()).isEqualTo(2);
  }

  @Test
  void that_is_a_job_says_in_full_what_it_means_and_finds_its_pods_by_its_uid() {
    var job = api.post(JOBS, "{metadata: {name: a}, spec: {%s}}".formatted(TEMPLATE)).body();

    assertThat(job.at("/spec/completions").asInt()).isEqualTo(1);
    assertThat(job.at("/spec/parallelism").asInt()).isEqualTo(1);
    assertThat(job.at("/spec/backoffLimit").asInt()).isEqualTo(6);
    assertThat(job.at("/spec/completionMode").asText()).isEqualTo("NonIndexed");
    assertThat(job.at("/spec/template/spec/restartPolicy").asText()).isEqualTo("Never");
    var uid = job.at("/metadata/uid").asText();
    assertThat(job.at("/spec/selector/matchLabels").properties())
        .singleElement()
        .returns("batch.kubernetes.io/controller-uid", one -> one.getKey())
        .returns(uid, one -> one.getValue().asText());
    var labels = job.at("/spec/template/metadata/labels");
    assertThat(labels.path("controller-uid").asText()).isEqualTo(uid);
    assertThat(labels.path("job-name").asText()).isEqualTo("a");
    assertThat(labels.path("batch.kubernetes.io/job-name").asText()).isEqualTo("a");
  }

  @Test
  void that_is_a_job_has_only_the_restart_policy_somebody_chose() {
    var job =
        api.post(
                JOBS,
                "{metadata: {name: a}, spec: {completions: 2, template: {spec: {containers: [{name:"
                    + " main, image: work}]}}}}")
            .body();

    assertThat(job.at("/spec/template/spec").has("restartPolicy")).isFalse();
  }

  @Test
  void has_a_status_that_only_its_subresource_writes() {
    var created =
        api.post(
            JOBS,
            "{metadata: {name: a}, spec: {parallelism: 1, %s}, status: {active: 9}}"
                .formatted(TEMPLATE));
    assertThat(created.body().has("status")).isFalse();

    api.merge(JOBS + "/a", "{status: {active: 8}}");
    assertThat(api.get(JOBS + "/a").body().has("status")).isFalse();

    var body = (ObjectNode) api.get(JOBS + "/a").body();
    body.putObject("spec").put("parallelism", 5);
    body.putObject("status").put("active", 1);
    var updated = api.put(JOBS + "/a/status", body);
    assertThat(updated.body().at("/status/active").asInt()).isEqualTo(1);
    assertThat(updated.body().at("/spec/parallelism").asInt()).isEqualTo(1);
  }

  @Test
  void can_be_changed_by_operations() {
    api.post(CONFIG_MAPS, "{metadata: {name: a}, data: {k: v}}");
    var patch =
        """
        [{"op": "test", "path": "/data/k", "value": "v"},
         {"op": "replace", "path": "/data/k", "value": "w"}]\
        """;

    var patched = api.send("PATCH", CONFIG_MAPS + "/a", "application/json-patch+json", patch);
    assertThat(patched.body().at("/data/k").asText()).isEqualTo("w");

    var again = api.send("PATCH", CONFIG_MAPS + "/a", "application/json-patch+json", patch);
    assertThat(again.code()).isEqualTo(422);
  }

  @Test
  void refuses_patches_of_other_kinds_by_name() {
    api.post(CONFIG_MAPS, "{metadata: {name: a}}");

    var answer = api.send("PATCH", CONFIG_MAPS + "/a", "application/apply-patch+cbor", "{}");

    assertThat(answer.code()).isEqualTo(415);
    assertThat(answer.message())
        .contains("application/apply-patch+cbor", "application/merge-patch+json");
  }

  @Test
  void is_not_stored_by_a_dry_run() {
    var answer = api.post(CONFIG_MAPS + "?dryRun=All", "{metadata: {name: a}}");

    assertThat(answer.code()).isEqualTo(201);
    assertThat(api.get(CONFIG_MAPS + "/a").code()).isEqualTo(404);
    assertThat(api.server.writes().snapshot()).isEmpty();
  }

  @Test
  void must_be_called_what_kubernetes_allows() {
    var answer = api.post(CONFIG_MAPS, "{metadata: {name: Not_OK, labels: {a/b/c: '-'}}}");

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.message())
        .startsWith(
            "ConfigMap \"Not_OK\" is invalid: [metadata.name: Invalid value: \"Not_OK\": a"
                + " lowercase RFC 1123 subdomain must consist of");
    assertThat(answer.body().at("/details/causes")).hasSize(3);
  }

  @Test
  void must_be_what_its_path_says() {
    assertThat(api.post(CONFIG_MAPS, "{kind: Secret, metadata: {name: a}}").message())
        .isEqualTo("the kind in the data (Secret) does not match the expected kind (ConfigMap)");
    assertThat(api.post(CONFIG_MAPS, "{metadata: {name: a, namespace: other}}").code())
        .isEqualTo(400);
    assertThat(api.post(CONFIG_MAPS, "{metadata: {name: a, labels: {x: 1}}}").message())
        .isEqualTo(
            "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot unmarshal"
                + " number into Go struct field ObjectMeta.metadata.labels of type string"
                + " (metadata.labels.x: 1)");
    assertThat(api.send("POST", CONFIG_MAPS, "application/json", "{").code()).isEqualTo(400);
  }

  @Test
  void is_counted_each_time_it_is_written() {
    api.post(CONFIG_MAPS, "{metadata: {name: a}}");
    api.post(CONFIG_MAPS, "{metadata: {name: a}}");
    api.merge(CONFIG_MAPS + "/a", "{data: {k: v}}");
    api.delete(CONFIG_MAPS + "/a");

    assertThat(api.server.writes().snapshot())
        .containsOnly(
            Map.entry(new WriteCounts.Write("create", "configmaps", "default"), 1L),
            Map.entry(new WriteCounts.Write("patch", "configmaps", "default"), 1L),
            Map.entry(new WriteCounts.Write("delete", "configmaps", "default"), 1L));
  }

  @Test
  void is_refused_whole_when_the_disk_is_full_and_the_server_goes_on() {
    api.post(CONFIG_MAPS, "{metadata: {name: before}}");
    api.store.full(true);

    var refused = api.post(CONFIG_MAPS, "{metadata: {name: during}}");
    assertThat(refused.code()).isEqualTo(507);
    assertThat(refused.message()).isEqualTo("The disk is full.");
    assertThat(api.get(CONFIG_MAPS + "/during").code()).isEqualTo(404);

    api.store.full(false);
    assertThat(api.post(CONFIG_MAPS, "{metadata: {name: during}}").code()).isEqualTo(201);
    assertThat(api.get(CONFIG_MAPS).body().path("items").findValuesAsText("name"))
        .contains("before", "during");
  }

  @Test
  void may_not_be_larger_than_three_mebibytes() {
    var large = "{\"data\": {\"k\": \"%s\"}}".formatted("x".repeat(3 * 1024 * 1024));

    var answer = api.send("POST", CONFIG_MAPS, "application/json", large);

    assertThat(answer.code()).isEqualTo(413);
    assertThat(answer.reason()).isEqualTo("RequestEntityTooLarge");
  }
}
