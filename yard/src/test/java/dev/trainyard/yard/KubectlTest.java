package dev.trainyard.yard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("needs-kubectl")
class KubectlTest {

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - name: main
              image: x:1
              env: [{name: A, value: "1"}, {name: B, value: "2"}]
            - name: side
              image: y:1
      """;
  private static final String DEFINITION =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: trains.example.com}
      spec:
        group: example.com
        scope: Namespaced
        names: {plural: trains, kind: Train, shortNames: [tr]}
        versions:
        - name: v1
          served: true
          storage: true
          subresources: {scale: {specReplicasPath: .spec.cars, statusReplicasPath: .status.cars}}
          additionalPrinterColumns: [{name: Cars, type: integer, jsonPath: .spec.cars}]
          schema:
            openAPIV3Schema:
              type: object
              description: Runs on rails.
              properties:
                spec:
                  type: object
                  properties:
                    cars: {type: integer, description: How many there are.}
                    stops: {type: array, items: {type: string}}
      """;
  private static final String TRAIN =
      """
      apiVersion: example.com/v1
      kind: Train
      metadata: {name: express}
      spec: {cars: 7, stops: [here]}
      """;

  @TempDir Path home;
  private Yard yard;
  private Kubectl kubectl;

  @BeforeEach
  void open() {
    yard = Yard.open(home, Yard.Options.defaults());
    kubectl = new Kubectl(yard.kubeconfig());
  }

  @AfterEach
  void close() {
    yard.close();
  }

  @Test
  void creates_and_shows_everyday_objects() {
    kubectl.run("create", "configmap", "settings", "--from-literal=a=b");
    kubectl.run("create", "secret", "generic", "login", "--from-literal=password=p");
    kubectl.run("create", "namespace", "team");
    kubectl.run("create", "serviceaccount", "robot");
    kubectl.run("create", "role", "reader", "--verb=get", "--resource=pods");
    kubectl.run("create", "clusterrolebinding", "system:all", "--clusterrole=admin", "--user=me");
    kubectl.run("create", "service", "clusterip", "web", "--tcp=80:8080");
    kubectl.run("create", "job", "once", "--image=x", "--", "true");
    kubectl.run("run", "shell", "--image=x");

    assertThat(kubectl.run("get", "configmap", "settings", "-o", "jsonpath={.data.a}").text())
        .isEqualTo("b");
    assertThat(kubectl.run("get", "secret", "login", "-o", "go-template={{.data.password}}").text())
        .isEqualTo("cA==");
    assertThat(kubectl.run("get", "pods").rows())
        .first()
        .isEqualTo("NAME READY STATUS RESTARTS AGE");
    assertThat(kubectl.run("get", "pods").rows().get(1)).startsWith("shell 0/1 Pending 0 ");
    assertThat(kubectl.run("get", "services", "web").rows().get(1))
        .startsWith("web ClusterIP <none> <none> 80/TCP ");
    assertThat(kubectl.run("get", "jobs").rows().get(1)).startsWith("once Running 0/1 ");
    assertThat(kubectl.run("get", "namespaces", "-o", "name").text()).contains("namespace/team");
  }

  @Test
  void applies_changes_and_removals_to_what_it_applied_before() {
    kubectl.runWith(DEPLOYMENT, "apply", "-f", "-");
    kubectl.run("label", "deployment", "web", "team=red");
    kubectl.run("scale", "deployment", "web", "--replicas=5");

    var changed =
        DEPLOYMENT.replace("{name: A, value: \"1\"}, ", "").replace("image: y:1", "image: y:2");
    assertThat(kubectl.runWith(changed, "apply", "-f", "-").text())
        .endsWith("deployment.apps/web configured\n");

    var containers =
        "jsonpath={range .spec.template.spec.containers[*]}{.image} {.env[*].name};{end}";
    assertThat(kubectl.run("get", "deployment", "web", "-o", containers).text())
        .isEqualTo("x:1 B;y:2 ;");
    assertThat(kubectl.run("get", "deployment", "web", "-o", "jsonpath={.metadata.labels}").text())
        .isEqualTo("{\"team\":\"red\"}");
    assertThat(kubectl.runWith(changed, "apply", "-f", "-").text())
        .isEqualTo("deployment.apps/web unchanged\n");
  }

  @Test
  void patches_by_every_way_it_knows() {
    kubectl.runWith(DEPLOYMENT, "create", "-f", "-");

    kubectl.run("set", "image", "deployment/web", "side=y:9");
    kubectl.run("set", "env", "deployment/web", "-c", "main", "C=3");
    kubectl.run("patch", "deployment", "web", "--type=merge", "-p", "{\"spec\":{\"replicas\":1}}");
    kubectl.run(
        "patch",
        "deployment",
        "web",
        "--type=json",
        "-p",
        "[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"a\":\"b\"}}]");
    kubectl.run("annotate", "deployment", "web", "note=kept");

    assertThat(
            kubectl
                .run(
                    "get",
                    "deployment",
                    "web",
                    "-o",
                    "jsonpath={.spec.replicas} {.metadata.labels.a} {.metadata.annotations.note}"
                        + " {.spec.template.spec.containers[*].image}"
                        + " {.spec.template.spec.containers[0].env[*].name}")
                .text())
        .isEqualTo("1 b kept x:1 y:9 A B C");
  }

  @Test
  void treats_custom_resources_like_all_others() {
    kubectl.runWith(DEFINITION, "apply", "-f", "-");
    kubectl.run("wait", "--for=condition=Established", "crd/trains.example.com");
    kubectl.runWith(TRAIN, "apply", "-f", "-");
    kubectl.runWith(TRAIN.replace("cars: 7", "cars: 8"), "apply", "-f", "-");

    assertThat(kubectl.run("get", "tr").rows()).containsExactly("NAME CARS", "express 8");
    kubectl.run("scale", "train", "express", "--replicas=9");
    kubectl.run("wait", "--for=jsonpath={.spec.cars}=9", "train/express");
    assertThat(kubectl.run("describe", "train", "express").text()).contains("Cars:  9");
    assertThat(kubectl.run("explain", "train.spec").text())
        .contains("cars\t<integer>")
        .contains("How many there are.");
    assertThat(kubectl.run("delete", "train", "express").text()).contains("deleted");
    assertThat(kubectl.attempt("", "get", "train", "express").text())
        .contains("trains.example.com \"express\" not found");
  }

  @Test
  void explains_built_in_kinds() {
    assertThat(kubectl.run("explain", "pod.spec.containers").text())
        .contains("FIELD: containers <[]Container>")
        .contains("image\t<string>")
        .contains("volumeMounts\t<[]VolumeMount>");
  }

  @Test
  void is_told_of_fields_nobody_knows() {
    var misspelt = DEPLOYMENT.replace("replicas:", "replicsa:");

    assertThat(kubectl.attempt(misspelt, "create", "-f", "-").text())
        .contains("strict decoding error: unknown field \"spec.replicsa\"");
    assertThat(kubectl.runWith(misspelt, "create", "--validate=warn", "-f", "-").text())
        .contains("Warning: unknown field \"spec.replicsa\"")
        .contains("deployment.apps/web created");
  }

  @Test
  void rehearses_without_a_trace() {
    assertThat(kubectl.runWith(DEPLOYMENT, "create", "--dry-run=server", "-f", "-").text())
        .contains("deployment.apps/web created (server dry run)");
    assertThat(kubectl.attempt("", "get", "deployment", "web").code()).isNotZero();
  }

  @Test
  void lets_the_server_apply() {
    assertThat(kubectl.runWith(DEPLOYMENT, "apply", "--server-side", "-f", "-").text())
        .contains("deployment.apps/web serverside-applied");
    kubectl.runWith("", "scale", "deployment", "web", "--replicas", "7");

    assertThat(kubectl.attempt(DEPLOYMENT, "apply", "--server-side", "-f", "-").text())
        .contains("Apply failed with 1 conflict: conflict with \"kubectl\" with subresource")
        .contains("\"scale\" using apps/v1: .spec.replicas");
    assertThat(
            kubectl
                .runWith(DEPLOYMENT, "apply", "--server-side", "--force-conflicts", "-f", "-")
                .text())
        .contains("deployment.apps/web serverside-applied");
  }

  @Test
  void takes_over_what_it_applied_itself_before() {
    kubectl.runWith(DEPLOYMENT, "apply", "-f", "-");

    assertThat(kubectl.runWith(DEPLOYMENT, "apply", "--server-side", "-f", "-").text())
        .contains("deployment.apps/web serverside-applied");
    assertThat(
            kubectl
                .runWith("", "get", "deployment", "web", "--show-managed-fields", "-o", "yaml")
                .text())
        .contains("manager: kubectl\n", "operation: Apply")
        .doesNotContain("manager: kubectl-client-side-apply");
  }

  @Test
  void runs_commands_in_containers() {
    yard.execFrom(new LocalCommands());
    kubectl.runWith(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: trainer}
        spec: {nodeName: here, containers: [{name: main, image: x}]}
        """,
        "create",
        "-f",
        "-");

    assertThat(kubectl.run("exec", "trainer", "--", "echo", "hello").text()).isEqualTo("hello\n");
    assertThat(kubectl.runWith("typed", "exec", "-i", "trainer", "--", "cat").text())
        .isEqualTo("typed");
    var failed = kubectl.attempt("", "exec", "trainer", "--", "sh", "-c", "exit 42");
    assertThat(failed.code()).isEqualTo(42);
    assertThat(kubectl.attempt("", "exec", "nobody", "--", "true").text())
        .contains("pods \"nobody\" not found");
  }

  @Test
  void acts_for_service_accounts() {
    kubectl.run("create", "serviceaccount", "bot");
    var bot = "--as=system:serviceaccount:default:bot";
    assertThat(kubectl.attempt("", "auth", "can-i", "list", "pods", bot).text()).isEqualTo("no\n");
    assertThat(kubectl.attempt("", "get", "pods", bot).text())
        .contains(
            "pods is forbidden: User \"system:serviceaccount:default:bot\" cannot list resource");

    kubectl.run(
        "create", "rolebinding", "bot", "--clusterrole=view", "--serviceaccount=default:bot");

    assertThat(kubectl.run("auth", "can-i", "list", "pods", bot).text()).isEqualTo("yes\n");
    var token = kubectl.run("create", "token", "bot", "--duration=10m").text().strip();
    assertThat(kubectl.run("auth", "whoami", "--token=" + token).text())
        .contains("system:serviceaccount:default:bot", "system:serviceaccounts:default");
    assertThat(kubectl.run("auth", "can-i", "--list", "--token=" + token).text())
        .contains("selfsubjectaccessreviews.authorization.k8s.io", "configmaps");
  }

  @Test
  void learns_who_and_where_it_is() {
    assertThat(kubectl.run("auth", "whoami").text()).contains("yard");
    assertThat(kubectl.run("auth", "can-i", "delete", "pods").text()).isEqualTo("yes\n");
    assertThat(kubectl.run("version").text()).contains("+trainyard");
    assertThat(kubectl.run("cluster-info").text()).contains("is running at");
    assertThat(kubectl.run("api-resources", "-o", "name").text().lines())
        .contains(
            "pods",
            "deployments.apps",
            "roles.rbac.authorization.k8s.io",
            "storageclasses.storage.k8s.io",
            "networkpolicies.networking.k8s.io");
  }
}
