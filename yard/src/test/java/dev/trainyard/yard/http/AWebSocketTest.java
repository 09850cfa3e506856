package dev.trainyard.yard.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trainyard.yard.http.Routes.Upgrade;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket.Listener;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AWebSocketTest {

  private static final int MESSAGE = 32 << 10;

  /// More than the buffers of both ends and of the system between them hold.
  private static final int MANY = 1 << 11;

  @Test
  void slows_down_whoever_sends_more_than_is_read_and_loses_nothing() throws Exception {
    var read = new CountDownLatch(1);
    var arrived = new AtomicLong();
    var routes = new Routes();
    routes.upgrade(
        "/talk",
        _ ->
            new Upgrade(
                List.of(),
                socket -> {
                  read.await();
                  for (var got = socket.receive(); got.isPresent(); got = socket.receive()) {
                    arrived.addAndGet(got.get().length);
                  }
                }));
    try (var server = WebServer.start(WebServer.Settings.loopback(0), routes, new Open());
        var http = HttpClient.newHttpClient()) {
      var address = URI.create("ws://127.0.0.1:%d/talk".formatted(server.port()));
      var client =
          http.newWebSocketBuilder()
              .buildAsync(address, new Listener() {})
              .get(20, TimeUnit.SECONDS);
      client.sendPing(ByteBuffer.allocate(1)).get(20, TimeUnit.SECONDS);
      var sent = 0;
      var last = CompletableFuture.completedFuture(client);
      while (sent < MANY && done(last)) {
        last = client.sendBinary(ByteBuffer.allocate(MESSAGE), true);
        sent++;
      }

      assertThat(sent).as("messages of 32 KiB that went out unread").isLessThan(MANY);
      read.countDown();
      var all = (long) sent * MESSAGE;
      await().atMost(Duration.ofSeconds(20)).until(() -> arrived.get() == all);
      client.abort();
    }
  }

  private static boolean done(CompletableFuture<?> sending) throws Exception {
    try {
      sending.get(2, TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException _) {
      return false;
    }
  }

  private record Open() implements Door {
    @Override
    public boolean admit(Call call) {
      return true;
    }

    @Override
    public void explain(Call call, Throwable why) {
      throw new IllegalStateException(call.path(), why);
    }
  }
}
