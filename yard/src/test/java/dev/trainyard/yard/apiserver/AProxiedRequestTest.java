package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.trainyard.yard.http.Call;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AProxiedRequestTest {

  private static final String IN = "/api/v1/namespaces/default";
  private static final String SERVICE = IN + "/services/web:http/proxy";

  @AutoClose private final TestApi api = new TestApi();
  private HttpServer server;

  /// Tells what it was asked; below `/to` it sends away.
  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", AProxiedRequestTest::tell);
    server.createContext(
        "/to/",
        exchange -> {
          var where = exchange.getRequestURI().getPath().substring("/to".length());
          exchange.getResponseHeaders().set("Location", where.replace("/http", "http:/"));
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    server.start();
    api.server.reachBy(
        (_, pod, port) ->
            pod.equals("web-0") && port == 8080
                ? Optional.of(server.getAddress())
                : Optional.empty());
    api.post(
        IN + "/services",
        """
        metadata: {name: web}
        spec: {selector: {app: web}, ports: [{name: http, port: 80, targetPort: page}]}
        """);
    pod("True");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999", "65536", "0", "-1", "page"})
  void to_no_port_of_a_pod_is_refused(String port) {
    var answer = api.get(IN + "/pods/web-0:%s/proxy/".formatted(port));

    assertThat(answer.code()).isEqualTo(400);
    assertThat(answer.message()).isEqualTo("\"%s\" is not a port".formatted(port));
  }

  private void pod(String ready) {
    api.post(
        IN + "/pods",
        """
        metadata: {name: web-0, labels: {app: web, other: x}}
        spec: {containers: [{name: main, image: i, ports: [{name: page, containerPort: 8080}]}]}
        """);
    api.merge(
        IN + "/pods/web-0/status",
        """
        status: {phase: Running, conditions: [{type: Ready, status: "%s"}]}
        """
            .formatted(ready));
  }

  private static void tell(HttpExchange exchange) throws IOException {
    var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    var headers = exchange.getRequestHeaders();
    var text =
        "%s %s body=%s mark=%s auth=%s"
            .formatted(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                body,
                headers.getFirst("X-Mark"),
                headers.containsKey("Authorization"));
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    exchange.getResponseHeaders().set("X-From", "pod");
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(body.equals("teapot") ? 418 : 200, head ? -1 : bytes.length);
    if (!head) {
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        IN + "/services/web/proxy",
        IN + "/services/web:80/proxy",
        IN + "/services/web:http/proxy",
        IN + "/services/http:web:80/proxy",
        IN + "/pods/web-0/proxy",
        IN + "/pods/web-0:8080/proxy",
      })
  void finds_its_pod_however_it_is_named(String prefix) {
    var answer = api.get(prefix + "/data/runs%20x/?tag=a%2Fb&n=1");

    assertThat(answer.code()).isEqualTo(200);
    assertThat(answer.response().body())
        .isEqualTo("GET /data/runs%20x/?tag=a%2Fb&n=1 body= mark=null auth=false");
    assertThat(answer.response().headers().firstValue("X-From")).contains("pod");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
  void keeps_its_method_its_body_and_its_headers(String method) {
    var request =
        api.request(SERVICE + "/x")
            .header("X-Mark", "7")
            .method(method, BodyPublishers.ofString("hello"));

    assertThat(api.send(request).response().body())
        .isEqualTo(method + " /x body=hello mark=7 auth=false");
  }

  @Test
  void may_be_longer_than_any_object() {
    var body = "x".repeat(2 * Call.MAX_BODY_BYTES);
    var request = api.request(SERVICE + "/x").POST(BodyPublishers.ofString(body));

    assertThat(api.send(request).response().body().length()).isGreaterThan(body.length());
  }

  @Test
  void has_an_answer_without_a_body_where_only_its_head_is_asked_for() {
    var answer = api.send(api.request(SERVICE + "/x").method("HEAD", BodyPublishers.noBody()));

    assertThat(answer.code()).isEqualTo(200);
    assertThat(answer.response().body()).isEmpty();
  }

  @Test
  void hears_the_code_of_the_pod() {
    var request = api.request(SERVICE + "/x").POST(BodyPublishers.ofString("teapot"));

    assertThat(api.send(request).code()).isEqualTo(418);
  }

  @Test
  void is_sent_on_within_the_proxy() {
    var inside = api.get(SERVICE + "/to/other/place");
    var outside = api.get(SERVICE + "/to/http/example.com/");
    var root = api.get(SERVICE + "?x=1");

    assertThat(location(inside)).isEqualTo(SERVICE + "/other/place");
    assertThat(location(outside)).isEqualTo("http://example.com/");
    assertThat(root.code()).isEqualTo(301);
    assertThat(location(root)).isEqualTo(SERVICE + "/?x=1");
  }

  private static String location(TestApi.Answer answer) {
    return answer.response().headers().firstValue("Location").orElse("");
  }

  @Test
  void needs_the_token() {
    var stranger = HttpRequest.newBuilder(api.server.address().resolve(SERVICE + "/"));

    assertThat(api.send(stranger).code()).isEqualTo(401);
  }

  @Test
  void goes_nowhere_without_a_ready_pod() {
    api.delete(IN + "/pods/web-0", "{gracePeriodSeconds: 0}");
    assertThat(api.get(SERVICE + "/").code()).isEqualTo(503);

    pod("False");
    var answer = api.get(SERVICE + "/");

    assertThat(answer.code()).isEqualTo(503);
    assertThat(answer.message()).isEqualTo("no endpoints available for service \"web\"");
  }

  @Test
  void says_what_it_does_not_find() {
    assertThat(api.get(IN + "/services/none/proxy/").code()).isEqualTo(404);
    assertThat(api.get(IN + "/pods/none:1/proxy/").code()).isEqualTo(404);
    assertThat(api.get(IN + "/services/web:other/proxy/").message())
        .isEqualTo("no service port \"other\" found for service \"web\"");
    assertThat(api.get(IN + "/services/https:web:80/proxy/").code()).isEqualTo(400);
    assertThat(api.get(IN + "/pods/web-0:9/proxy/").message())
        .isEqualTo("pod \"web-0\" has no address yet");
  }

  @Test
  void says_that_nobody_answers() {
    server.stop(0);

    var answer = api.get(SERVICE + "/");

    assertThat(answer.code()).isEqualTo(503);
    assertThat(answer.message()).startsWith("error trying to reach service: 127.0.0.1:");
  }
}
