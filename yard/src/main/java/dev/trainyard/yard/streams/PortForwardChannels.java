package dev.trainyard.yard.streams;

import dev.trainyard.yard.http.WebSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One connection for each port that a request names: its data on channel `2n`, its errors on
/// channel `2n + 1`. Both begin with a message that holds the port. No message says that one of
/// them has ended, so the web socket stays until all have.
final class PortForwardChannels {

  private static final Logger log = LoggerFactory.getLogger(PortForwardChannels.class);

  private final PortForward.Pod pod;
  private final List<Integer> ports;
  private final WebSocket socket;
  private final Map<Integer, ForwardedConnection> connections = new ConcurrentHashMap<>();
  private final CountDownLatch open;

  PortForwardChannels(PortForward.Pod pod, List<Integer> ports, WebSocket socket) {
    this.pod = pod;
    this.ports = ports;
    this.socket = socket;
    this.open = new CountDownLatch(ports.size());
  }

  void hold() throws IOException, InterruptedException {
    for (int n = 0; n < ports.size(); n++) {
      var port = ByteBuffer.allocate(2).order(ByteOrder.LITTLE_ENDIAN);
      port.putShort(ports.get(n).shortValue());
      send(2 * n, port.array(), 2);
      send(2 * n + 1, port.array(), 2);
    }
    for (int n = 0; n < ports.size(); n++) {
      connect(n);
    }
    var listener = Thread.ofVirtual().name("port-forward").start(this::listen);
    try {
      open.await();
    } finally {
      listener.interrupt();
      connections.values().forEach(ForwardedConnection::close);
    }
  }

  private void connect(int n) throws IOException {
    var port = ports.get(n);
    try {
      connections.put(n, ForwardedConnection.open(pod.address(port), new Answers(2 * n)));
    } catch (IOException e) {
      var why = pod.failure(port, e).getBytes(StandardCharsets.UTF_8);
      send(2 * n + 1, why, why.length);
      open.countDown();
    }
  }

  /// Hands on what the client sends; when it leaves, all is over.
  private void listen() {
    try {
      for (var message = socket.receive(); message.isPresent(); message = socket.receive()) {
        accept(message.get());
      }
    } catch (IOException e) {
      log.atDebug().log("A client left: {}", e.getMessage());
    } catch (InterruptedException _) {
      return; // All connections have ended.
    }
    for (int n = 0; n < ports.size(); n++) {
      open.countDown();
    }
  }

  private void accept(byte[] message) {
    var connection = message.length == 0 ? null : connections.get(message[0] / 2);
    if (connection == null || message[0] % 2 != 0) {
      return;
    }
    try {
      connection.send(Arrays.copyOfRange(message, 1, message.length));
    } catch (IOException e) {
      log.atDebug().log("A pod takes no more: {}", e.getMessage());
    }
  }

  private void send(int channel, byte[] bytes, int length) throws IOException {
    socket.sendBinary(
        ByteBuffer.allocate(1 + length).put((byte) channel).put(bytes, 0, length).array());
  }

  private final class Answers implements ForwardedConnection.Receiver {
    private final int channel;

    Answers(int channel) {
      this.channel = channel;
    }

    @Override
    public void receive(byte[] bytes, int length) throws IOException {
      send(channel, bytes, length);
    }

    @Override
    public void end() {
      open.countDown();
    }
  }
}
