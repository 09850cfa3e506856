package dev.trainyard.yard.streams;

import java.nio.ByteBuffer;
import java.util.Map;

/// What travels on a SPDY 3.1 connection, as far as port forwarding needs it. Everything else (the
/// sizes of windows, settings) is read and passed over.
sealed interface SpdyFrame {

  /// The other side opens a stream.
  record Open(int stream, Map<String, String> headers) implements SpdyFrame {
    public Open {
      headers = Map.copyOf(headers);
    }
  }

  /// More of a stream, and perhaps its end in this direction.
  record Data(int stream, ByteBuffer bytes, boolean last) implements SpdyFrame {}

  /// The other side gives a stream up, in both directions.
  record Reset(int stream) implements SpdyFrame {}

  /// Wants to come back as it is.
  record Ping(int id) implements SpdyFrame {}

  record PassedOver() implements SpdyFrame {}
}
