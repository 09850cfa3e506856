package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.MemoryStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.regex.Pattern;

/// A server over a store in memory, and a plain HTTP client that speaks YAML to it.
final class TestApi implements AutoCloseable {

  static final String TABLE =
      "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,"
          + "application/json";
  static final String TOKEN = "secret-of-the-test";
  private static final Pattern RESOURCE =
      Pattern.compile("^(/apis/([^/]+/[^/]+))/(namespaces/[^/]+/)?([^/?]+)");
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  final MemoryStore store;
  final Ledger ledger;
  final ApiServer server;
  private final HttpClient http = HttpClient.newHttpClient();

  record Answer(int code, JsonNode body, HttpResponse<String> response) {
    String message() {
      return body.path("message").asText();
    }

    String reason() {
      return body.path("reason").asText();
    }

    String resourceVersion() {
      return body.at("/metadata/resourceVersion").asText();
    }
  }

  TestApi() {
    this(new Ledger.Limits(1_000, 1_000), InstantSource.system());
  }

  TestApi(Doorman doorman) {
    this(new MemoryStore(), new Ledger.Limits(1_000, 1_000), InstantSource.system(), doorman);
  }

  /// Over what another server has stored.
  TestApi(MemoryStore store) {
    this(store, new Ledger.Limits(1_000, 1_000), InstantSource.system(), Doorman.open());
  }

  TestApi(Ledger.Limits limits, InstantSource clock) {
    this(new MemoryStore(), limits, clock, Doorman.open());
  }

  private TestApi(MemoryStore store, Ledger.Limits limits, InstantSource clock, Doorman doorman) {
    this.store = store;
    ledger = new Ledger(store, limits);
    try {
      var settings =
          new ApiServer.Settings(
              0, TOKEN, clock, Duration.ofMillis(200), Optional.empty(), doorman);
      server = ApiServer.start(ledger, settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ObjectNode yaml(String text) {
    try {
      return (ObjectNode) YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  Answer get(String path) {
    return send("GET", path, "", "");
  }

  /// For answers that are more than can be read here.
  HttpResponse<String> response(String path) {
    try {
      return http.send(request(path).build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  Answer table(String path) {
    return send(request(path).header("Accept", TABLE));
  }

  Answer strategic(String path, String yaml) {
    return send("PATCH", path, "application/strategic-merge-patch+json", yaml(yaml).toString());
  }

  /// What the path says need not be said again: kind and API version come from there.
  Answer post(String path, String yaml) {
    return send("POST", path, "application/json", ofKind(path, yaml(yaml)).toString());
  }

  Answer put(String path, JsonNode body) {
    return send("PUT", path, "application/json", ofKind(path, body).toString());
  }

  private JsonNode ofKind(String path, JsonNode body) {
    var resource = RESOURCE.matcher(path);
    if (resource.find() && body instanceof ObjectNode object && !object.has("apiVersion")) {
      for (var known : get(resource.group(1)).body().path("resources")) {
        if (known.path("name").asText().equals(resource.group(4))) {
          return object
              .deepCopy()
              .put("apiVersion", resource.group(2))
              .put("kind", known.path("kind").asText());
        }
      }
    }
    return body;
  }

  Answer merge(String path, String yaml) {
    return send("PATCH", path, "application/merge-patch+json", yaml(yaml).toString());
  }

  Answer delete(String path) {
    return send("DELETE", path, "", "");
  }

  Answer delete(String path, String options) {
    return send("DELETE", path, "application/json", yaml(options).toString());
  }

  Answer send(String method, String path, String contentType, String body) {
    var request =
        request(path)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!contentType.isEmpty()) {
      request.header("Content-Type", contentType);
    }
    return send(request);
  }

  Answer send(HttpRequest.Builder request) {
    try {
      var response = http.send(request.build(), BodyHandlers.ofString());
      var json = response.headers().firstValue("Content-Type").orElse("").contains("json");
      var body = json ? Json.MAPPER.readTree(response.body()) : Json.object();
      return new Answer(response.statusCode(), body, response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.address().resolve(path))
        .timeout(Duration.ofSeconds(20))
        .header("Authorization", "Bearer " + TOKEN);
  }

  /// Opens a watch; events are read one at a time.
  Events watch(String path) {
    return watch(request(path));
  }

  Events watch(HttpRequest.Builder request) {
    try {
      var response = http.send(request.build(), BodyHandlers.ofInputStream());
      return new Events(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static final class Events implements AutoCloseable {

    private final BufferedReader lines;

    Events(InputStream body) {
      lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    /// The next event of any type; missing at the end of the stream.
    JsonNode next() {
      try {
        var line = lines.readLine();
        return line == null ? Json.object().path("end") : Json.MAPPER.readTree(line);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /// The next event that is not a bookmark, as `TYPE name`.
    String nextChange() {
      var event = next();
      while (event.path("type").asText().equals("BOOKMARK")) {
        event = next();
      }
      return "%s %s"
          .formatted(event.path("type").asText(), event.at("/object/metadata/name").asText());
    }

    @Override
    public void close() {
      try {
        lines.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
    server.close();
    ledger.close();
  }
}
