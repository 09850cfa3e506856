package dev.trainyard.yard.streams;

import dev.trainyard.yard.streams.SpdyFrame.Data;
import dev.trainyard.yard.streams.SpdyFrame.Open;
import dev.trainyard.yard.streams.SpdyFrame.PassedOver;
import dev.trainyard.yard.streams.SpdyFrame.Ping;
import dev.trainyard.yard.streams.SpdyFrame.Reset;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/// Reads and writes the frames of one SPDY 3.1 connection. `kubectl port-forward` still speaks it,
/// inside a web socket; no library that is kept does.
///
/// Headers are compressed as one stream for the whole connection, so every block must be read in
/// its turn, wanted or not.
final class SpdyCodec implements AutoCloseable {

  private static final int VERSION = 3;
  private static final int OPEN = 1;
  private static final int OPENED = 2;
  private static final int RESET = 3;
  private static final int PING = 6;
  private static final int HEADERS = 8;
  private static final int LAST = 1;

  /// Far more than anybody sends here; a frame could claim 16 MiB.
  private static final int LONGEST_FRAME = 1 << 20;

  private static final int LONGEST_HEADERS = 64 * 1024;
  private static final byte[] DICTIONARY = dictionary();

  private final DataInputStream in;
  private final Inflater inflater = new Inflater();
  private final Deflater deflater = new Deflater();

  SpdyCodec(InputStream in) {
    this.in = new DataInputStream(in);
    deflater.setDictionary(DICTIONARY);
  }

  /// The next frame; nothing at the end of the connection.
  Optional<SpdyFrame> read() throws IOException {
    int word;
    try {
      word = in.readInt();
    } catch (EOFException _) {
      return Optional.empty();
    }
    var rest = in.readInt();
    var flags = rest >>> 24;
    var length = rest & 0xFFFFFF;
    if (length > LONGEST_FRAME) {
      throw new IOException("a SPDY frame of %d bytes is too long".formatted(length));
    }
    var content = in.readNBytes(length);
    if (content.length < length) {
      throw new EOFException("the connection ended within a SPDY frame");
    }
    if (word >= 0) {
      return Optional.of(new Data(word, ByteBuffer.wrap(content), (flags & LAST) != 0));
    }
    var version = (word >>> 16) & 0x7FFF;
    if (version != VERSION) {
      throw new IOException("SPDY version %d is not spoken here, only 3".formatted(version));
    }
    return Optional.of(control(word & 0xFFFF, ByteBuffer.wrap(content)));
  }

  private SpdyFrame control(int type, ByteBuffer content) throws IOException {
    var needed =
        switch (type) {
          case OPEN -> 10;
          case OPENED, RESET, PING, HEADERS -> 4;
          default -> 0;
        };
    if (content.remaining() < needed) {
      throw new IOException("a SPDY frame of type %d is too short".formatted(type));
    }
    return switch (type) {
      case OPEN -> {
        var stream = content.getInt();
        content.position(needed);
        yield new Open(stream, headers(content));
      }
      case OPENED, HEADERS -> {
        content.getInt();
        headers(content);
        yield new PassedOver();
      }
      case RESET -> new Reset(content.getInt());
      case PING -> new Ping(content.getInt());
      default -> new PassedOver();
    };
  }

  private Map<String, String> headers(ByteBuffer compressed) throws IOException {
    inflater.setInput(compressed);
    var plain = new ByteArrayOutputStream();
    var chunk = new byte[4096];
    try {
      while (true) {
        var n = inflater.inflate(chunk);
        plain.write(chunk, 0, n);
        if (plain.size() > LONGEST_HEADERS) {
          throw new IOException("the headers of a SPDY stream are too long");
        }
        if (n == 0 && inflater.needsDictionary()) {
          inflater.setDictionary(DICTIONARY);
        } else if (n == 0) {
          break;
        }
      }
      return pairs(ByteBuffer.wrap(plain.toByteArray()));
    } catch (DataFormatException | IllegalArgumentException e) {
      throw new IOException("the headers of a SPDY stream cannot be read", e);
    }
  }

  private static Map<String, String> pairs(ByteBuffer plain) throws IOException {
    var headers = new LinkedHashMap<String, String>();
    for (int left = plain.remaining() < 4 ? 0 : plain.getInt(); left > 0; left--) {
      var name = text(plain).toLowerCase(Locale.ROOT);
      headers.put(name, text(plain));
    }
    return headers;
  }

  private static String text(ByteBuffer plain) throws IOException {
    var length = plain.remaining() < 4 ? -1 : plain.getInt();
    if (length < 0 || length > plain.remaining()) {
      throw new IOException("the headers of a SPDY stream are cut short");
    }
    var bytes = new byte[length];
    plain.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /// Accepts a stream that the other side opened. Only the thread that reads may call this.
  byte[] opened(int stream) {
    deflater.setInput(new byte[4]); // no headers
    var block = new byte[64];
    var length = deflater.deflate(block, 0, block.length, Deflater.SYNC_FLUSH);
    return control(OPENED, 4 + length).putInt(stream).put(block, 0, length).array();
  }

  static byte[] data(int stream, byte[] bytes, int length, boolean last) {
    return ByteBuffer.allocate(8 + length)
        .putInt(stream)
        .putInt((last ? LAST << 24 : 0) | length)
        .put(bytes, 0, length)
        .array();
  }

  static byte[] pong(Ping ping) {
    return control(PING, 4).putInt(ping.id()).array();
  }

  private static ByteBuffer control(int type, int length) {
    return ByteBuffer.allocate(8 + length).putInt(1 << 31 | VERSION << 16 | type).putInt(length);
  }

  /// What both sides take for sent before the first header: words, each behind its length, and then
  /// a row of texts as they are.
  private static byte[] dictionary() {
    var words =
        """
        options head post put delete trace accept accept-charset accept-encoding accept-language \
        accept-ranges age allow authorization cache-control connection content-base \
        content-encoding content-language content-length content-location content-md5 \
        content-range content-type date etag expect expires from host if-match if-modified-since \
        if-none-match if-range if-unmodified-since last-modified location max-forwards pragma \
        proxy-authenticate proxy-authorization range referer retry-after server te trailer \
        transfer-encoding upgrade user-agent vary via warning www-authenticate method get status \
        200_OK version HTTP/1.1 url public set-cookie keep-alive origin\
        """;
    var rest =
        """
        100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505\
        203 Non-Authoritative Information204 No Content301 Moved Permanently400 Bad Request\
        401 Unauthorized403 Forbidden404 Not Found500 Internal Server Error501 Not Implemented\
        503 Service UnavailableJan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, \
        Wed, Thu, Fri, Sat, Sun, GMTchunked,text/html,image/png,image/jpg,image/gif,\
        application/xml,application/xhtml+xml,text/plain,text/javascript,publicprivatemax-age=\
        gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,enq=0.\
        """;
    var bytes = new ByteArrayOutputStream();
    for (var word : words.split(" ", -1)) {
      var text = word.replace('_', ' ').getBytes(StandardCharsets.US_ASCII);
      bytes.writeBytes(ByteBuffer.allocate(4).putInt(text.length).array());
      bytes.writeBytes(text);
    }
    bytes.writeBytes(rest.getBytes(StandardCharsets.US_ASCII));
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    inflater.end();
    deflater.end();
  }
}
