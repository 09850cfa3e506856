package dev.trainyard.yard.streams;

import dev.trainyard.yard.http.RefusedException;
import dev.trainyard.yard.http.WebSocket;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// What `kubectl port-forward` speaks: SPDY inside a web socket. For every connection it opens two
/// streams of one request id, first one for errors, then one for data.
final class PortForwardTunnel {

  private final PortForward.Pod pod;
  private final WebSocket socket;

  /// Streams for errors, by request.
  private final Map<String, Integer> errors = new HashMap<>();

  /// By their stream for data.
  private final Map<Integer, ForwardedConnection> connections = new HashMap<>();

  PortForwardTunnel(PortForward.Pod pod, WebSocket socket) {
    this.pod = pod;
    this.socket = socket;
  }

  void hold() throws IOException {
    try (var codec = new SpdyCodec(new Messages(socket))) {
      for (var frame = codec.read(); frame.isPresent(); frame = codec.read()) {
        accept(frame.get(), codec);
      }
    } finally {
      connections.values().forEach(ForwardedConnection::close);
    }
  }

  private void accept(SpdyFrame frame, SpdyCodec codec) throws IOException {
    switch (frame) {
      case SpdyFrame.Open open -> {
        socket.sendBinary(codec.opened(open.stream()));
        open(open);
      }
      case SpdyFrame.Data data -> {
        var connection = connections.get(data.stream());
        if (connection != null) {
          pass(data, connection);
        }
      }
      case SpdyFrame.Reset(var stream) -> drop(stream);
      case SpdyFrame.Ping ping -> socket.sendBinary(SpdyCodec.pong(ping));
      case SpdyFrame.PassedOver _ -> {}
    }
  }

  private void open(SpdyFrame.Open open) throws IOException {
    var request = open.headers().getOrDefault("requestid", "");
    if (open.headers().getOrDefault("streamtype", "").equals("error")) {
      errors.put(request, open.stream());
      return;
    }
    var forErrors = errors.getOrDefault(request, open.stream());
    errors.remove(request);
    var port = open.headers().getOrDefault("port", "");
    try {
      var address = pod.address(PortForward.port(port));
      connections.put(
          open.stream(), ForwardedConnection.open(address, new Answers(open.stream(), forErrors)));
    } catch (IOException | RefusedException e) {
      fail(forErrors, open.stream(), pod.failure(port, e));
    }
  }

  private void fail(int forErrors, int stream, String why) throws IOException {
    var bytes = why.getBytes(StandardCharsets.UTF_8);
    socket.sendBinary(SpdyCodec.data(forErrors, bytes, bytes.length, true));
    if (forErrors != stream) {
      end(stream);
    }
  }

  private void end(int stream) throws IOException {
    socket.sendBinary(SpdyCodec.data(stream, new byte[0], 0, true));
  }

  /// A pod that takes no more ends its own connection; the others go on.
  private void pass(SpdyFrame.Data data, ForwardedConnection connection) {
    try {
      connection.send(data.bytes().array());
      if (data.last()) {
        connection.endInput();
      }
    } catch (IOException _) {
      drop(data.stream());
    }
  }

  private void drop(int stream) {
    var connection = connections.remove(stream);
    if (connection != null) {
      connection.close();
    }
  }

  private final class Answers implements ForwardedConnection.Receiver {
    private final int stream;
    private final int forErrors;

    Answers(int stream, int forErrors) {
      this.stream = stream;
      this.forErrors = forErrors;
    }

    @Override
    public void receive(byte[] bytes, int length) throws IOException {
      socket.sendBinary(SpdyCodec.data(stream, bytes, length, false));
    }

    @Override
    public void end() throws IOException {
      PortForwardTunnel.this.end(stream);
      if (forErrors != stream) {
        PortForwardTunnel.this.end(forErrors);
      }
    }
  }

  /// The messages of a web socket as one stream of bytes.
  private static final class Messages extends InputStream {
    private final WebSocket socket;
    private ByteArrayInputStream message = new ByteArrayInputStream(new byte[0]);

    Messages(WebSocket socket) {
      this.socket = socket;
    }

    @Override
    public int read() throws IOException {
      return more() ? message.read() : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (length == 0) {
        return 0; // and wait for nothing
      }
      return more() ? message.read(bytes, offset, length) : -1;
    }

    private boolean more() throws IOException {
      try {
        while (message.available() == 0) {
          var next = socket.receive();
          if (next.isEmpty()) {
            return false;
          }
          message = new ByteArrayInputStream(next.get());
        }
        return true;
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("the server closes");
      }
    }
  }
}
