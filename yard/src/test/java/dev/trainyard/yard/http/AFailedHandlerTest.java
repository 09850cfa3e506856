package dev.trainyard.yard.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AFailedHandlerTest {

  /// Tells whoever asks what went wrong, unless that is too much for it as well.
  private record Explaining() implements Door {
    @Override
    public boolean admit(Call call) {
      return true;
    }

    @Override
    public void explain(Call call, Throwable why) throws IOException {
      if (call.path().equals("/unspeakable")) {
        throw new StackOverflowError();
      }
      call.replyText(500, "failed by " + why.getClass().getSimpleName());
    }
  }

  private static void fail(Call call) {
    throw new StackOverflowError(call.path());
  }

  @Test
  void is_explained_whatever_it_failed_by() throws Exception {
    var answer = get("/error");

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).isEqualTo("failed by StackOverflowError");
  }

  @Test
  void that_cannot_be_explained_is_answered_all_the_same() throws Exception {
    assertThat(get("/unspeakable").statusCode()).isEqualTo(500);
  }

  private static HttpResponse<String> get(String path) throws Exception {
    var routes = new Routes();
    routes.on("GET", "/error", AFailedHandlerTest::fail);
    routes.on("GET", "/unspeakable", AFailedHandlerTest::fail);
    try (var server = WebServer.start(WebServer.Settings.loopback(0), routes, new Explaining());
        var http = HttpClient.newHttpClient()) {
      var address = URI.create("http://127.0.0.1:%d%s".formatted(server.port(), path));
      var request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(20)).build();
      return http.send(request, BodyHandlers.ofString());
    }
  }
}
