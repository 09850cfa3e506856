package dev.trainyard.integration.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One of the two that are asked: sends requests exactly as they are written.
final class Server implements AutoCloseable {

  private static final int MOST_TRIES = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final URI address;
  private final String token;
  private final HttpClient http;

  Server(KubernetesClient client) {
    var config = client.getConfiguration();
    address = URI.create(config.getMasterUrl());
    token = String.valueOf(config.getOauthToken());
    try {
      http =
          HttpClient.newBuilder()
              .sslContext(SSLUtils.sslContext(config))
              .version(HttpClient.Version.HTTP_1_1)
              .build();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Every answer of a scenario, in order.
  List<Answer> play(Scenario scenario, String namespace) {
    var memory = new Memory(scenario, namespace);
    var answers = new ArrayList<Answer>();
    for (var step : scenario.steps()) {
      var answer = send(step, memory);
      memory.learn(step, answer);
      answers.add(answer);
    }
    return answers;
  }

  private Answer send(Step step, Memory memory) {
    var body = memory.body(step);
    var request =
        HttpRequest.newBuilder(address.resolve(memory.path(step)))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + token)
            .header("Accept", step.accept())
            .method(
                step.method(),
                body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty() || !step.method().equals("GET")) {
      request.header("Content-Type", step.contentType());
    }
    return answer(request.build(), MOST_TRIES);
  }

  /// A connection that was kept may be closed by the server in the moment it is used again.
  private Answer answer(HttpRequest request, int tries) {
    try {
      return Answer.of(http.send(request, BodyHandlers.ofString()));
    } catch (IOException e) {
      return tries > 1 ? answer(request, tries - 1) : Answer.none(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  /// What a scenario has learned of one server.
  private static final class Memory {

    private final Scenario scenario;
    private final String namespace;
    private ObjectNode stored;
    private String listVersion = "";
    private String next = "";

    Memory(Scenario scenario, String namespace) {
      this.scenario = scenario;
      this.namespace = namespace;
      this.stored = scenario.subject().manifest().deepCopy();
    }

    void learn(Step step, Answer answer) {
      if (answer.code() >= 300 || !(answer.body() instanceof ObjectNode object)) {
        return;
      }
      if (step.verb().equals("list")) {
        listVersion = object.at("/metadata/resourceVersion").asText(listVersion);
        next = object.at("/metadata/continue").asText(next);
      } else if (object.path("kind").asText().equals(scenario.subject().kind())
          && object.at("/metadata/name").asText().equals(name())
          && !step.path().contains("dryRun")) {
        stored = object;
      }
    }

    private String name() {
      return scenario.subject().nameForm().replace("NAME", scenario.name());
    }

    String path(Step step) {
      var all = scenario.subject().collection(namespace);
      var found =
          switch (step.path()) {
            case String root when root.startsWith("=") -> root.substring(1);
            case String up when up.startsWith("..") -> all + up.substring(2);
            case String rest -> (step.aboutAll() ? all : all + "/" + name()) + rest;
          };
      if (step.verb().equals("watch")) {
        found = found.replaceFirst("\\?", "?watch=1&");
      }
      return filled(found);
    }

    String body(Step step) {
      return switch (step.body()) {
        case Step.Body.None _ -> "";
        case Step.Body.Text(var text) -> filled(text);
        case Step.Body.Manifest(var changes) ->
            placed(Texts.merged(manifest(), filled(changes)).toString());
        case Step.Body.Stored(var changes) ->
            placed(Texts.merged(stored, filled(changes)).toString());
        case Step.Body.Whole(var mutant) -> placed(withName(mutant).toString());
      };
    }

    private ObjectNode manifest() {
      return (ObjectNode) withName(scenario.subject().manifest());
    }

    /// Where there is any place for it.
    private JsonNode withName(JsonNode manifest) {
      var named = manifest.deepCopy();
      if (named.path("metadata") instanceof ObjectNode metadata) {
        metadata.put("name", name());
      }
      return named;
    }

    private ObjectNode filled(ObjectNode changes) {
      return (ObjectNode) Texts.json(filled(changes.toString()));
    }

    private String placed(String text) {
      return text.replace("NAMESPACE", namespace)
          .replace("NAME", scenario.name())
          .replace("\"NULL\"", "null");
    }

    private String filled(String text) {
      return text.replace("$name", scenario.name())
          .replace("$ns", namespace)
          .replace("$uid", stored.at("/metadata/uid").asText())
          .replace("$rv", stored.at("/metadata/resourceVersion").asText())
          .replace("$list", listVersion)
          .replace("$continue", next)
          .replace("$base", scenario.subject().base())
          .replace("$plural", scenario.subject().plural())
          .replace("$api", scenario.subject().apiVersion())
          .replace("$kind", scenario.subject().kind());
    }
  }
}
