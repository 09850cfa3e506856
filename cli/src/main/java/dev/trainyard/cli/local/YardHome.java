package dev.trainyard.cli.local;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// The directory a yard lives in, as seen by a command that may be another process.
public record YardHome(Path directory) {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /// The way into a yard. The token never leaves this process but in requests to that address.
  public record Access(URI address, String token) {
    @Override
    public String toString() {
      return address.toString();
    }
  }

  public Path kubeconfig() {
    return directory.resolve("kubeconfig");
  }

  public Path log() {
    return directory.resolve("yard.log");
  }

  /// What a yard in the background said before it was up, or why it never was.
  Path complaints() {
    return directory.resolve("yard.err");
  }

  /// Where pods' files are.
  public Path node() {
    return directory.resolve("node");
  }

  /// Where what the pods of a namespace printed is, also of those that are gone.
  public Path logsOf(String namespace) {
    return node().resolve("logs").resolve(namespace);
  }

  /// The jobs of this home that are over.
  public Path history() {
    return directory.resolve("history.jsonl");
  }

  /// The yard of this home, if one is up and answers. Where nobody holds the home, nobody is asked.
  public Optional<Access> running() {
    return access().filter(_ -> isHeld()).filter(YardHome::answers);
  }

  private boolean isHeld() {
    var holder = holder();
    return holder.isPresent() && ProcessHandle.of(holder.getAsLong()).isPresent();
  }

  /// The process that holds this home, or held it last.
  public OptionalLong holder() {
    try {
      return OptionalLong.of(Long.parseLong(Files.readString(directory.resolve("lock")).trim()));
    } catch (IOException | NumberFormatException _) {
      return OptionalLong.empty();
    }
  }

  /// By the port and the token that a yard leaves in its home. Its kubeconfig leads to the same API
  /// by the way that other clients need.
  private Optional<Access> access() {
    var port = read("port").filter(text -> text.matches("\\d{1,5}"));
    return port.flatMap(
        number ->
            read("token")
                .map(token -> new Access(URI.create("http://127.0.0.1:" + number), token)));
  }

  private Optional<String> read(String name) {
    try {
      return Optional.of(Files.readString(directory.resolve(name)).strip())
          .filter(text -> !text.isEmpty());
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// Asks for something only the token opens, for another program may have the port by now.
  private static boolean answers(Access access) {
    var request =
        HttpRequest.newBuilder(access.address().resolve("/version"))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + access.token())
            .build();
    try (var http = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException _) {
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
