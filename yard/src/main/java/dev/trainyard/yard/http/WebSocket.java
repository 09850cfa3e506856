package dev.trainyard.yard.http;

import java.io.IOException;
import java.util.Optional;

/// An open web socket, for code that simply waits. Any thread may send; one receives.
public interface WebSocket {

  /// The protocol both sides agreed on; empty where none was asked for.
  String protocol();

  /// The next message, binary or text; nothing once the other side has closed.
  Optional<byte[]> receive() throws IOException, InterruptedException;

  void sendBinary(byte[] message) throws IOException;

  void sendText(String message) throws IOException;
}
