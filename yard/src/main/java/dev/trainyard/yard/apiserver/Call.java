package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One request and the way to answer it.
final class Call {

  static final int MAX_BODY_BYTES = 3 * 1024 * 1024;
  private static final int MAX_WARNINGS = 20;

  private final HttpExchange exchange;
  private final Map<String, String> parameters;
  private final Query query;

  Call(HttpExchange exchange, Map<String, String> parameters) {
    this.exchange = exchange;
    this.parameters = parameters;
    this.query = new Query(exchange.getRequestURI().getRawQuery());
  }

  Query query() {
    return query;
  }

  /// What a `{name}` of the route's pattern stands for; empty where the pattern has none.
  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
  }

  /// The media type of the body, without its parameters.
  String contentType() {
    return header("Content-Type").map(type -> type.split(";", 2)[0].trim()).orElse("");
  }

  /// The body as JSON; missing when there is none.
  JsonNode body() throws IOException {
    var bytes = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
    if (bytes.length > MAX_BODY_BYTES) {
      throw new ApiException(
          Status.plain(
              413,
              "RequestEntityTooLarge",
              "Request entity too large: limit is %d".formatted(MAX_BODY_BYTES)));
    }
    try {
      return Json.MAPPER.readTree(bytes);
    } catch (JsonProcessingException e) {
      throw new ApiException(
          Status.badRequest("the body is not JSON: %s".formatted(e.getOriginalMessage())));
    }
  }

  /// Has every client that shows warnings show these.
  void warn(List<String> warnings) {
    warnings.stream()
        .limit(MAX_WARNINGS)
        .map(text -> "299 - \"%s\"".formatted(text.replace("\\", "\\\\").replace("\"", "\\\"")))
        .forEach(warning -> exchange.getResponseHeaders().add("Warning", warning));
  }

  void reply(int code, JsonNode body) throws IOException {
    var bytes = Json.MAPPER.writeValueAsBytes(body);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  void replyText(int code, String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  /// Starts an answer of unknown length. A refusal is no longer possible after this.
  OutputStream stream(String contentType) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", contentType);
    exchange.sendResponseHeaders(200, 0);
    return exchange.getResponseBody();
  }
}
