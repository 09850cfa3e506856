package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.node.network.Networking;
import dev.trainyard.yard.node.network.Networks;
import dev.trainyard.yard.node.view.Mounting;
import dev.trainyard.yard.node.view.Views;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// As clients in a cluster do it: by the address in the environment, with the token and the
/// authority in the account's volume. Needs a machine that allows mounts, and curl.
class APodThatAsksTheApiTest {

  private static final String ASK =
      """
      d=/var/run/secrets/kubernetes.io/serviceaccount
      ask() { curl -sS --noproxy '*' --cacert $d/ca.crt -H "Authorization: Bearer $(cat $d/token)" "$@"; }
      api=https://$KUBERNETES_SERVICE_HOST:$KUBERNETES_SERVICE_PORT_HTTPS
      """;
  private static final String LIST =
      ASK
          + "ask -o /dev/null -w '%{http_code}\\n"
          + "' $api/api/v1/namespaces/$(cat $d/namespace)/pods\n";

  @TempDir Path directory;
  private Optional<World> started = Optional.empty();

  private void start(Networking networking) throws IOException {
    assumeTrue(Views.obstacle(directory).isEmpty(), "this machine allows no mounts");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "curl is not installed");
    started =
        Optional.of(
            new World(
                directory,
                options -> options.withMounting(Mounting.MOUNTED).withNetworking(networking)));
  }

  private World world() {
    return started.orElseThrow();
  }

  @AfterEach
  void stop() throws Exception {
    if (started.isPresent()) {
      world().close();
    }
  }

  @Test
  void is_let_in_as_its_account_and_no_further() throws IOException {
    start(Networking.SHARED);

    world().create(sh("stranger", LIST));
    assertThat(printed("stranger")).containsExactly("403");

    letList();
    world()
        .create(
            sh(
                "reader",
                LIST + ASK + "ask $api/api/v1/namespaces/team/secrets | grep -o 'User.*'"));
    assertThat(printed("reader"))
        .startsWith("200")
        .last()
        .asString()
        .contains("system:serviceaccount:team:default", "cannot list resource");
  }

  @Test
  void finds_it_from_a_network_of_its_own_by_address_and_name() throws IOException {
    assumeTrue(Networks.obstacle(directory).isEmpty(), "this machine allows no own networks");
    start(Networking.ISOLATED);
    letList();

    world()
        .create(
            sh(
                "near",
                LIST
                    + "api=https://kubernetes.default.svc:$KUBERNETES_SERVICE_PORT\n"
                    + LIST_BY_NAME));
    assertThat(printed("near")).containsExactly("200", "200");

    var host = sh("host", LIST).editSpec().withHostNetwork(true).endSpec();
    world().create(host);
    assertThat(printed("host")).containsExactly("200");
  }

  @Test
  void is_refused_with_the_owners_token_and_by_another_name() throws IOException {
    assumeTrue(Networks.obstacle(directory).isEmpty(), "this machine allows no own networks");
    start(Networking.ISOLATED);
    var owner = world().yard.token();

    world()
        .create(
            sh(
                "thief",
                ASK
                    + "curl -sS --cacert $d/ca.crt -o /dev/null -w '%{http_code}\\n"
                    + "' -H 'Authorization: Bearer "
                    + owner
                    + "' $api/version\n"
                    + "ask -o /dev/null -w '%{http_code}\\n' -H 'Host: evil.example' $api/version\n"
                    + "ask -o /dev/null -w '%{http_code}\\n' $api/version\n"));

    assertThat(printed("thief")).containsExactly("401", "403", "200");
  }

  @Test
  void has_no_token_where_it_wants_none() throws IOException {
    start(Networking.SHARED);

    world()
        .create(
            sh("quiet", "ls /var/run/secrets/kubernetes.io/serviceaccount || echo nothing")
                .editSpec()
                .withAutomountServiceAccountToken(false)
                .endSpec());

    assertThat(printed("quiet")).last().isEqualTo("nothing");
  }

  private static final String LIST_BY_NAME =
      "ask -o /dev/null -w '%{http_code}\\n' $api/api/v1/namespaces/$(cat $d/namespace)/pods\n";

  private List<String> printed(String pod) throws IOException {
    return world().printed(world().awaitPhase(pod, "Succeeded"));
  }

  private void letList() {
    world()
        .client
        .resource(
            new RoleBuilder()
                .withNewMetadata()
                .withName("lister")
                .withNamespace(World.NAMESPACE)
                .endMetadata()
                .addNewRule()
                .withApiGroups("")
                .withResources("pods")
                .withVerbs("list")
                .endRule()
                .build())
        .create();
    world()
        .client
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withName("lister")
                .withNamespace(World.NAMESPACE)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", "lister")
                .addNewSubject("", "ServiceAccount", "default", World.NAMESPACE)
                .build())
        .create();
  }
}
