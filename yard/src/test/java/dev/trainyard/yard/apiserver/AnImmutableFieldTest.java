package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AnImmutableFieldTest {

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
          schema:
            openAPIV3Schema:
              type: object
              properties:
                spec:
                  type: object
                  properties:
                    queue:
                      type: string
                      x-kubernetes-validations:
                      - {rule: self == oldSelf, message: the queue is immutable}
                    labels:
                      type: object
                      additionalProperties:
                        type: string
                        x-kubernetes-validations:
                        - {rule: oldSelf==self}
                    parts:
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [name]
                      items:
                        type: object
                        properties:
                          name: {type: string}
                          size:
                            type: integer
                            x-kubernetes-validations:
                            - {rule: self == oldSelf, message: a part keeps its size}
                    whole:
                      type: object
                      x-kubernetes-validations:
                      - {rule: self == oldSelf}
                      additionalProperties: {type: string}
                    free: {type: string}
      """;

  @AutoClose private final TestApi api = new TestApi();

  @BeforeEach
  void is_defined() {
    var defined = api.post(DEFINITIONS, DEFINITION);
    assertThat(defined.code()).isEqualTo(201);
    assertThat(defined.response().headers().allValues("Warning")).isEmpty();
    api.post(
        RUNS,
        """
        metadata: {name: a}
        spec: {queue: slow, labels: {x: '1'}, parts: [{name: p, size: 1}], whole: {part: one}}
        """);
  }

  @Test
  void keeps_its_value() {
    var refused = api.merge(RUNS + "/a", "{spec: {queue: fast}}");

    assertThat(refused.code()).isEqualTo(422);
    assertThat(refused.message())
        .isEqualTo(
            "Run.example.com \"a\" is invalid: spec.queue: Invalid value: \"fast\": the queue is"
                + " immutable");
    assertThat(api.merge(RUNS + "/a", "{spec: {queue: slow, free: text}}").code()).isEqualTo(200);
  }

  @Test
  void is_not_looked_at_while_the_object_is_wrong_in_its_form() {
    assertThat(api.merge(RUNS + "/a", "{spec: {queue: fast, free: 7}}").message())
        .endsWith(
            "[spec.free: Invalid value: \"integer\": spec.free in body must be of type string:"
                + " \"integer\", <nil>: Invalid value: null: some validation rules were not checked"
                + " because the object was invalid; correct the existing errors to complete"
                + " validation]");
  }

  @Test
  void may_come_and_go() {
    assertThat(api.merge(RUNS + "/a", "{spec: {queue: null}}").code()).isEqualTo(200);
    assertThat(api.merge(RUNS + "/a", "{spec: {queue: fast}}").code()).isEqualTo(200);
  }

  @Test
  void is_not_shown_where_it_is_not_a_single_value() {
    assertThat(api.merge(RUNS + "/a", "{spec: {whole: {part: two}}}").message())
        .endsWith("spec.whole: Invalid value: failed rule: self == oldSelf");
  }

  @Test
  void is_found_in_maps_and_in_lists_whose_elements_have_keys() {
    assertThat(api.merge(RUNS + "/a", "{spec: {labels: {x: '2'}}}").message())
        .endsWith("spec.labels.x: Invalid value: \"2\": failed rule: oldSelf==self");
    var parts = "{spec: {parts: [{name: q, size: 7}, {name: p, size: 2}]}}";
    assertThat(api.merge(RUNS + "/a", parts).message())
        .endsWith("spec.parts[1].size: Invalid value: 2: a part keeps its size");
  }

  @Test
  void is_the_only_rule_that_is_enforced_and_whoever_brings_another_is_told() {
    var other =
        DEFINITION
            .replace(
                "rule: self == oldSelf, message: the queue", "rule: self != 0, message: the queue")
            .replace("runs", "walks")
            .replace("Run", "Walk");
    var defined = api.post(DEFINITIONS, other);

    assertThat(defined.code()).isEqualTo(201);
    assertThat(defined.response().headers().allValues("Warning"))
        .containsExactly(
            "299 - \"spec.versions[0].schema: the rule \\\"self != 0\\\" is kept and not enforced"
                + " here\"");
  }
}
