package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AJudgedResourceTest {

  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String RUNS = "/apis/example.com/v1/namespaces/default/runs";
  private static final String DEFINITION =
      """
      metadata: {name: runs.example.com}
      spec:
        group: example.com
        scope: Namespaced
        names: {kind: Run, plural: runs}
        versions:
        - name: v1
          served: true
          storage: true
          subresources:
            status: {}
            scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
          schema:
            openAPIV3Schema:
              type: object
              properties:
                spec:
                  type: object
                  properties:
                    replicas: {type: integer, default: 1}
                    mode: {type: string}
                status: {type: object, x-kubernetes-preserve-unknown-fields: true}
      """;

  private final List<Doorman.Request> asked = new ArrayList<>();
  @AutoClose private final TestApi api = new TestApi(this::judge);

  @BeforeEach
  void is_defined() {
    assertThat(api.post(DEFINITIONS, DEFINITION).code()).isEqualTo(201);
  }

  /// Slow is unwise, wild is out of the question.
  private Doorman.Verdict judge(Doorman.Request request) {
    asked.add(request);
    return switch (request.object().at("/spec/mode").asText()) {
      case "slow" ->
          new Doorman.Verdict(Optional.empty(), List.of("spec.mode: \"slow\" takes long"));
      case "wild" ->
          new Doorman.Verdict(
              Optional.of(new Doorman.Refusal("runs.example.com", "spec.mode: not here")),
              List.of("calm down"));
      case "ours" ->
          new Doorman.Verdict(
              Optional.empty(), List.of(), Map.of("owner", request.sender().name()));
      default -> Doorman.Verdict.ALLOWED;
    };
  }

  @Test
  void is_refused_as_a_webhook_refuses_it() {
    var refused = api.post(RUNS, "{metadata: {name: a}, spec: {mode: wild}}");

    assertThat(refused.code()).isEqualTo(403);
    assertThat(refused.reason()).isEqualTo("Forbidden");
    assertThat(refused.message())
        .isEqualTo(
            "admission webhook \"runs.example.com\" denied the request: spec.mode: not here");
    assertThat(warnings(refused)).containsExactly("299 - \"calm down\"");
    assertThat(api.get(RUNS + "/a").code()).isEqualTo(404);
  }

  @Test
  void is_let_in_with_warnings() {
    var created = api.post(RUNS, "{metadata: {name: a}, spec: {mode: slow}}");

    assertThat(created.code()).isEqualTo(201);
    assertThat(warnings(created)).containsExactly("299 - \"spec.mode: \\\"slow\\\" takes long\"");
  }

  @Test
  void is_labelled_whatever_it_claims_itself() {
    var created =
        api.post(RUNS, "{metadata: {name: a, labels: {owner: me, team: red}}, spec: {mode: ours}}");

    assertThat(created.body().at("/metadata/labels").toString())
        .isEqualTo("{\"owner\":\"yard\",\"team\":\"red\"}");
    assertThat(api.get(RUNS + "/a").body().at("/metadata/labels/owner").asText()).isEqualTo("yard");
    assertThat(
            api.post(RUNS, "{metadata: {name: b}, spec: {mode: ours}}")
                .body()
                .at("/metadata/labels/owner")
                .asText())
        .isEqualTo("yard");
  }

  @Test
  void is_judged_in_a_dry_run_too() {
    assertThat(api.post(RUNS + "?dryRun=All", "{metadata: {name: a}, spec: {mode: wild}}").code())
        .isEqualTo(403);
  }

  @Test
  void is_shown_complete_and_beside_what_it_was() {
    api.post(RUNS, "{metadata: {generateName: a-}, spec: {mode: fast, unknown: 1}}");
    var name = asked.getLast().object().at("/metadata/name").asText();
    assertThat(name).startsWith("a-").hasSize(7);
    assertThat(asked.getLast().object().path("spec").toString())
        .isEqualTo("{\"mode\":\"fast\",\"replicas\":1}");
    assertThat(asked.getLast().before()).isEmpty();

    assertThat(api.merge(RUNS + "/" + name, "{spec: {mode: wild}}").code()).isEqualTo(403);
    assertThat(asked.getLast().before().orElseThrow().at("/spec/mode").asText()).isEqualTo("fast");
    var stored = (ObjectNode) api.get(RUNS + "/" + name).body();
    stored.withObject("/spec").put("mode", "wild");
    assertThat(api.put(RUNS + "/" + name, stored).code()).isEqualTo(403);
  }

  @Test
  void is_not_judged_for_its_status_its_scale_or_its_end() {
    api.post(RUNS, "{metadata: {name: a}, spec: {mode: fast}}");
    asked.clear();

    assertThat(api.merge(RUNS + "/a/status", "{status: {replicas: 1}}").code()).isEqualTo(200);
    assertThat(api.merge(RUNS + "/a/scale", "{spec: {replicas: 2}}").code()).isEqualTo(200);
    assertThat(api.delete(RUNS + "/a").code()).isEqualTo(200);
    assertThat(api.post("/api/v1/namespaces/default/configmaps", "{metadata: {name: a}}").code())
        .isEqualTo(201);
    assertThat(asked).isEmpty();
  }

  @Test
  void is_not_judged_before_it_obeys_its_definition() {
    assertThat(api.post(RUNS, "{metadata: {name: a}, spec: {mode: 7}}").code()).isEqualTo(422);
    assertThat(asked).isEmpty();
  }

  private static List<String> warnings(TestApi.Answer answer) {
    return answer.response().headers().allValues("Warning");
  }
}
