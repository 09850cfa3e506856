package dev.trainyard.yard.streams;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One connection to a port of a pod. What comes back is handed on by a thread of its own.
final class ForwardedConnection implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ForwardedConnection.class);
  private static final int CHUNK_BYTES = 32 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Socket socket;

  /// Where the other side's bytes go.
  interface Receiver {
    void receive(byte[] bytes, int length) throws IOException;

    /// Nothing comes any more.
    void end() throws IOException;
  }

  private ForwardedConnection(Socket socket) {
    this.socket = socket;
  }

  static ForwardedConnection open(InetSocketAddress address, Receiver receiver) throws IOException {
    var socket = new Socket();
    try {
      socket.connect(address, (int) PATIENCE.toMillis());
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    var connection = new ForwardedConnection(socket);
    Thread.ofVirtual().name("forwarded").start(() -> connection.pump(receiver));
    return connection;
  }

  private void pump(Receiver receiver) {
    var chunk = new byte[CHUNK_BYTES];
    try {
      try {
        var in = socket.getInputStream();
        for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
          receiver.receive(chunk, n);
        }
      } finally {
        receiver.end();
      }
    } catch (IOException e) {
      log.atDebug().log("A forwarded connection ended: {}", e.getMessage());
    }
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /// The other side has said all it has to say, and may still listen.
  void endInput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      log.atDebug().log("A forwarded connection was not closed well: {}", e.getMessage());
    }
  }
}
