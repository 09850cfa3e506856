package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.cli.offline.Desk.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnInstallationTest {

  @TempDir private Path directory = Path.of("");

  @Test
  void is_one_stream_of_everything_in_the_order_it_can_be_created() {
    assertThat(objects("install").map(AnInstallationTest::reference))
        .containsExactly(
            "Namespace/trainyard-system",
            "CustomResourceDefinition/pytorchjobs.kubeflow.org",
            "CustomResourceDefinition/pytorchtrainingjobs.batch.tensorstack.dev",
            "CustomResourceDefinition/deepspeedjobs.batch.tensorstack.dev",
            "CustomResourceDefinition/tensorboards.tensorstack.dev",
            "CustomResourceDefinition/queues.scheduler.tensorstack.dev",
            "CustomResourceDefinition/podgroups.scheduler.tensorstack.dev",
            "CustomResourceDefinition/appwrappers.workload.codeflare.dev",
            "CustomResourceDefinition/mpijobs.kubeflow.org",
            "CustomResourceDefinition/trainingworkloads.run.ai",
            "CustomResourceDefinition/trainingpolicies.run.ai",
            "CustomResourceDefinition/resourceflavors.kueue.x-k8s.io",
            "CustomResourceDefinition/clusterqueues.kueue.x-k8s.io",
            "CustomResourceDefinition/localqueues.kueue.x-k8s.io",
            "CustomResourceDefinition/workloadpriorityclasses.kueue.x-k8s.io",
            "PriorityClass/low-priority",
            "PriorityClass/default-priority",
            "PriorityClass/high-priority",
            "ServiceAccount/trainyard-operator",
            "Secret/trainyard-operator-webhook-cert",
            "ClusterRole/trainyard-operator",
            "ClusterRoleBinding/trainyard-operator",
            "Role/trainyard-operator-election",
            "RoleBinding/trainyard-operator-election",
            "Role/trainyard-operator-webhook",
            "RoleBinding/trainyard-operator-webhook",
            "ClusterRole/trainyard-operator-jobs-view",
            "ClusterRole/trainyard-operator-jobs-edit",
            "ClusterRole/trainyard-operator-jobs-admin",
            "Deployment/trainyard-operator",
            "Service/trainyard-operator",
            "PodDisruptionBudget/trainyard-operator",
            "MutatingWebhookConfiguration/validator.trainyard.dev",
            "ValidatingWebhookConfiguration/validator.trainyard.dev");
  }

  @Test
  void without_app_wrappers_changes_nothing_that_is_stored_and_brings_no_priorities() {
    assertThat(objects("install", "--set", "dialects=PyTorchJob").map(AnInstallationTest::kind))
        .contains("ValidatingWebhookConfiguration")
        .doesNotContain("MutatingWebhookConfiguration", "PriorityClass");
  }

  @Test
  void has_app_wrappers_told_who_has_made_them() {
    var webhook = one("MutatingWebhookConfiguration", "install").at("/webhooks/0");

    assertThat(webhook.path("name").asText()).isEqualTo("mappwrapper.kb.io");
    assertThat(webhook.at("/clientConfig/service/path").asText())
        .isEqualTo("/mutate-workload-codeflare-dev-v1beta2-appwrapper");
    assertThat(webhook.at("/rules/0/operations").toString()).isEqualTo("[\"CREATE\"]");
    assertThat(webhook.at("/failurePolicy").asText()).isEqualTo("Fail");
  }

  @Test
  void asks_for_no_right_by_a_wildcard_and_without_deepspeed_for_its_own_secret_only() {
    var rules =
        objects("install", "--set", "dialects=PyTorchJob,PyTorchTrainingJob,TensorBoard")
            .flatMap(object -> each(object.path("rules")))
            .toList();

    assertThat(rules).isNotEmpty();
    assertThat(rules).noneMatch(rule -> rule.toString().contains("*"));
    assertThat(rules.stream().filter(rule -> rule.toString().contains("secrets")))
        .singleElement()
        .asString()
        .contains(
            "\"resourceNames\":[\"trainyard-operator-webhook-cert\"]",
            "\"verbs\":[\"get\",\"update\"]");
    assertThat(one("Secret", "install").has("data")).isFalse();
  }

  @Test
  void has_every_job_judged_before_it_is_stored() {
    var webhook = one("ValidatingWebhookConfiguration", "install").at("/webhooks/0");

    assertThat(webhook)
        .isEqualTo(
            tree(
                """
                name: validator.pytorchjob.training-operator.kubeflow.org
                admissionReviewVersions: [v1]
                failurePolicy: Fail
                sideEffects: None
                timeoutSeconds: 10
                matchConditions:
                - name: not-by-the-operator
                  expression: request.userInfo.username != 'system:serviceaccount:trainyard-system:trainyard-operator'
                clientConfig:
                  service:
                    name: trainyard-operator
                    namespace: trainyard-system
                    path: /validate-kubeflow-org-v1-pytorchjob
                    port: 443
                rules:
                - apiGroups: [kubeflow.org]
                  apiVersions: [v1]
                  operations: [CREATE, UPDATE]
                  resources: [pytorchjobs]
                """));
    assertThat(one("Service", "install").at("/spec/ports/1"))
        .isEqualTo(tree("{name: webhook, port: 443, targetPort: webhook}"));
    var container = one("Deployment", "install").at("/spec/template/spec/containers/0");
    assertThat(container.at("/ports/2")).isEqualTo(tree("{name: webhook, containerPort: 9443}"));
    assertThat(each(container.path("args")))
        .extracting(JsonNode::asText)
        .contains("--webhook-server-port=9443");
  }

  @Test
  void has_none_judged_where_that_is_not_wanted() {
    assertThat(objects("install", "--set", "webhook=false"))
        .noneMatch(object -> object.toString().contains("webhook"));
  }

  @Test
  void judges_no_jobs_of_other_namespaces_and_shares_nothing_with_another_installation() {
    String[] command = {"install", "-n", "ops", "--set", "namespaces=team-a"};
    var configuration = one("ValidatingWebhookConfiguration", command);

    assertThat(reference(configuration))
        .isEqualTo("ValidatingWebhookConfiguration/ops.validator.trainyard.dev");
    assertThat(configuration.at("/webhooks/0/namespaceSelector"))
        .isEqualTo(
            tree(
                """
                matchExpressions:
                - {key: kubernetes.io/metadata.name, operator: In, values: [team-a]}
                """));
    assertThat(each(one("Deployment", command).at("/spec/template/spec/containers/0/args")))
        .extracting(JsonNode::asText)
        .contains("--webhook-configuration-name=ops.validator.trainyard.dev");
  }

  @Test
  void runs_its_pods_with_no_more_privileges_than_a_restricted_namespace_allows() {
    var pod = one("Deployment", "install").at("/spec/template/spec");
    var container = pod.at("/containers/0");

    assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(pod.at("/securityContext/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
    assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true)).isFalse();
    assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(container.at("/securityContext/capabilities/drop/0").asText()).isEqualTo("ALL");
    assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/livez");
    assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/readyz");
    assertThat(container.at("/resources/limits/memory").asText()).isEqualTo("1Gi");
  }

  @Test
  void takes_the_values_it_is_given() {
    String[] command = {
      "install", "-n", "ops", "--image=example.org/trainyard:7", "--replicas=3", "--set", "cpu=2",
    };
    var deployment = one("Deployment", command);

    assertThat(deployment.at("/metadata/namespace").asText()).isEqualTo("ops");
    assertThat(deployment.at("/spec/replicas").asInt()).isEqualTo(3);
    assertThat(deployment.at("/spec/template/spec/containers/0/image").asText())
        .isEqualTo("example.org/trainyard:7");
    assertThat(deployment.at("/spec/template/spec/containers/0/resources/requests/cpu").asText())
        .isEqualTo("2");
  }

  @Test
  void hands_on_what_holds_for_every_job() {
    String[] command = {
      "install",
      "--set=initContainer=off",
      "--set=initContainerImage=busybox:1",
      "--set=initContainerTries=7",
      "--set=cleanPodPolicy=Running",
      "--set=petStandalone=1",
      "--set=capProcesses=true",
      "--set=clusterDomain=cluster.local",
      "--set=deadNodeGrace=5",
    };

    assertThat(
            StreamSupport.stream(
                    one("Deployment", command)
                        .at("/spec/template/spec/containers/0/args")
                        .spliterator(),
                    false)
                .map(JsonNode::asText))
        .contains(
            "--pytorch-init-container=off",
            "--pytorch-init-container-image=busybox:1",
            "--pytorch-init-container-max-tries=7",
            "--default-clean-pod-policy=Running",
            "--pet-standalone=1",
            "--cap-processes",
            "--cluster-domain=cluster.local",
            "--dead-node-grace=5");
  }

  @Test
  void leaves_the_kinds_of_kueue_alone_where_kueue_brings_them() {
    assertThat(objects("install", "--set", "queues=false"))
        .noneMatch(object -> object.at("/spec/group").asText().equals("kueue.x-k8s.io"));
    assertThat(objects("install", "--set", "dialects=PyTorchJob"))
        .noneMatch(object -> object.at("/spec/group").asText().equals("kueue.x-k8s.io"));
  }

  @Test
  void has_rights_in_the_namespaces_it_looks_after_and_hardly_any_elsewhere() {
    String[] command = {"install", "--set", "namespaces=team-a,team-b"};

    assertThat(objects(command).filter(object -> kind(object).equals("Role")))
        .extracting(object -> object.at("/metadata/namespace").asText())
        .containsExactly("team-a", "team-b", "trainyard-system", "trainyard-system");
    assertThat(each(one("ClusterRole", command).path("rules")))
        .extracting(rule -> rule.at("/resources/0").asText())
        .containsExactly(
            "namespaces",
            "trainingpolicies",
            "trainingworkloads",
            "priorityclasses",
            "clusterqueues",
            "workloadpriorityclasses",
            "nodes",
            "validatingwebhookconfigurations",
            "mutatingwebhookconfigurations",
            "subjectaccessreviews",
            "configmaps",
            "namespaces",
            "trainingpolicies",
            "trainingworkloads",
            "queues");
    assertThat(each(one("Deployment", command).at("/spec/template/spec/containers/0/args")))
        .extracting(JsonNode::asText)
        .contains("--namespace=team-a,team-b");
  }

  @Test
  void lets_people_do_with_jobs_what_they_may_do_with_the_namespace() {
    var roles =
        objects("install")
            .filter(object -> kind(object).equals("ClusterRole"))
            .filter(object -> object.at("/metadata/name").asText().contains("-jobs-"))
            .toList();

    assertThat(roles)
        .extracting(role -> role.at("/metadata/name").asText())
        .containsExactly(
            "trainyard-operator-jobs-view",
            "trainyard-operator-jobs-edit",
            "trainyard-operator-jobs-admin");
    assertThat(roles)
        .extracting(
            role ->
                each(role.path("rules"))
                    .filter(rule -> rule.path("resources").toString().contains("pytorchjobs"))
                    .map(rule -> rule.path("verbs").toString())
                    .toList())
        .startsWith(
            List.of("[\"get\",\"list\",\"watch\"]", "[\"get\"]", "[\"get\"]"),
            List.of(
                "[\"get\",\"list\",\"watch\",\"create\",\"update\",\"patch\",\"delete\"]",
                "[\"get\"]",
                "[\"get\",\"update\",\"patch\"]"));
    assertThat(
            roles
                .getFirst()
                .path("metadata")
                .path("labels")
                .path("rbac.authorization.k8s.io/aggregate-to-view")
                .asText())
        .isEqualTo("true");
  }

  @Test
  void is_taken_away_without_the_jobs_unless_that_is_asked_for() {
    assertThat(objects("uninstall").map(AnInstallationTest::kind))
        .startsWith(
            "ValidatingWebhookConfiguration",
            "MutatingWebhookConfiguration",
            "PodDisruptionBudget",
            "Service",
            "Deployment")
        .contains("Secret")
        .doesNotContain("CustomResourceDefinition", "Namespace", "PriorityClass");
    assertThat(objects("uninstall", "--crds", "--with-namespace").map(AnInstallationTest::kind))
        .containsSubsequence("ServiceAccount", "CustomResourceDefinition", "Namespace");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          replicas=many                          | replicas: "many" is not a number between 0 and 10.
          cpu=lots                               | cpu: "lots" is not an amount such as 500m or 256Mi.
          imagePullPolicy=sometimes              | imagePullPolicy: "sometimes" is not one of Always, IfNotPresent, Never.
          webhook=maybe                          | webhook: "maybe" is not one of true, false.
          cleanPodPolicy=some                    | cleanPodPolicy: "some" is not one of None, Running, All.
          clusterDomain=.local                   | clusterDomain: ".local" is not a domain.
          deadNodeGrace=-1                       | deadNodeGrace: "-1" is not a number of seconds.
          namespaces=Team_A                      | namespaces: "Team_A" is not a name.
          dialects=RayJob                        | --set dialects: "RayJob" is no kind of job; there are PyTorchJob, PyTorchTrainingJob, DeepSpeedJob, TensorBoard, MPIJob, TrainingWorkload, AppWrapper.
          """)
  void is_refused_where_a_value_makes_no_sense(String value, String complaint) {
    var outcome = Desk.in(directory).run("install", "--set", value);

    assertThat(outcome).isEqualTo(new Outcome(2, "", complaint + "\n"));
  }

  @Test
  void has_no_value_of_an_unknown_name() {
    var outcome = Desk.in(directory).run("install", "--set", "colour=red");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("colour: is no value; there are image, ");
  }

  @Test
  void is_not_run_against_a_yard_which_has_an_operator_of_its_own() {
    var outcome = Desk.in(directory).run("operator");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("No cluster is named: name one with --kubeconfig");
  }

  @Test
  void knows_the_flags_and_the_variable_of_the_operator_it_takes_over_from() {
    var home = Map.of("HOME", directory.toString(), "KUBEFLOW_NAMESPACE", "team-a");

    assertThat(Desk.in(directory).run("operator", "--controller-threads=0").err())
        .isEqualTo("--controller-threads: 0 is not at least 1.\n");
    assertThat(Desk.in(directory).run("operator", "--controller-threads=4").err())
        .contains("No cluster is named");
    assertThat(Desk.in(directory).with(home).run("operator", "--scheduler=trainyard").err())
        .startsWith("--scheduler: a scheduler must see the pods of all namespaces");
  }

  private Stream<JsonNode> objects(String... command) {
    var outcome = Desk.in(directory).run(command);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    try {
      return new YAMLMapper()
          .readerFor(JsonNode.class).<JsonNode>readValues(outcome.out()).readAll().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode one(String kind, String... command) {
    return objects(command).filter(object -> kind(object).equals(kind)).findFirst().orElseThrow();
  }

  private static JsonNode tree(String yaml) {
    try {
      return new YAMLMapper().readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<JsonNode> each(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  private static String kind(JsonNode object) {
    return object.path("kind").asText();
  }

  private static String reference(JsonNode object) {
    return kind(object) + "/" + object.at("/metadata/name").asText();
  }
}
