package dev.trainyard.cli.exec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketHandshakeException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/// A program started in a container through the API's `exec`. The client library's own `exec` has
/// no way to say that standard input is at its end, so `… | trainyard exec -i demo -- cat` would
/// never return; this speaks the version of the protocol that can, over the library's connection.
public final class RemoteProgram implements AutoCloseable {

  private static final String HALF_CLOSING = "v5.channel.k8s.io";
  private static final String OLDER = "v4.channel.k8s.io";
  private static final Set<Integer> UNKNOWN_PROTOCOL = Set.of(400, 403);

  private static final byte STDIN = 0;
  private static final byte STDOUT = 1;
  private static final byte STDERR = 2;
  private static final byte VERDICT = 3;
  private static final byte RESIZE = 4;
  private static final byte END_OF = (byte) 255;

  private static final int CHUNK = 16 * 1024;

  /// The library does not tell when its queue is shorter.
  private static final long A_MOMENT = 1_000_000;

  private static final int GONE_FINE = 1000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final WebSocket socket;
  private final boolean halfCloses;
  private final CompletableFuture<Integer> exitCode;

  /// What to start, and where.
  public record Request(
      String namespace,
      String pod,
      String container,
      List<String> command,
      boolean stdin,
      boolean terminal) {

    URI uri(URI server) {
      var query =
          command.stream().map(word -> "command=" + encoded(word)).collect(Collectors.joining("&"))
              + "&container=%s&stdin=%s&stdout=true&stderr=%s&tty=%s"
                  .formatted(encoded(container), stdin, !terminal, terminal);
      var path =
          "api/v1/namespaces/%s/pods/%s/exec?%s".formatted(encoded(namespace), encoded(pod), query);
      return WebSocket.toWebSocketUri(server.resolve(path));
    }

    private static String encoded(String text) {
      return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
  }

  /// Started once this returns.
  public static RemoteProgram start(
      KubernetesClient client, Request request, OutputStream out, OutputStream err)
      throws InterruptedException {
    try {
      return open(client, request, out, err, HALF_CLOSING);
    } catch (ExecutionException e) {
      // Servers before 1.30 know the older version only, and some say so as if it were forbidden.
      if (e.getCause() instanceof WebSocketHandshakeException refused
          && UNKNOWN_PROTOCOL.contains(refused.getResponse().code())) {
        return openOlder(client, request, out, err);
      }
      throw refusal(request, e);
    }
  }

  private static RemoteProgram openOlder(
      KubernetesClient client, Request request, OutputStream out, OutputStream err)
      throws InterruptedException {
    try {
      return open(client, request, out, err, OLDER);
    } catch (ExecutionException e) {
      throw refusal(request, e);
    }
  }

  private static RemoteProgram open(
      KubernetesClient client, Request request, OutputStream out, OutputStream err, String protocol)
      throws InterruptedException, ExecutionException {
    var exitCode = new CompletableFuture<Integer>();
    var socket =
        client
            .getHttpClient()
            .newWebSocketBuilder()
            .uri(request.uri(URI.create(client.getMasterUrl().toString())))
            .subprotocol(protocol)
            .buildAsync(new Output(out, err, exitCode))
            .get();
    return new RemoteProgram(socket, protocol.equals(HALF_CLOSING), exitCode);
  }

  private static Refusal refusal(Request request, ExecutionException failure) {
    var why =
        failure.getCause() instanceof WebSocketHandshakeException refused
            ? "the cluster answered %d; it may not be allowed, or not be served"
                .formatted(refused.getResponse().code())
            : String.valueOf(failure.getCause());
    return new Refusal(
        ExitStatus.FAILED, "Nothing can be run in %s: %s.".formatted(request.pod(), why));
  }

  private RemoteProgram(WebSocket socket, boolean halfCloses, CompletableFuture<Integer> exitCode) {
    this.socket = socket;
    this.halfCloses = halfCloses;
    this.exitCode = exitCode;
  }

  /// Passes on what is read until it is at its end or the program is.
  public void feed(InputStream in) throws IOException {
    var chunk = new byte[CHUNK];
    for (var read = in.read(chunk); read >= 0 && !exitCode.isDone(); read = in.read(chunk)) {
      send(STDIN, ByteBuffer.wrap(chunk, 0, read));
    }
    if (halfCloses) {
      send(END_OF, ByteBuffer.wrap(new byte[] {STDIN}));
    }
  }

  public void resize(Terminal.Size size) {
    var words = "{\"Width\":%d,\"Height\":%d}".formatted(size.columns(), size.rows());
    send(RESIZE, ByteBuffer.wrap(words.getBytes(StandardCharsets.UTF_8)));
  }

  /// A socket that still sends one message drops the next, so each waits for its turn.
  private synchronized void send(byte channel, ByteBuffer data) {
    var message = ByteBuffer.allocate(data.remaining() + 1);
    message.put(channel).put(data).flip();
    while (!exitCode.isDone() && !(socket.queueSize() == 0 && socket.send(message.duplicate()))) {
      LockSupport.parkNanos(A_MOMENT);
    }
  }

  /// Waits for the program's end.
  ///
  /// @throws Refusal when it is not known how it ended
  public int exitCode() throws InterruptedException {
    try {
      return exitCode.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Refusal refusal
          ? refusal
          : new Refusal(
              ExitStatus.UNREACHABLE, "The connection broke: %s.".formatted(e.getCause()));
    }
  }

  /// Nobody listens to the program any more, and it is told so; what the other side answers to that
  /// changes nothing.
  public void giveUp() {
    exitCode.completeExceptionally(new Refusal(ExitStatus.INTERRUPTED, List.of()));
    socket.sendClose(GONE_FINE, "done");
  }

  @Override
  public void close() {
    giveUp();
  }

  /// What the other side sends: the first byte of a message names the stream it belongs to.
  private record Output(OutputStream out, OutputStream err, CompletableFuture<Integer> exitCode)
      implements WebSocket.Listener {

    @Override
    public void onMessage(WebSocket socket, String text) {
      onMessage(socket, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void onMessage(WebSocket socket, ByteBuffer message) {
      if (message.hasRemaining()) {
        var channel = message.get();
        var data = new byte[message.remaining()];
        message.get(data);
        try {
          take(channel, data);
        } catch (IOException e) {
          exitCode.completeExceptionally(e);
        }
      }
      socket.request();
    }

    private void take(byte channel, byte[] data) throws IOException {
      switch (channel) {
        case STDOUT -> write(out, data);
        case STDERR -> write(err, data);
        case VERDICT -> verdict(new String(data, StandardCharsets.UTF_8));
        default -> {} // streams that we did not ask for
      }
    }

    private static void write(OutputStream stream, byte[] data) throws IOException {
      stream.write(data);
      stream.flush();
    }

    private void verdict(String text) {
      try {
        var status = JSON.readTree(text);
        if (status.path("status").asText().equals("Success")) {
          exitCode.complete(0);
          return;
        }
        for (JsonNode cause : status.at("/details/causes")) {
          if (cause.path("reason").asText().equals("ExitCode")) {
            exitCode.complete(Integer.parseInt(cause.path("message").asText()));
            return;
          }
        }
        exitCode.completeExceptionally(
            new Refusal(ExitStatus.FAILED, status.path("message").asText(text)));
      } catch (JsonProcessingException | NumberFormatException _) {
        exitCode.completeExceptionally(new Refusal(ExitStatus.FAILED, text));
      }
    }

    @Override
    public void onClose(WebSocket socket, int code, String reason) {
      exitCode.completeExceptionally(
          new Refusal(
              ExitStatus.FAILED,
              "The cluster ended the connection without telling how the program ended (%d %s)."
                  .formatted(code, reason)));
    }

    @Override
    public void onError(WebSocket socket, Throwable failure) {
      exitCode.completeExceptionally(failure);
    }
  }
}
