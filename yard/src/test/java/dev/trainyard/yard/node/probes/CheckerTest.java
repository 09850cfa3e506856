package dev.trainyard.yard.node.probes;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.trainyard.yard.node.probes.Check.Exec;
import dev.trainyard.yard.node.probes.Check.Header;
import dev.trainyard.yard.node.probes.Check.Http;
import dev.trainyard.yard.node.probes.Check.Tcp;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CheckerTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Checker checker =
      new Checker(command -> new ProcessBuilder(command).redirectErrorStream(true).start());
  private final BlockingQueue<String> hosts = new LinkedBlockingQueue<>();
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          hosts.add(exchange.getRequestHeaders().getFirst("Host"));
          var path = exchange.getRequestURI().getPath();
          if (path.startsWith("/to/")) {
            exchange.getResponseHeaders().set("Location", "/" + path.substring(4));
          }
          var status = path.startsWith("/to/") ? 302 : Integer.parseInt(path.substring(1));
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void takes_exit_code_0_for_a_good_answer_and_output_for_its_words() throws Exception {
    assertThat(checker.ask(new Exec(List.of("echo", "fine"), true), PATIENCE))
        .isEqualTo(new Outcome(true, "fine"));
    assertThat(checker.ask(new Exec(List.of("sh", "-c", "echo sick >&2; exit 3"), true), PATIENCE))
        .isEqualTo(new Outcome(false, "sick"));
    assertThat(checker.ask(new Exec(List.of("sh", "-c", "echo s3cr3t; exit 3"), false), PATIENCE))
        .isEqualTo(new Outcome(false, "exit code 3"));
    assertThat(checker.ask(new Exec(List.of("no-such-program"), true), PATIENCE).passed())
        .isFalse();
  }

  @Test
  void ends_a_program_that_takes_too_long() throws Exception {
    var outcome =
        checker.ask(new Exec(List.of("sh", "-c", "sleep 600"), true), Duration.ofMillis(200));

    assertThat(outcome.passed()).isFalse();
    assertThat(outcome.words()).startsWith("no answer within");
  }

  @Test
  void takes_statuses_from_200_to_399_for_good_answers() throws Exception {
    assertThat(get("/200")).isEqualTo(new Outcome(true, "HTTP status 200"));
    assertThat(get("/304").passed()).isTrue();
    assertThat(get("/404")).isEqualTo(new Outcome(false, "HTTP status 404"));
    assertThat(get("/503").passed()).isFalse();
  }

  @Test
  void follows_redirects_on_the_same_host() throws Exception {
    assertThat(get("/to/200").passed()).isTrue();
    assertThat(get("/to/500").passed()).isFalse();
  }

  @Test
  void sends_the_headers_it_is_told_even_the_host() throws Exception {
    get("/200");

    assertThat(hosts.take()).isEqualTo("train.example");
  }

  @Test
  void takes_an_open_port_for_a_good_answer() throws Exception {
    var port = server.getAddress().getPort();
    assertThat(checker.ask(new Tcp("127.0.0.1", port, ""), PATIENCE).passed()).isTrue();

    try (var deaf = new Socket()) {
      deaf.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      var refused = checker.ask(new Tcp("127.0.0.1", deaf.getLocalPort(), "gRPC health"), PATIENCE);
      assertThat(refused.passed()).isFalse();
      assertThat(refused.words()).contains("gRPC health is checked by connecting only");
    }
  }

  @Test
  void finds_ports_by_name_and_says_when_there_is_none() throws Exception {
    var port = server.getAddress().getPort();
    var container =
        new ContainerBuilder()
            .withName("main")
            .addNewPort()
            .withName("web")
            .withContainerPort(port)
            .endPort()
            .build();

    assertThat(checker.ask(tcp("web", container), PATIENCE).passed()).isTrue();
    assertThat(checker.ask(tcp("wbe", container), PATIENCE).words())
        .isEqualTo("port \"wbe\" is neither a number nor the name of a port of container main");
  }

  private static Check tcp(String port, Container container) {
    var probe =
        new ProbeBuilder().withNewTcpSocket().withPort(new IntOrString(port)).endTcpSocket();
    return Checks.of(probe.build(), container, "127.0.0.1");
  }

  private Outcome get(String path) throws InterruptedException {
    var port = server.getAddress().getPort();
    var headers = List.of(new Header("Host", "train.example"));
    return checker.ask(new Http(false, "127.0.0.1", port, path, headers), PATIENCE);
  }
}
