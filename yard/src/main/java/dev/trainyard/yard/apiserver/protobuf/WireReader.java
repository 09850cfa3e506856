package dev.trainyard.yard.apiserver.protobuf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Walks through the fields of one message.
final class WireReader {

  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED_32 = 5;

  private final ByteBuffer buffer;

  WireReader(byte[] message) {
    buffer = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// A field's number and what stands in it: a number, or bytes that are a text or a message.
  static final class Field {
    private final int number;
    private final long value;
    private final byte[] bytes;

    private Field(int number, long value, byte[] bytes) {
      this.number = number;
      this.value = value;
      this.bytes = bytes;
    }

    int number() {
      return number;
    }

    long value() {
      return value;
    }

    /// Read only.
    byte[] bytes() {
      return bytes;
    }
  }

  boolean more() {
    return buffer.hasRemaining();
  }

  Field next() {
    var tag = varint();
    var number = (int) (tag >>> 3);
    return switch ((int) (tag & 7)) {
      case VARINT -> new Field(number, varint(), new byte[0]);
      case FIXED_64 -> new Field(number, require(Long.BYTES).getLong(), new byte[0]);
      case FIXED_32 -> new Field(number, require(Integer.BYTES).getInt(), new byte[0]);
      case BYTES -> {
        var length = varint();
        if (length < 0 || length > buffer.remaining()) {
          throw new IllegalArgumentException("a field is longer than the message");
        }
        var bytes = new byte[(int) length];
        buffer.get(bytes);
        yield new Field(number, 0, bytes);
      }
      default -> throw new IllegalArgumentException("a field has an unknown wire type");
    };
  }

  private ByteBuffer require(int bytes) {
    if (buffer.remaining() < bytes) {
      throw new IllegalArgumentException("the message ends within a field");
    }
    return buffer;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      var part = require(1).get();
      value |= (long) (part & 0x7f) << shift;
      if (part >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number is too long");
  }
}
