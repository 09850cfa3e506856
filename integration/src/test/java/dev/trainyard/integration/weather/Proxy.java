package dev.trainyard.integration.weather;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Stands between one operator and the API server, and lets the weather decide what gets through.
/// Each connection has one of its own to the server, so that resetting one resets nothing else.
final class Proxy {

  private static final int BACKLOG = 64;
  private static final String JSON = "Content-Type: application/json";

  /// Told before a request goes on its way.
  interface Witness {
    void saw(Request request, Fate fate);
  }

  private final URI server;
  private final BadWeather weather;
  private final Witness witness;
  private final ServerSocket door;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean severed;

  static Proxy before(URI server, BadWeather weather, Witness witness) {
    try {
      var proxy = new Proxy(server, weather, witness);
      Thread.ofVirtual().name("proxy").start(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Proxy(URI server, BadWeather weather, Witness witness) throws IOException {
    this.server = server;
    this.weather = weather;
    this.witness = witness;
    this.door = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + door.getLocalPort());
  }

  /// Nothing gets through any more, as when the machine at the other end loses its power.
  void sever() {
    severed = true;
    close(door);
    open.forEach(Proxy::reset);
  }

  private void accept() {
    while (!severed) {
      try {
        var client = door.accept();
        Thread.ofVirtual().name("proxied").start(() -> serve(client));
      } catch (IOException _) {
        // Severed, or a client that left before it was let in.
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        var upstream = new Socket(server.getHost(), server.getPort())) {
      open.addAll(List.of(client, upstream));
      if (severed) {
        return;
      }
      client.setTcpNoDelay(true);
      upstream.setTcpNoDelay(true);
      new Connection(client, upstream).serve();
    } catch (IOException | InterruptedException _) {
      // Either side left; the other one learns it by the end of its connection.
    } finally {
      open.removeIf(Socket::isClosed);
    }
  }

  private final class Connection {

    private final Socket client;
    private final Socket upstream;
    private final InputStream asked;
    private final InputStream answered;
    private final OutputStream ask;
    private final OutputStream answer;

    Connection(Socket client, Socket upstream) throws IOException {
      this.client = client;
      this.upstream = upstream;
      this.asked = new BufferedInputStream(client.getInputStream());
      this.answered = new BufferedInputStream(upstream.getInputStream());
      this.ask = upstream.getOutputStream();
      this.answer = client.getOutputStream();
    }

    void serve() throws IOException, InterruptedException {
      var next = Message.read(asked);
      while (next.isPresent() && !severed) {
        if (!serve(next.get())) {
          return;
        }
        next = Message.read(asked);
      }
    }

    /// Whether the connection can be used again.
    private boolean serve(Message message) throws IOException, InterruptedException {
      var request = Request.of(message.head());
      var fate = weather.of(request);
      witness.saw(request, fate);
      return switch (fate) {
        case Fate.Served() when request.watches() -> relay(message, request, Duration.ZERO);
        case Fate.Served() -> pass(message);
        case Fate.Slow(var way, var back) -> {
          Thread.sleep(way);
          ask(message);
          var reply = reply();
          Thread.sleep(back);
          reply.write(answer);
          yield true;
        }
        case Fate.Reset(var done) -> {
          if (done) {
            ask(message);
            reply();
          }
          reset(client);
          yield false;
        }
        case Fate.Refused refused -> {
          if (refused.done()) {
            ask(message);
            reply();
          }
          refusal(refused).write(answer);
          yield true;
        }
        case Fate.Cut(var after) -> relay(message, request, after.plusMillis(1));
        case Fate.Gone() -> {
          forgotten().write(answer);
          yield true;
        }
      };
    }

    private boolean pass(Message message) throws IOException {
      ask(message);
      reply().write(answer);
      return true;
    }

    private void ask(Message message) throws IOException {
      message.write(ask);
    }

    private Message reply() throws IOException {
      return Message.read(answered).orElseThrow(() -> new IOException("the server left"));
    }

    /// Whatever the server says is passed on as it comes, until one side leaves or time is up.
    ///
    /// @param most zero is for ever
    private boolean relay(Message message, Request request, Duration most)
        throws IOException, InterruptedException {
      message.write(ask, "Connection: close");
      Message.readHead(answered)
          .orElseThrow(() -> new IOException("the server left"))
          .write(answer);
      answer.flush();
      var end = System.nanoTime() + most.toNanos();
      var news = new byte[16 * 1024];
      try {
        while (true) {
          if (most.isPositive()) {
            upstream.setSoTimeout(
                (int) Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis()));
          }
          int length = answered.read(news);
          if (length < 0) {
            return false;
          }
          var late = weather.late(request);
          if (late.isPositive()) {
            Thread.sleep(late);
          }
          answer.write(news, 0, length);
          answer.flush();
          if (most.isPositive() && System.nanoTime() > end) {
            reset(client);
            return false;
          }
        }
      } catch (SocketTimeoutException _) {
        reset(client);
        return false;
      }
    }
  }

  private static Message refusal(Fate.Refused refused) {
    return new Message(
        new Message.Head(
            "HTTP/1.1 %d %s".formatted(refused.code(), refused.reason()),
            refused.code() == 429 ? List.of(JSON, "Retry-After: 1") : List.of(JSON)),
        status(refused.code(), refused.reason(), refused.message()));
  }

  private static Message forgotten() {
    var status = status(410, "Expired", "too old resource version");
    return new Message(
        new Message.Head("HTTP/1.1 200 OK", List.of(JSON)),
        "{\"type\":\"ERROR\",\"object\":%s}\n".formatted(status));
  }

  private static String status(int code, String reason, String message) {
    return """
    {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","code":%d,"reason":"%s","message":"%s"}\
    """
        .formatted(code, reason, message);
  }

  /// Without a farewell: what is still on its way is lost.
  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException _) {
      // It is closed already.
    }
    close(socket);
  }

  private static void close(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
