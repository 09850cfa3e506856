package dev.trainyard.yard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.Door;
import dev.trainyard.yard.http.Routes;
import dev.trainyard.yard.http.ServingCertificate;
import dev.trainyard.yard.http.WebServer;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AYardTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

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
        assertThat(client.configMaps().list().getItems())
            .extracting(map -> map.getMetadata().getName())
            .contains("settings");
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
  void takes_its_token_over_tls_only() throws Exception {
    try (var yard = open();
        var http = HttpClient.newHttpClient()) {
      var inTheClear = URI.create("http://" + yard.address().getAuthority() + "/version");
      var request =
          HttpRequest.newBuilder(inTheClear)
              .header("Authorization", "Bearer " + yard.token())
              .build();

      var answer = http.send(request, BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.body()).contains("is for https only");
      assertThat(Access.of(parent.resolve("home")).orElseThrow().answers(PATIENCE)).isTrue();
    }
  }

  @Test
  void is_not_mistaken_for_a_stranger_on_its_port() throws Exception {
    var home = parent.resolve("home");
    String token;
    try (var yard = open()) {
      token = yard.token();
    }
    var access = Access.of(home).orElseThrow();
    var heard = new ByteArrayOutputStream();
    try (var stranger = new ServerSocket(access.port(), 1, InetAddress.getLoopbackAddress())) {
      var listening = Thread.startVirtualThread(() -> listen(stranger, heard));

      assertThatThrownBy(() -> access.answers(Duration.ofSeconds(1)))
          .isInstanceOf(IOException.class);
      listening.join();
    }

    assertThat(heard.size()).isPositive();
    assertThat(heard.toString(StandardCharsets.ISO_8859_1)).doesNotContain(token);
  }

  @Test
  void is_not_mistaken_for_a_stranger_with_another_certificate() throws Exception {
    var home = parent.resolve("home");
    open().close();
    var access = Access.of(home).orElseThrow();
    var heard = new CopyOnWriteArrayList<String>();
    var door =
        new Door() {
          @Override
          public boolean admit(Call call) {
            heard.add(call.header("Authorization").orElse(""));
            return true;
          }

          @Override
          public void explain(Call call, Throwable why) {}
        };
    var certificate =
        ServingCertificate.make(
            "trainyard",
            List.of("localhost"),
            List.of(InetAddress.ofLiteral("127.0.0.1")),
            Instant.now());
    var settings = WebServer.Settings.loopback(access.port()).withTls(certificate.context());
    try (var stranger = WebServer.start(settings, new Routes(), door);
        var client = access.client("default")) {
      assertThat(stranger.port()).isEqualTo(access.port());
      client.getConfiguration().setRequestRetryBackoffLimit(0);

      assertThatThrownBy(() -> access.answers(PATIENCE)).hasMessageContaining("not the yard");
      assertThatThrownBy(() -> client.configMaps().list())
          .isInstanceOf(KubernetesClientException.class);
    }
    assertThat(heard).isEmpty();
  }

  @Test
  void holds_its_home_and_no_copy_of_it() throws IOException {
    var home = parent.resolve("home");
    var copy = Files.createDirectory(parent.resolve("copy"));
    try (var _ = open()) {
      for (var name : List.of("lock", "holder", "port", "token", "tls.crt", "tls.key")) {
        Files.copy(home.resolve(name), copy.resolve(name));
      }

      assertThat(Holder.of(home).map(Holder::pid)).contains(ProcessHandle.current().pid());
      assertThat(Holder.of(copy)).isEmpty();
    }
    assertThat(Holder.of(home)).isEmpty();
  }

  @Test
  void takes_no_directory_that_something_else_lives_in() throws IOException {
    var photos = Files.createDirectory(parent.resolve("home"));
    Files.writeString(photos.resolve("beach.jpg"), "sun");
    var before = mode(photos);

    assertThatThrownBy(this::open)
        .isInstanceOf(YardException.class)
        .hasMessage(
            "%s is not empty and no yard has lived there: choose a new directory with"
                + " TRAINYARD_HOME.",
            photos);

    assertThat(mode(photos)).isEqualTo(before);
    assertThat(photos).isDirectoryContaining("glob:**beach.jpg");
  }

  private static void listen(ServerSocket stranger, ByteArrayOutputStream heard) {
    try (var caller = stranger.accept()) {
      caller.getInputStream().transferTo(heard);
    } catch (IOException _) {
      // The caller left.
    }
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
