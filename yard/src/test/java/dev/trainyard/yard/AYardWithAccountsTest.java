package dev.trainyard.yard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.trainyard.yard.store.Key;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AYardWithAccountsTest {

  @TempDir Path parent;

  private Path home() {
    return parent.resolve("home");
  }

  private Yard open() {
    return Yard.open(home(), Yard.Options.defaults());
  }

  @Test
  void gives_them_to_namespaces_from_before() {
    try (var yard = open()) {
      var old = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1");
      old.put("kind", "Namespace").putObject("metadata").put("name", "old").put("uid", "1");
      yard.ledger().write(all -> all.put(new Key("namespaces", "", "old"), old));
    }
    try (var yard = open();
        var client = yard.client()) {
      assertThat(client.serviceAccounts().inNamespace("old").withName("default").get()).isNotNull();
      assertThat(
              client.configMaps().inNamespace("old").withName("kube-root-ca.crt").get().getData())
          .containsEntry("ca.crt", Files.readString(home().resolve("tls.crt")));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void knows_their_tokens_after_a_restart() throws IOException {
    String token;
    try (var yard = open();
        var client = yard.client()) {
      token = token(client);
      assertThat(version(yard, token)).startsWith("1");
    }
    var key = home().resolve("service-accounts.key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");

    try (var yard = open()) {
      assertThat(version(yard, token)).startsWith("1");
    }

    Files.delete(key);
    try (var yard = open()) {
      assertThatThrownBy(() -> version(yard, token)).hasMessageContaining("Unauthorized");
    }
  }

  @Test
  void says_which_key_of_theirs_it_cannot_read() throws IOException {
    open().close();
    var key = home().resolve("service-accounts.key");
    Files.writeString(key, "nonsense");

    assertThatThrownBy(this::open)
        .isInstanceOf(YardException.class)
        .hasMessageContaining(key + " cannot be read")
        .hasMessageContaining("remove it")
        .hasMessageNotContaining("nonsense");
  }

  @Test
  void refuses_their_tokens_in_the_clear() throws IOException {
    try (var yard = open();
        var client = yard.client()) {
      var token = token(client);
      var plain =
          new ConfigBuilder(Config.empty())
              .withMasterUrl(yard.address().toString().replace("https", "http"))
              .withOauthToken(token)
              .build();
      try (var thoughtless = new KubernetesClientBuilder().withConfig(plain).build()) {
        assertThatThrownBy(thoughtless::getKubernetesVersion)
            .hasMessageContaining("for https only");
      }
    }
  }

  private static String token(KubernetesClient client) {
    var asked =
        client
            .serviceAccounts()
            .inNamespace("default")
            .withName("default")
            .tokenRequest(new TokenRequestBuilder().withNewSpec().endSpec().build());
    return Objects.requireNonNull(asked.getStatus()).getToken();
  }

  private static String version(Yard yard, String token) throws IOException {
    var config =
        new ConfigBuilder(Config.fromKubeconfig(yard.kubeconfig().toFile()))
            .withOauthToken(token)
            .build();
    try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
      return client.getKubernetesVersion().getMajor();
    }
  }
}
