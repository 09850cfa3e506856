package dev.trainyard.yard.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AConnectionTest {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final int PATIENCE_MILLIS = 20_000;

  private final List<AutoCloseable> open = new ArrayList<>();
  private final CountDownLatch spoken = new CountDownLatch(1);

  private record KeyDoor() implements Door {
    @Override
    public boolean admit(Call call) {
      if (call.path().equals("/open")) {
        return false;
      }
      if (!call.header("Key").equals(Optional.of("key"))) {
        throw new RefusedException(401, "no key");
      }
      return true;
    }

    @Override
    public void explain(Call call, Throwable why) throws IOException {
      call.replyText(why instanceof RefusedException refused ? refused.code() : 500, "refused");
    }
  }

  private WebServer serve(WebServer.Limits limits) throws IOException {
    var routes =
        new Routes()
            .on("GET", "/open", call -> call.replyText(200, "open"))
            .on("GET", "/inside", call -> call.replyText(200, "inside"))
            .on("POST", "/inside", call -> call.replyText(200, new String(call.body(), UTF_8)))
            .on(
                "GET",
                "/silent",
                call -> {
                  try (var out = call.stream("text/plain")) {
                    spoken.await();
                    out.write("at last\n".getBytes(UTF_8));
                  }
                });
    var settings = WebServer.Settings.loopback(0).withLimits(limits);
    return opened(WebServer.start(settings, routes, new KeyDoor()));
  }

  private <T extends AutoCloseable> T opened(T thing) {
    open.addFirst(thing);
    return thing;
  }

  private Socket connect(WebServer server) throws IOException {
    var socket = opened(new Socket(InetAddress.getLoopbackAddress(), server.port()));
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.replace("\n", "\r\n").getBytes(UTF_8));
  }

  private static BufferedReader answers(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  private static boolean ended(Socket socket) throws IOException {
    return socket.getInputStream().read() < 0;
  }

  /// Whether it has ended by now.
  private static boolean over(Socket socket) {
    try {
      socket.setSoTimeout(1);
      return ended(socket);
    } catch (SocketTimeoutException _) {
      return false;
    } catch (IOException _) {
      return true;
    }
  }

  @AfterEach
  void close() throws Exception {
    spoken.countDown();
    for (var thing : open) {
      thing.close();
    }
  }

  @Test
  void that_never_asks_anything_is_closed() throws IOException {
    var server = serve(new WebServer.Limits(10, Duration.ZERO, SHORT, LONG, LONG));

    assertThat(ended(connect(server))).isTrue();
  }

  @Test
  void that_never_ends_its_question_is_closed() throws IOException {
    var server = serve(new WebServer.Limits(10, Duration.ZERO, SHORT, LONG, LONG));
    var socket = connect(server);
    send(socket, "GET /inside HTTP/1.1\nHost: a\nKey: k");

    assertThat(ended(socket)).isTrue();
  }

  @Test
  void that_only_asks_what_everybody_may_is_closed_in_the_end() throws IOException {
    var server = serve(new WebServer.Limits(10, Duration.ZERO, SHORT, LONG, LONG));
    var socket = connect(server);
    send(socket, "GET /open HTTP/1.1\nHost: a\n\n");

    var answer = answers(socket);
    assertThat(answer.readLine()).contains("200");
    assertThat(answer.lines().toList()).last().isEqualTo("open");
  }

  @Test
  void whose_body_never_comes_is_closed() throws IOException {
    var server = serve(new WebServer.Limits(10, Duration.ZERO, LONG, LONG, SHORT));
    var socket = connect(server);
    send(socket, "POST /inside HTTP/1.1\nHost: a\nKey: key\nContent-Length: 9\n\nhalf");

    assertThat(ended(socket)).isTrue();
  }

  @Test
  void that_waits_long_between_two_questions_is_closed() throws IOException {
    var server = serve(new WebServer.Limits(10, Duration.ZERO, LONG, SHORT, LONG));
    var socket = connect(server);
    send(socket, "GET /inside HTTP/1.1\nHost: a\nKey: key\n\n");

    assertThat(answers(socket).lines().toList()).last().isEqualTo("inside");
  }

  @Test
  void that_was_let_in_may_wait_for_its_answer() throws IOException {
    var server = serve(new WebServer.Limits(10, Duration.ZERO, SHORT, SHORT, SHORT));
    var waiting = connect(server);
    send(waiting, "GET /silent HTTP/1.1\nHost: a\nKey: key\nConnection: close\n\n");
    assertThat(answers(waiting).readLine()).contains("200");
    assertThat(ended(connect(server))).isTrue();
    assertThat(ended(connect(server))).isTrue();

    spoken.countDown();

    assertThat(answers(waiting).lines().toList()).contains("at last");
  }

  @Test
  void of_a_stranger_makes_room_for_the_next_one() throws IOException {
    var server = serve(new WebServer.Limits(20, Duration.ZERO, LONG, LONG, LONG));
    var waiting = connect(server);
    send(waiting, "GET /silent HTTP/1.1\nHost: a\nKey: key\nConnection: close\n\n");
    assertThat(answers(waiting).readLine()).contains("200");

    var strangers = new ArrayList<Socket>();
    for (int i = 0; i < 200; i++) {
      var stranger = connect(server);
      send(stranger, "GET /inside HTTP/1.1\nHost: a\nKey: k");
      strangers.add(stranger);
    }
    await().until(() -> strangers.stream().filter(AConnectionTest::over).count() == 180);

    var owner = connect(server);
    send(owner, "GET /inside HTTP/1.1\nHost: a\nKey: key\nConnection: close\n\n");
    assertThat(answers(owner).lines().toList()).last().isEqualTo("inside");
    spoken.countDown();
    assertThat(answers(waiting).lines().toList()).contains("at last");
  }

  @Test
  void has_time_to_show_its_key_however_many_others_come() throws IOException {
    var server = serve(new WebServer.Limits(20, LONG, LONG, LONG, LONG));
    var owner = connect(server);
    for (int i = 0; i < 60; i++) {
      connect(server);
    }

    send(owner, "GET /inside HTTP/1.1\nHost: a\nKey: key\nConnection: close\n\n");

    assertThat(answers(owner).lines().toList()).last().isEqualTo("inside");
  }
}
