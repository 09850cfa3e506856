package dev.trainyard.cli.logs;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/// What one container printed, as the API tells it.
public final class PodLog implements AutoCloseable {

  private static final int OK = 200;

  private final InputStream body;

  /// Which lines are asked for; with `since`, only those from that second on.
  public record Request(
      String namespace,
      String pod,
      String container,
      boolean follow,
      boolean previous,
      OptionalLong tail,
      Optional<Instant> since) {

    private String path() {
      var words = new ArrayList<>(List.of("timestamps=true", "container=" + encoded(container)));
      if (follow) {
        words.add("follow=true");
      }
      if (previous) {
        words.add("previous=true");
      }
      tail.ifPresent(lines -> words.add("tailLines=" + lines));
      since.ifPresent(time -> words.add("sinceTime=" + encoded(time.toString())));
      return "api/v1/namespaces/%s/pods/%s/log?%s"
          .formatted(encoded(namespace), encoded(pod), String.join("&", words));
    }

    private static String encoded(String text) {
      return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
  }

  /// One line, without its end, and when it was printed.
  public record Line(Instant at, String text) {}

  /// Nothing when there is no such log, or not yet.
  public static Optional<PodLog> open(KubernetesClient client, Request request)
      throws IOException, InterruptedException {
    var http = client.getHttpClient();
    var call =
        http.newHttpRequestBuilder()
            .uri(client.getMasterUrl().toString() + request.path())
            .forStreaming()
            .build();
    try {
      HttpResponse<InputStream> answer = http.sendAsync(call, InputStream.class).get();
      if (answer.code() != OK) {
        answer.body().close();
        return Optional.empty();
      }
      return Optional.of(new PodLog(answer.body()));
    } catch (ExecutionException e) {
      throw new IOException(
          "the log of %s/%s cannot be read".formatted(request.pod(), request.container()), e);
    }
  }

  /// Every line, as it comes, until there are no more.
  public void read(Consumer<Line> lines) throws IOException {
    try (var out = new Lines(lines)) {
      body.transferTo(out);
    }
  }

  /// Ends a reading that is under way in another thread.
  @Override
  public void close() throws IOException {
    body.close();
  }

  private PodLog(InputStream body) {
    this.body = body;
  }
}
