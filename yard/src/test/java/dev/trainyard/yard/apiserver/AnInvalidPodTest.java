package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The words are those of a kube-apiserver, but for what it says about NUL: nothing.
class AnInvalidPodTest {

  private static final String PODS = "/api/v1/namespaces/default/pods";

  @AutoClose private final TestApi api = new TestApi();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          env: [{name: A=B, value: x}]                   | env[0].name: Invalid value: "A=B": a valid environment variable name must consist only of printable ASCII characters other than '='
          env: [{name: A, value: "x\\0y"}]               | env[0].value: Invalid value: "x\\u0000y": must not contain the character NUL, which ends texts for processes
          env: [{name: A, valueFrom: {}}]                | env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`
          args: ["a\\0b"]                                | args[0]: Invalid value: "a\\u0000b": must not contain the character NUL, which ends texts for processes
          ports: [{containerPort: 70000}]                | ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive
          ports: [{containerPort: 80, protocol: X}]      | ports[0].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"
          resources: {limits: {cpu: 1}, requests: {cpu: 2}} | resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1
          resources: {requests: {nvidia.com/gpu: 1}}     | resources.limits: Required value: Limit must be set for non overcommitable resources
          volumeMounts: [{name: v, mountPath: /a, subPath: ../x}] | volumeMounts.subPath: Invalid value: "../x": must not contain '..'
          volumeMounts: [{name: w, mountPath: /a}]       | volumeMounts[0].name: Not found: "w"
          livenessProbe: {}                              | livenessProbe: Required value: must specify a handler type
          livenessProbe: {tcpSocket: {port: 0}}          | livenessProbe.tcpSocket.port: Invalid value: 0: must be between 1 and 65535, inclusive
          lifecycle: {preStop: {sleep: {seconds: 100}}}  | lifecycle.preStop.sleep: Invalid value: 100: must be non-negative and less than terminationGracePeriodSeconds (30)
          imagePullPolicy: X                             | imagePullPolicy: Unsupported value: "X": supported values: "Always", "IfNotPresent", "Never"
          """)
  void is_refused_for_its_container(String field, String why) {
    var answer =
        api.post(
            PODS,
            """
            {metadata: {name: a}, spec: {volumes: [{name: v, emptyDir: {}}],
             containers: [{name: main, image: work, %s}]}}
            """
                .formatted(field));

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.message()).isEqualTo("Pod \"a\" is invalid: spec.containers[0]." + why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          activeDeadlineSeconds: 9223372036854775807     | activeDeadlineSeconds: Invalid value: 9223372036854775807: must be between 1 and 2147483647, inclusive
          volumes: [{name: v, emptyDir: {}, hostPath: {path: /a}}] | volumes[0].hostPath: Forbidden: may not specify more than 1 volume type
          volumes: [{name: v, hostPath: {path: /a/../b}}] | volumes[0].hostPath.path: Invalid value: "/a/../b": must not contain '..'
          volumes: [{name: v, configMap: {name: c, items: [{key: k, path: ../x}]}}] | volumes[0].configMap.items[0].path: Invalid value: "../x": must not contain '..'
          restartPolicy: Sometimes                       | restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"
          hostname: a.b                                  | hostname: Invalid value: "a.b": must not contain dots
          tolerations: [{key: a, operator: Exists, value: b}] | tolerations[0].operator: Invalid value: "b": value must be empty when `operator` is 'Exists'
          securityContext: {runAsUser: -1}               | securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive
          """)
  void is_refused_for_its_spec(String field, String why) {
    var answer =
        api.post(
            PODS,
            "{metadata: {name: a}, spec: {containers: [{name: main, image: work}], %s}}"
                .formatted(field));

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.message()).isEqualTo("Pod \"a\" is invalid: spec." + why);
  }

  @Test
  void cannot_name_a_volume_like_a_way_out() {
    var answer =
        api.post(
            PODS,
            """
            {metadata: {name: a}, spec: {containers: [{name: main, image: work}],
             volumes: [{name: ../../x, emptyDir: {}}]}}
            """);

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.body().at("/details/causes/0/field").asText())
        .isEqualTo("spec.volumes[0].name");
  }

  @Test
  void is_told_of_all_that_is_wrong() {
    var answer = api.post(PODS, "{metadata: {name: a}, spec: {containers: [{ports: [{}]}]}}");

    assertThat(answer.body().at("/details/causes").findValuesAsText("field"))
        .containsExactly(
            "spec.containers[0].name",
            "spec.containers[0].image",
            "spec.containers[0].ports[0].containerPort");
  }

  @Test
  void that_was_stored_before_anybody_knew_still_gets_its_status() {
    api.post(PODS, "{metadata: {name: a}, spec: {containers: [{name: main, image: work}]}}");
    api.ledger.write(
        transaction -> {
          var key = BuiltInKinds.all().getFirst().key("default", "a");
          var pod = transaction.find(key).orElseThrow().deepCopy();
          pod.withObjectProperty("spec").put("activeDeadlineSeconds", Long.MAX_VALUE);
          return transaction.put(key, pod);
        });

    assertThat(api.merge(PODS + "/a/status", "{status: {phase: Failed}}").code()).isEqualTo(200);
    assertThat(api.merge(PODS + "/a/status", "{status: {phase: [Failed]}}").code()).isEqualTo(422);
  }
}
