package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TheGateTest {

  @AutoClose private final TestApi api = new TestApi();

  @Test
  void is_open_for_health_checks() {
    var answer = api.send(request("/readyz"));

    assertThat(answer.code()).isEqualTo(200);
    assertThat(answer.response().body()).isEqualTo("ok");
  }

  @Test
  void is_closed_without_the_token() {
    var without = api.send(request("/api/v1/pods"));
    assertThat(without.code()).isEqualTo(401);
    assertThat(without.reason()).isEqualTo("Unauthorized");
    assertThat(api.send(request("/version").header("Authorization", "Bearer wrong")).code())
        .isEqualTo(401);
    assertThat(api.get("/version").body().path("gitVersion").asText()).startsWith("v1.");
  }

  @Test
  void opens_for_the_token_in_an_address_too() {
    var credentials = Base64.getEncoder().encodeToString(bytes("yard:" + TestApi.TOKEN));
    var request = request("/version").header("Authorization", "Basic " + credentials);

    assertThat(api.send(request).code()).isEqualTo(200);
  }

  @Test
  void is_closed_for_pages_from_elsewhere() {
    var page = api.send(api.request("/version").header("Origin", "https://evil.example"));
    assertThat(page.code()).isEqualTo(403);
    assertThat(page.message()).isEqualTo("pages from elsewhere may not use this API");

    var own = api.send(api.request("/version").header("Origin", "http://127.0.0.1:8080"));
    assertThat(own.code()).isEqualTo(200);
  }

  @Test
  void is_closed_for_other_names_of_this_address() throws IOException {
    assertThat(statusLine("Host: evil.example:80")).contains("403");
    assertThat(statusLine("Host: localhost:80")).contains("200");
  }

  @Test
  void answers_web_sockets_with_nothing_so_that_clients_fall_back() throws IOException {
    assertThat(statusLine("Host: localhost", "Upgrade: websocket", "Connection: Upgrade"))
        .contains("200");
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(api.server.address().resolve(path));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String statusLine(String... headers) throws IOException {
    var port = api.server.address().getPort();
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      var request =
          "GET /version HTTP/1.1\r\n%s\r\nAuthorization: Bearer %s\r\n\r\n"
              .formatted(String.join("\r\n", headers), TestApi.TOKEN);
      socket.getOutputStream().write(bytes(request));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
          .readLine();
    }
  }
}
