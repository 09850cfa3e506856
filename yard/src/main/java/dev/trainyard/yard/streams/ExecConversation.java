package dev.trainyard.yard.streams;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.http.Routes;
import dev.trainyard.yard.http.WebSocket;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries a command's streams over a web socket and tells how the command ended.
public final class ExecConversation implements Routes.Conversation {

  private static final Logger log = LoggerFactory.getLogger(ExecConversation.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int CHUNK_BYTES = 32 * 1024;

  /// A child that the command left behind may hold its streams open; the answer comes anyway.
  private static final Duration LAST_OUTPUT = Duration.ofSeconds(2);

  private final ExecSource source;
  private final ExecSource.Request request;

  private ExecConversation(ExecSource source, ExecSource.Request request) {
    this.source = source;
    this.request = request;
  }

  /// What a route answers a request for this command with.
  public static Routes.Upgrade upgrade(ExecSource source, ExecSource.Request request) {
    return new Routes.Upgrade(Channel.PROTOCOLS, new ExecConversation(source, request));
  }

  @Override
  public void hold(WebSocket socket) throws IOException, InterruptedException {
    // An empty message tells the client that the connection stands.
    send(socket, request.stdout() ? Channel.OUTPUT : Channel.OUTCOME, new byte[0], 0);
    tell(socket, run(socket));
  }

  private ObjectNode run(WebSocket socket) throws InterruptedException {
    try {
      var started = source.start(request);
      if (started.isEmpty()) {
        return failure(
            "NotFound",
            404,
            "container \"%s\" of pod \"%s\" is not running"
                .formatted(request.container(), request.pod()));
      }
      try (var execution = started.get()) {
        return outcome(carry(socket, execution));
      }
    } catch (IOException e) {
      return failure(
          "InternalError",
          500,
          "the command cannot be run in container \"%s\" of pod \"%s\": %s"
              .formatted(request.container(), request.pod(), e.getMessage()));
    }
  }

  private int carry(WebSocket socket, Execution execution) throws InterruptedException {
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      var printed = new ArrayList<CountDownLatch>();
      if (request.stdout()) {
        printed.add(pump(threads, socket, Channel.OUTPUT, execution.output()));
      }
      if (request.stderr() && !request.tty()) {
        printed.add(pump(threads, socket, Channel.ERRORS, execution.errors()));
      }
      threads.execute(() -> listen(socket, execution));
      var code = execution.exitCode();
      for (var done : printed) {
        if (!done.await(LAST_OUTPUT.toMillis(), TimeUnit.MILLISECONDS)) {
          log.atDebug().log("A command ended and its output did not");
        }
      }
      return code;
    } finally {
      threads.shutdownNow();
    }
  }

  private static CountDownLatch pump(
      ExecutorService threads, WebSocket socket, Channel channel, InputStream from) {
    var done = new CountDownLatch(1);
    threads.execute(
        () -> {
          var chunk = new byte[CHUNK_BYTES];
          try {
            for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
              send(socket, channel, chunk, n);
            }
          } catch (IOException e) {
            log.atDebug().log("A stream ended: {}", e.getMessage());
          } finally {
            done.countDown();
          }
        });
    return done;
  }

  /// Hands on what the client sends, until it leaves: then the command has to go as well.
  private void listen(WebSocket socket, Execution execution) {
    try {
      var message = socket.receive();
      while (message.isPresent()) {
        accept(message.get(), execution);
        message = socket.receive();
      }
      execution.close();
    } catch (IOException e) {
      log.atDebug().log("A client left: {}", e.getMessage());
      execution.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the command has ended
    }
  }

  private void accept(byte[] message, Execution execution) throws IOException {
    var content = Channel.content(message);
    var channel = Channel.of(message);
    if (channel.isEmpty()) {
      return;
    }
    switch (channel.get()) {
      case INPUT -> write(execution.input(), content);
      case RESIZE -> {
        var size = JSON.readTree(content);
        execution.resize(size.path("Width").asInt(), size.path("Height").asInt());
      }
      case CLOSE -> {
        if (Channel.of(content).filter(Channel.INPUT::equals).isPresent()) {
          execution.input().close();
        }
      }
      case OUTPUT, ERRORS, OUTCOME -> {
        // These only ever go the other way.
      }
    }
  }

  /// A command that reads no more is none of the client's trouble: it hears how it ended.
  private void write(OutputStream input, byte[] content) {
    if (request.stdin()) {
      try {
        input.write(content);
        input.flush();
      } catch (IOException e) {
        log.atDebug().log("A command reads no more: {}", e.getMessage());
      }
    }
  }

  private static ObjectNode outcome(int code) {
    if (code == 0) {
      return status("Success");
    }
    var failure =
        status("Failure")
            .put(
                "message",
                "command terminated with non-zero exit code: exit status %d".formatted(code))
            .put("reason", "NonZeroExitCode");
    failure
        .putObject("details")
        .putArray("causes")
        .addObject()
        .put("reason", "ExitCode")
        .put("message", Integer.toString(code));
    return failure;
  }

  private static ObjectNode failure(String reason, int code, String message) {
    return status("Failure").put("message", message).put("reason", reason).put("code", code);
  }

  private static ObjectNode status(String outcome) {
    var status =
        JsonNodeFactory.instance.objectNode().put("kind", "Status").put("apiVersion", "v1");
    status.putObject("metadata");
    return status.put("status", outcome);
  }

  private static void tell(WebSocket socket, ObjectNode status) throws IOException {
    var bytes = JSON.writeValueAsBytes(status);
    send(socket, Channel.OUTCOME, bytes, bytes.length);
  }

  private static void send(WebSocket socket, Channel channel, byte[] content, int length)
      throws IOException {
    socket.sendBinary(channel.message(content, length));
  }
}
