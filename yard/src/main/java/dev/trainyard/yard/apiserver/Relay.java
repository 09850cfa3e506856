package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.http.Call;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/// Carries a request to another server and its answer back, as they are. What concerns only one of
/// the two connections stays behind, and so does what opened this API's door.
final class Relay {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Set<String> OF_ONE_CONNECTION =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  /// The client writes these itself, or must not send them.
  private static final Set<String> NOT_SENT =
      Set.of("authorization", "content-length", "expect", "host", "origin");

  /// Made when it is first needed: most yards never do.
  private final AtomicReference<Optional<HttpClient>> client =
      new AtomicReference<>(Optional.empty());

  /// @param prefix the path under which the client sees the other side's root
  /// @param path what is asked of the other side, as the request spells it
  void carry(Call call, InetSocketAddress to, String prefix, String path)
      throws IOException, InterruptedException {
    var request = request(call, to, path);
    HttpResponse<InputStream> answer;
    try {
      answer = client().send(request, BodyHandlers.ofInputStream());
    } catch (ConnectException | HttpConnectTimeoutException e) {
      throw ProxyApi.unavailable(
          "error trying to reach service: %s:%d does not answer"
              .formatted(to.getHostString(), to.getPort()));
    }
    try (var body = answer.body()) {
      answer
          .headers()
          .map()
          .forEach(
              (name, values) -> {
                if (!OF_ONE_CONNECTION.contains(lower(name)) && !name.startsWith(":")) {
                  values.forEach(value -> call.addHeader(name, seen(name, value, to, prefix)));
                }
              });
      try (var out = call.begin(answer.statusCode())) {
        var buffer = new byte[1 << 13];
        for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
          out.write(buffer, 0, read);
          // What the other side sends bit by bit is meant to be seen bit by bit.
          if (body.available() == 0) {
            out.flush();
          }
        }
      }
    }
  }

  private static HttpRequest request(Call call, InetSocketAddress to, String path) {
    var host = to.getHostString();
    var authority = "%s:%d".formatted(host.contains(":") ? "[" + host + "]" : host, to.getPort());
    URI uri;
    try {
      uri =
          URI.create(
              "http://%s%s%s"
                  .formatted(authority, path, call.rawQuery().map(q -> "?" + q).orElse("")));
    } catch (IllegalArgumentException _) {
      throw new ApiException(Status.badRequest("the path is not one of a URL"));
    }
    var request = HttpRequest.newBuilder(uri).method(call.method(), body(call));
    call.headers().stream()
        .filter(header -> !OF_ONE_CONNECTION.contains(lower(header.getKey())))
        .filter(header -> !NOT_SENT.contains(lower(header.getKey())))
        .forEach(header -> request.header(header.getKey(), header.getValue()));
    return request.build();
  }

  private static BodyPublisher body(Call call) {
    var length = call.header("Content-Length").map(Long::parseLong);
    if (length.isEmpty() && call.header("Transfer-Encoding").isEmpty()) {
      return BodyPublishers.noBody();
    }
    var comes = BodyPublishers.ofInputStream(call::bodyAsItComes);
    return length
        .map(
            bytes ->
                bytes == 0 ? BodyPublishers.noBody() : BodyPublishers.fromPublisher(comes, bytes))
        .orElse(comes);
  }

  /// A redirection within the other side is one within the prefix.
  private static String seen(String name, String value, InetSocketAddress to, String prefix) {
    if (!name.equalsIgnoreCase("Location")) {
      return value;
    }
    var root = "http://%s:%d".formatted(to.getHostString(), to.getPort());
    var path = value.startsWith(root) ? value.substring(root.length()) : value;
    return path.startsWith("/") && !path.startsWith("//") ? prefix + path : value;
  }

  private HttpClient client() {
    return client
        .updateAndGet(
            known ->
                known.or(
                    () ->
                        Optional.of(
                            HttpClient.newBuilder()
                                .version(HttpClient.Version.HTTP_1_1)
                                .followRedirects(HttpClient.Redirect.NEVER)
                                .proxy(HttpClient.Builder.NO_PROXY)
                                .connectTimeout(PATIENCE)
                                .build())))
        .orElseThrow();
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
