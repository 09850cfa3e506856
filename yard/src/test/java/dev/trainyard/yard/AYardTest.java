package dev.trainyard.yard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AYardTest {

  @TempDir Path parent;

  private Yard open() {
    return Yard.open(parent.resolve("home"), Yard.Options.defaults());
  }

  @Test
  void keeps_what_it_was_told_across_a_restart() {
    String token;
    try (var yard = open();
        var client = yard.client()) {
      token = yard.token();
      create(client, "settings");
    }

    try (var yard = open();
        var client = yard.client()) {
      assertThat(yard.token()).isEqualTo(token);
      assertThat(client.configMaps().withName("settings").get().getData())
          .isEqualTo(Map.of("a", "b"));
    }
  }

  @Test
  void lets_every_client_in_that_has_its_kubeconfig() throws IOException {
    try (var yard = open()) {
      var config = Config.fromKubeconfig(yard.kubeconfig().toFile());
      try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
        create(client, "settings");
        assertThat(client.configMaps().list().getItems()).hasSize(1);
        assertThat(client.configMaps().withName("settings").delete())
            .extracting(StatusDetails::getName)
            .containsExactly("settings");
      }
      assertThat(config.getCurrentContext().getName()).isEqualTo("yard");
      assertThat(mode(yard.kubeconfig())).isEqualTo("rw-------");
      assertThat(mode(yard.kubeconfig().resolveSibling("token"))).isEqualTo("rw-------");
      assertThat(mode(parent.resolve("home"))).isEqualTo("rwx------");
    }
  }

  @Test
  void can_be_reached_by_whoever_knows_its_home() {
    assertThatThrownBy(() -> Yard.connect(parent.resolve("home")))
        .isInstanceOf(YardException.class)
        .hasMessageEndingWith("start one with `trainyard up`.");

    try (var yard = open();
        var client = Yard.connect(parent.resolve("home"))) {
      assertThat(client.getMasterUrl().getPort()).isEqualTo(yard.address().getPort());
      create(client, "settings");
    }
  }

  @Test
  void has_its_home_to_itself() {
    try (var yard = open()) {
      assertThatThrownBy(this::open)
          .isInstanceOf(YardException.class)
          .hasMessageContaining("(pid %d)".formatted(ProcessHandle.current().pid()))
          .hasMessageContaining("trainyard down");
      assertThat(yard.address().getPort()).isPositive();
    }

    open().close();
  }

  @Test
  void says_when_the_port_it_was_given_is_taken() throws IOException {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = other.getLocalPort();

      assertThatThrownBy(
              () -> Yard.open(parent.resolve("home"), Yard.Options.defaults().withPort(port)))
          .isInstanceOf(YardException.class)
          .hasMessageStartingWith("Port %d is taken".formatted(port));
    }

    open().close();
  }

  @Test
  void moves_to_another_port_when_its_old_one_is_taken() throws IOException {
    int port;
    try (var yard = open()) {
      port = yard.address().getPort();
    }

    try (var other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        var yard = open()) {
      assertThat(yard.address().getPort()).isNotEqualTo(other.getLocalPort());
      assertThat(Files.readString(yard.kubeconfig())).contains(yard.address().getAuthority());
    }
  }

  @Test
  void does_not_start_on_a_damaged_store() throws IOException {
    open().close();
    Files.writeString(parent.resolve("home/store/yard.db"), "not a database".repeat(500));

    assertThatThrownBy(this::open)
        .isInstanceOf(YardException.class)
        .hasMessageContaining("is damaged");
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private static void create(KubernetesClient client, String name) {
    client
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withData(Map.of("a", "b"))
                .build())
        .create();
  }
}
