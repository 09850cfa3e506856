package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.TestApi.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.store.Ledger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class APodTest {

  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");
  private static final String SIMPLE =
      "{metadata: {name: a}, spec: {containers: [{name: main, image: 'python:3'}]}}";

  @AutoClose
  private final TestApi api = new TestApi(Ledger.Limits.defaults(), InstantSource.fixed(NOW));

  @Test
  void is_filled_with_the_defaults_a_node_relies_on() {
    var pod =
        api.post(
            PODS,
            """
            metadata: {name: a}
            spec:
              automountServiceAccountToken: false
              containers:
              - name: main
                image: python
                ports: [{containerPort: 80}]
                resources: {limits: {cpu: "1", memory: 1Gi}}
            """);

    assertThat(pod.body().path("spec"))
        .isEqualTo(
            yaml(
                """
                automountServiceAccountToken: false
                containers:
                - name: main
                  image: python
                  ports: [{containerPort: 80, protocol: TCP}]
                  resources:
                    limits: {cpu: "1", memory: 1Gi}
                    requests: {cpu: "1", memory: 1Gi}
                  terminationMessagePath: /dev/termination-log
                  terminationMessagePolicy: File
                  imagePullPolicy: Always
                restartPolicy: Always
                terminationGracePeriodSeconds: 30
                dnsPolicy: ClusterFirst
                schedulerName: default-scheduler
                securityContext: {}
                serviceAccount: default
                serviceAccountName: default
                """));
    assertThat(pod.body().path("status")).isEqualTo(yaml("{phase: Pending, qosClass: Guaranteed}"));
  }

  @Test
  void is_refused_with_everything_that_is_wrong() {
    var answer =
        api.post(
            PODS,
            """
            metadata: {name: a}
            spec:
              restartPolicy: Sometimes
              containers:
              - {name: main, image: i, volumeMounts: [{name: data, mountPath: /data}]}
              - {name: main}
              - {name: Main, image: i}
            """);

    assertThat(answer.code()).isEqualTo(422);
    var causes = new ArrayList<String>();
    answer
        .body()
        .at("/details/causes")
        .forEach(c -> causes.add(c.path("field").asText() + " " + c.path("reason").asText()));
    assertThat(causes)
        .containsExactly(
            "spec.containers[0].volumeMounts[0].name FieldValueNotFound",
            "spec.containers[1].name FieldValueDuplicate",
            "spec.containers[1].image FieldValueRequired",
            "spec.containers[2].name FieldValueInvalid",
            "spec.restartPolicy FieldValueNotSupported");
    assertThat(api.post(PODS, "{metadata: {name: a}}").message())
        .isEqualTo("Pod \"a\" is invalid: spec.containers: Required value");
  }

  @Test
  void keeps_its_spec_except_for_images_and_deadlines() {
    api.post(PODS, SIMPLE);

    assertThat(api.merge(PODS + "/a", "{spec: {activeDeadlineSeconds: 5}}").code()).isEqualTo(200);
    var answer = api.merge(PODS + "/a", "{spec: {restartPolicy: Never}}");

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.message())
        .startsWith("Pod \"a\" is invalid: spec: Forbidden: pod updates may not change fields");
  }

  @Test
  void is_bound_to_one_node_once() {
    var pod = api.post(PODS, SIMPLE).body();

    var bound =
        api.post(
            PODS + "/a/binding",
            "{metadata: {name: a, uid: %s, annotations: {x: y}}, target: {kind: Node, name: n1}}"
                .formatted(pod.at("/metadata/uid").asText()));

    assertThat(bound.code()).isEqualTo(201);
    var after = api.get(PODS + "/a").body();
    assertThat(after.at("/spec/nodeName").asText()).isEqualTo("n1");
    assertThat(after.at("/metadata/annotations/x").asText()).isEqualTo("y");
    assertThat(after.at("/status/conditions/0"))
        .isEqualTo(
            yaml(
                """
                type: PodScheduled
                status: "True"
                lastProbeTime: null
                lastTransitionTime: "2026-02-03T04:05:06Z"
                """));
    var again = api.post(PODS + "/a/binding", "{target: {kind: Node, name: n2}}");
    assertThat(again.code()).isEqualTo(409);
    assertThat(again.message()).endsWith("pod a is already assigned to node \"n1\"");
  }

  @Test
  void without_a_node_is_deleted_at_once() {
    api.post(PODS, SIMPLE);

    var deleted = api.delete(PODS + "/a");

    assertThat(deleted.body().path("kind").asText()).isEqualTo("Status");
    assertThat(deleted.body().path("status").asText()).isEqualTo("Success");
    assertThat(api.get(PODS + "/a").code()).isEqualTo(404);
  }

  @Test
  void on_a_node_stays_until_the_node_has_ended_it() {
    api.post(PODS, SIMPLE);
    api.post(PODS + "/a/binding", "{target: {kind: Node, name: n1}}");

    var deleted = api.delete(PODS + "/a");
    assertThat(deleted.body().at("/metadata/deletionTimestamp").asText())
        .isEqualTo("2026-02-03T04:05:36Z");
    assertThat(deleted.body().at("/metadata/deletionGracePeriodSeconds").asInt()).isEqualTo(30);

    var shortened = api.delete(PODS + "/a", "{gracePeriodSeconds: 5}");
    assertThat(shortened.body().at("/metadata/deletionGracePeriodSeconds").asInt()).isEqualTo(5);
    var longer = api.delete(PODS + "/a", "{gracePeriodSeconds: 60}");
    assertThat(longer.resourceVersion()).isEqualTo(shortened.resourceVersion());

    api.delete(PODS + "/a", "{gracePeriodSeconds: 0}");
    assertThat(api.get(PODS + "/a").code()).isEqualTo(404);
  }

  @Test
  void that_has_finished_is_deleted_at_once() {
    api.post(PODS, SIMPLE);
    api.post(PODS + "/a/binding", "{target: {kind: Node, name: n1}}");
    api.merge(PODS + "/a/status", "{status: {phase: Succeeded}}");

    api.delete(PODS + "/a");

    assertThat(api.get(PODS + "/a").code()).isEqualTo(404);
  }

  @Test
  void is_deleted_only_by_those_who_mean_this_one() {
    var pod = api.post(PODS, SIMPLE);

    var other = api.delete(PODS + "/a", "{preconditions: {uid: another}}");
    assertThat(other.code()).isEqualTo(409);
    assertThat(other.message()).contains("Precondition failed: UID in precondition: another");
    assertThat(api.delete(PODS + "/a", "{preconditions: {resourceVersion: '1'}}").code())
        .isEqualTo(409);

    var options = "{preconditions: {resourceVersion: '%s'}}".formatted(pod.resourceVersion());
    assertThat(api.delete(PODS + "/a", options).code()).isEqualTo(200);
  }

  @Test
  void shows_the_log_of_its_only_container() {
    var pod = api.post(PODS, SIMPLE).body();
    var asked = new ArrayList<LogSource.Request>();
    api.server.logsFrom(
        (request, out) -> {
          asked.add(request);
          out.write("hello\n".getBytes(StandardCharsets.UTF_8));
          return true;
        });

    var log =
        api.get(
            PODS + "/a/log?follow=true&timestamps=true&tailLines=3&limitBytes=99&sinceSeconds=6");

    assertThat(log.code()).isEqualTo(200);
    assertThat(log.response().body()).isEqualTo("hello\n");
    assertThat(asked)
        .containsExactly(
            new LogSource.Request(
                "default",
                "a",
                pod.at("/metadata/uid").asText(),
                "main",
                true,
                false,
                true,
                OptionalLong.of(3),
                OptionalLong.of(99),
                Optional.of(NOW.minusSeconds(6))));
  }

  @Test
  void asks_which_container_is_meant_when_there_are_two() {
    api.post(
        PODS,
        "{metadata: {name: a}, spec: {containers: [{name: x, image: i}, {name: y, image: i}]}}");

    var log = api.get(PODS + "/a/log");

    assertThat(log.code()).isEqualTo(400);
    assertThat(log.message())
        .isEqualTo("a container name must be specified for pod a, choose one of: [x, y]");
    assertThat(api.get(PODS + "/a/log?container=z").code()).isEqualTo(400);
  }

  @Test
  void without_a_node_says_why_it_has_no_log() {
    api.post(PODS, SIMPLE);

    var log = api.get(PODS + "/a/log");

    assertThat(log.code()).isEqualTo(400);
    assertThat(log.message())
        .isEqualTo(
            "container \"main\" in pod \"a\" has no log: the pod is not assigned to a node yet");
  }
}
