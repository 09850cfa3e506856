package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.trainyard.yard.node.network.Networking;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node that another process's API server calls; here the test is that API server.
class ANodeOfAClusterTest {

  @TempDir static Path directory;
  private static World world;
  private static Authority authority;
  private static ProcessNode node;
  private static SSLContext apiServer;

  @BeforeAll
  static void start() throws Exception {
    world = new World(directory);
    authority = new Authority(directory);
    apiServer = authority.caller("kube-apiserver-kubelet-client");
    node =
        ProcessNode.join(
            world.client,
            Options.of("there", directory.resolve("there")).withNetworking(Networking.SHARED),
            Joining.onLoopback(authority.file()));
    var pod = sh("talker", "echo one; echo two; while [ ! -e go ]; do sleep 0.05; done");
    world.create(pod.editSpec().withNodeName("there").endSpec());
    world.awaitPhase("talker", "Running");
  }

  @AfterAll
  static void stop() throws Exception {
    node.stopAll();
    node.close();
    world.close();
  }

  @Test
  void tells_where_it_is_called_and_how() {
    var told = theNode();

    assertThat(told.getStatus().getDeclaredFeatures()).containsExactly("ExtendWebSocketsToKubelet");
    assertThat(told.getStatus().getDaemonEndpoints().getKubeletEndpoint().getPort()).isPositive();
    assertThat(told.getStatus().getAddresses())
        .anyMatch(it -> it.getType().equals("InternalIP") && it.getAddress().equals("127.0.0.1"));
    assertThat(told.getStatus().getNodeInfo().getKubeletVersion()).startsWith("v1.");
  }

  @Test
  void holds_a_lease_that_goes_with_its_node() {
    var lease =
        await()
            .atMost(Duration.ofSeconds(45))
            .until(
                () -> world.client.leases().inNamespace("kube-node-lease").withName("there").get(),
                found -> found != null);

    assertThat(lease.getSpec().getHolderIdentity()).isEqualTo("there");
    assertThat(lease.getSpec().getLeaseDurationSeconds()).isEqualTo(40);
    assertThat(lease.getMetadata().getOwnerReferences())
        .extracting(OwnerReference::getUid)
        .containsExactly(theNode().getMetadata().getUid());
  }

  @Test
  void answers_nobody_but_its_api_server() throws Exception {
    assertThat(get(Authority.nobody(), "/pods").statusCode()).isEqualTo(401);

    var stranger = get(authority.caller("somebody"), "/pods");
    assertThat(stranger.statusCode()).isEqualTo(401);
    assertThat(stranger.body()).contains("\"somebody\" is not the API server of this node");

    var elsewhere = new Authority(Files.createDirectory(directory.resolve("else")));
    var forged = elsewhere.caller("kube-apiserver-kubelet-client");
    assertThatThrownBy(() -> get(forged, "/pods")).isInstanceOf(IOException.class);
  }

  @Test
  void tells_its_pods() throws Exception {
    assertThat(get(apiServer, "/healthz").body()).isEqualTo("ok");
    assertThat(get(apiServer, "/pods").body()).contains("\"talker\"");
  }

  @Test
  void tells_what_a_container_printed() throws Exception {
    var log = "/containerLogs/team/talker/main";

    assertThat(get(apiServer, log).body()).isEqualTo("one\ntwo\n");
    assertThat(get(apiServer, log + "?tailLines=1").body()).isEqualTo("two\n");
    assertThat(get(apiServer, log + "?limitBytes=2").body()).isEqualTo("on");
    assertThat(get(apiServer, log + "?timestamps=true").body()).matches("(?s)\\d{4}-.* one\n.*");

    var previous = get(apiServer, log + "?previous=true");
    assertThat(previous.statusCode()).isEqualTo(400);
    assertThat(previous.body()).contains("has no earlier run");
    assertThat(get(apiServer, "/containerLogs/team/talker/mian").statusCode()).isEqualTo(404);
    assertThat(get(apiServer, "/containerLogs/team/..%2F..%2Fetc/main").statusCode())
        .isEqualTo(404);
  }

  @Test
  void runs_a_command_over_a_web_socket() throws Exception {
    var conversation = new Conversation();
    var path = "/exec/team/talker/main?command=sh&command=-c&command=cat;exit%203&input=1&output=1";
    var socket =
        client(apiServer)
            .newWebSocketBuilder()
            .subprotocols("v5.channel.k8s.io")
            .buildAsync(URI.create("wss://127.0.0.1:" + port() + path), conversation)
            .get(30, TimeUnit.SECONDS);

    socket.sendBinary(message(0, "hello\n"), true).get(30, TimeUnit.SECONDS);
    socket.sendBinary(ByteBuffer.wrap(new byte[] {(byte) 255, 0}), true).get(30, TimeUnit.SECONDS);

    assertThat(conversation.ended.get(30, TimeUnit.SECONDS))
        .contains("\"NonZeroExitCode\"")
        .contains("\"3\"");
    assertThat(conversation.output.toString(StandardCharsets.UTF_8)).isEqualTo("hello\n");
  }

  @Test
  void says_what_it_needs_for_a_command() throws Exception {
    var refused = get(apiServer, "/exec/team/talker/main?command=true");

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("web sockets only");
  }

  @Test
  void says_goodbye_when_it_is_closed(@TempDir Path home) throws Exception {
    var leaving =
        ProcessNode.join(
            world.client,
            Options.of("leaving", home).withNetworking(Networking.SHARED),
            Joining.at(InetAddress.getLoopbackAddress(), authority.file()));
    assertThat(ready("leaving").getStatus()).isEqualTo("True");

    leaving.close();

    assertThat(ready("leaving").getStatus()).isEqualTo("False");
  }

  private static NodeCondition ready(String node) {
    return world.client.nodes().withName(node).get().getStatus().getConditions().stream()
        .filter(it -> it.getType().equals("Ready"))
        .findFirst()
        .orElseThrow();
  }

  private static Node theNode() {
    return Optional.ofNullable(world.client.nodes().withName("there").get()).orElseThrow();
  }

  private static int port() {
    return theNode().getStatus().getDaemonEndpoints().getKubeletEndpoint().getPort();
  }

  private static HttpClient client(SSLContext who) {
    return HttpClient.newBuilder().sslContext(who).version(HttpClient.Version.HTTP_1_1).build();
  }

  private static HttpResponse<String> get(SSLContext who, String path)
      throws IOException, InterruptedException {
    try (var client = client(who)) {
      var uri = URI.create("https://127.0.0.1:" + port() + path);
      return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }
  }

  private static ByteBuffer message(int channel, String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(bytes.length + 1).put((byte) channel).put(bytes).flip();
  }

  /// What kubectl does with the messages of a command.
  private static final class Conversation implements WebSocket.Listener {
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final CompletableFuture<String> ended = new CompletableFuture<>();

    @Override
    public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
      var channel = data.get();
      var bytes = new byte[data.remaining()];
      data.get(bytes);
      if (channel == 1) {
        output.writeBytes(bytes);
      } else if (channel == 3 && bytes.length > 0) {
        ended.complete(new String(bytes, StandardCharsets.UTF_8));
      }
      socket.request(1);
      return CompletableFuture.completedStage(null);
    }
  }
}
