package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The words are those of a kube-apiserver.
class AnInvalidObjectTest {

  private static final String TEMPLATE =
      "template: {metadata: {labels: {a: b}}, spec: {restartPolicy: Never, containers: [{name: a,"
          + " image: b}]}}";

  @AutoClose private final TestApi api = new TestApi();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          api/v1 | configmaps | data: {..: x}                    | data[..]: Invalid value: "..": must not be '..'
          api/v1 | configmaps | {data: {a: x}, binaryData: {a: eA==}} | data[a]: Invalid value: "a": duplicate of key present in binaryData
          api/v1 | secrets    | type: kubernetes.io/tls          | [data[tls.crt]: Required value, data[tls.key]: Required value]
          api/v1 | services   | spec: {}                         | spec.ports: Required value
          api/v1 | services   | spec: {ports: [{port: 80, nodePort: 30001}]} | spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'
          api/v1 | services   | spec: {ports: [{port: 80}], clusterIP: x} | spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)
          api/v1 | services   | spec: {ports: [{port: 80}], sessionAffinity: X} | spec.sessionAffinity: Unsupported value: "X": supported values: "ClientIP", "None"
          api/v1 | persistentvolumeclaims | spec: {}             | [spec.accessModes: Required value: at least 1 access mode is required, spec.resources[storage]: Required value]
          apis/apps/v1 | deployments | spec: {selector: {matchLabels: {a: c}}, TEMPLATE} | [spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`, spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"]
          apis/batch/v1 | jobs | spec: {parallelism: -1, TEMPLATE} | spec.parallelism: Invalid value: -1: must be greater than or equal to 0
          apis/batch/v1 | jobs | spec: {}                        | [spec.template.spec.containers: Required value, spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"]
          apis/batch/v1 | jobs | spec: {podReplacementPolicy: X, TEMPLATE} | spec.podReplacementPolicy: Unsupported value: "X": supported values: "Failed", "TerminatingOrFailed"
          apis/autoscaling/v2 | horizontalpodautoscalers | spec: {maxReplicas: 3, minReplicas: 5, scaleTargetRef: {apiVersion: a/v1, kind: A, name: b}} | spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`
          apis/coordination.k8s.io/v1 | leases | spec: {leaseDurationSeconds: 0} | spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0
          apis/policy/v1 | poddisruptionbudgets | spec: {minAvailable: 150%} | spec.minAvailable: Invalid value: "150%": must not be greater than 100%
          apis/rbac.authorization.k8s.io/v1 | roles | rules: [{}] | [rules[0].verbs: Required value: verbs must contain at least one value, rules[0].apiGroups: Required value: resource rules must supply at least one api group, rules[0].resources: Required value: resource rules must supply at least one resource]
          apis/rbac.authorization.k8s.io/v1 | rolebindings | subjects: [] | [roleRef.kind: Unsupported value: "": supported values: "Role", "ClusterRole", roleRef.name: Required value]
          apis/networking.k8s.io/v1 | ingresses | spec: {rules: [{http: {paths: []}}]} | spec.rules[0].http.paths: Required value
          apis/discovery.k8s.io/v1 | endpointslices | endpoints: [] | addressType: Required value
          """)
  void is_refused_in_the_words_of_kubernetes(
      String version, String plural, String fields, String why) {
    var body = fields.startsWith("{") ? fields.substring(1, fields.length() - 1) : fields;
    var answer =
        api.post(
            "/%s/namespaces/default/%s".formatted(version, plural),
            "{metadata: {name: t}, %s}".formatted(body.replace("TEMPLATE", TEMPLATE)));

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.message()).endsWith("\"t\" is invalid: " + why);
  }

  @Test
  void is_refused_when_its_data_are_too_many() {
    var map = Json.object();
    map.putObject("metadata").put("name", "a");
    map.putObject("data").put("a", "x".repeat(1024 * 1024 + 1));

    var answer =
        api.send(
            "POST", "/api/v1/namespaces/default/configmaps", "application/json", map.toString());

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.message()).endsWith("Too long: may not be more than 1048576 bytes");
  }

  @Test
  void is_no_class_of_the_system() {
    var answer =
        api.post("/apis/scheduling.k8s.io/v1/priorityclasses", "{metadata: {name: system-x}}");

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.body().at("/details/causes/0/reason").asText())
        .isEqualTo("FieldValueForbidden");
  }
}
