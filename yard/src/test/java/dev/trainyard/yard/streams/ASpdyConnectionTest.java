package dev.trainyard.yard.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class ASpdyConnectionTest {

  private static final int HEADER_BYTES = 8;

  private static byte[] frames(byte[]... frames) {
    var all = new ByteArrayOutputStream();
    List.of(frames).forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static SpdyCodec reading(byte[]... frames) {
    return new SpdyCodec(new ByteArrayInputStream(frames(frames)));
  }

  /// Opens stream after stream as a client does, with one compression for all their headers.
  private static final class Client {
    private final Deflater deflater = new Deflater();

    byte[] open(int stream, Map<String, String> headers) {
      var plain = new ByteArrayOutputStream();
      plain.writeBytes(number(headers.size()));
      headers.forEach(
          (name, value) -> {
            plain.writeBytes(text(name));
            plain.writeBytes(text(value));
          });
      deflater.setInput(plain.toByteArray());
      var block = new byte[1024];
      var length = deflater.deflate(block, 0, block.length, Deflater.SYNC_FLUSH);
      return ByteBuffer.allocate(HEADER_BYTES + 10 + length)
          .putInt(0x80030001)
          .putInt(10 + length)
          .putInt(stream)
          .putInt(0)
          .putShort((short) 0)
          .put(block, 0, length)
          .array();
    }

    private static byte[] number(int number) {
      return ByteBuffer.allocate(4).putInt(number).array();
    }

    private static byte[] text(String text) {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      return ByteBuffer.allocate(4 + bytes.length).putInt(bytes.length).put(bytes).array();
    }
  }

  @Test
  void carries_streams_with_headers_data_and_ends() throws IOException {
    var client = new Client();
    var bytes = "hello".getBytes(StandardCharsets.UTF_8);
    try (var codec =
        reading(
            client.open(1, Map.of("streamtype", "error", "port", "80")),
            client.open(3, Map.of("Streamtype", "data")),
            SpdyCodec.data(3, bytes, bytes.length, false),
            SpdyCodec.data(3, new byte[0], 0, true),
            SpdyCodec.pong(new SpdyFrame.Ping(7)))) {

      assertThat(codec.read())
          .contains(new SpdyFrame.Open(1, Map.of("streamtype", "error", "port", "80")));
      assertThat(codec.read()).contains(new SpdyFrame.Open(3, Map.of("streamtype", "data")));
      assertThat(codec.read()).contains(new SpdyFrame.Data(3, ByteBuffer.wrap(bytes), false));
      assertThat(codec.read()).contains(new SpdyFrame.Data(3, ByteBuffer.allocate(0), true));
      assertThat(codec.read()).contains(new SpdyFrame.Ping(7));
      assertThat(codec.read()).isEmpty();
    }
  }

  @Test
  void accepts_each_stream_in_a_form_that_the_other_side_can_read() throws IOException {
    try (var server = reading();
        var client = reading(server.opened(1), server.opened(3))) {
      assertThat(client.read()).contains(new SpdyFrame.PassedOver());
      assertThat(client.read()).contains(new SpdyFrame.PassedOver());
    }
  }

  @Test
  void ends_with_a_reason_when_the_other_side_speaks_nonsense() {
    var claims = ByteBuffer.allocate(8).putInt(1).putInt(0xFFFFFF).array();
    var old = ByteBuffer.allocate(8).putInt(0x80020001).putInt(0).array();
    var shortened = ByteBuffer.allocate(8).putInt(0x80030001).putInt(0).array();
    var garbled =
        ByteBuffer.allocate(22).putInt(0x80030001).putInt(14).putInt(1).putLong(0).array();

    assertThatThrownBy(() -> reading(claims).read()).hasMessageContaining("too long");
    assertThatThrownBy(() -> reading(old).read()).hasMessageContaining("version 2");
    assertThatThrownBy(() -> reading(shortened).read()).hasMessageContaining("too short");
    assertThatThrownBy(() -> reading(garbled).read()).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> reading(new byte[] {0, 0, 0, 1, 0, 0, 0, 9, 1}).read())
        .isInstanceOf(IOException.class);
  }
}
