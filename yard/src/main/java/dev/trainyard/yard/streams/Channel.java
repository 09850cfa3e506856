package dev.trainyard.yard.streams;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The streams that share one web socket. Each message begins with a byte that says which it is.
enum Channel {
  INPUT(0),
  OUTPUT(1),
  ERRORS(2),
  /// How it ended, once, as a `Status`.
  OUTCOME(3),
  RESIZE(4),
  /// From version 5 on: the stream that the next byte names has ended.
  CLOSE(255);

  /// The versions of the protocol that are spoken here, best first.
  static final List<String> PROTOCOLS = List.of("v5.channel.k8s.io", "v4.channel.k8s.io");

  private final byte number;

  Channel(int number) {
    this.number = (byte) number;
  }

  /// Nothing for an empty message and for a channel nobody knows.
  static Optional<Channel> of(byte[] message) {
    return message.length == 0
        ? Optional.empty()
        : Arrays.stream(values()).filter(channel -> channel.number == message[0]).findFirst();
  }

  static byte[] content(byte[] message) {
    return Arrays.copyOfRange(message, 1, message.length);
  }

  byte[] message(byte[] content, int length) {
    var message = new byte[length + 1];
    message[0] = number;
    System.arraycopy(content, 0, message, 1, length);
    return message;
  }
}
