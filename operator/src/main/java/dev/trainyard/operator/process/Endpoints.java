package dev.trainyard.operator.process;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.trainyard.operator.HttpLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/// Plain pages that machines read: probes and metrics.
final class Endpoints implements AutoCloseable {

  /// What a page says at the moment.
  record Answer(int code, String type, String text) {
    static Answer ok(String text) {
      return new Answer(200, "text/plain; charset=utf-8", text + "\n");
    }

    static Answer unavailable(String why) {
      return new Answer(503, "text/plain; charset=utf-8", why + "\n");
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  static Endpoints open(InetSocketAddress address, Map<String, Supplier<Answer>> pages)
      throws IOException {
    HttpLimits.set();
    var endpoints = new Endpoints(HttpServer.create(address, 0));
    pages.forEach(
        (path, page) ->
            endpoints.server.createContext(path, exchange -> answer(exchange, path, page)));
    endpoints.server.setExecutor(endpoints.threads);
    endpoints.server.start();
    return endpoints;
  }

  int port() {
    return server.getAddress().getPort();
  }

  /// A context also gets every path that begins like it; those are nobody's.
  private static void answer(HttpExchange exchange, String path, Supplier<Answer> page)
      throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals(path)) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      if (!exchange.getRequestMethod().equals("GET")) {
        exchange.sendResponseHeaders(405, -1);
        return;
      }
      var answer = page.get();
      var body = answer.text().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", answer.type());
      exchange.sendResponseHeaders(answer.code(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private Endpoints(HttpServer server) {
    this.server = server;
  }
}
