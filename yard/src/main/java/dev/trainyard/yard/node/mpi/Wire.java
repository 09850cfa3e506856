package dev.trainyard.yard.node.mpi;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Both ways between a remote shell and a worker: messages of a kind, a length and their bytes.
///
/// The caller says COMMAND once, then INPUT for each piece of its input after the worker has said
/// MORE, and INPUT_ENDS. The worker says OUTPUT and ERRORS as they come, and EXIT last. Input is
/// sent on demand only, so that a worker is always free to notice that its caller has gone.
final class Wire implements AutoCloseable {

  enum Kind {
    COMMAND('c'),
    INPUT('i'),
    INPUT_ENDS('.'),
    MORE('m'),
    OUTPUT('o'),
    ERRORS('e'),
    EXIT('x');

    private final char letter;

    Kind(char letter) {
      this.letter = letter;
    }

    private static Kind of(int letter) throws IOException {
      return List.of(values()).stream()
          .filter(kind -> kind.letter == letter)
          .findFirst()
          .orElseThrow(() -> new IOException("no message begins with " + letter));
    }
  }

  static final class Message {
    private final Kind kind;
    private final byte[] bytes;

    private Message(Kind kind, byte[] bytes) {
      this.kind = kind;
      this.bytes = bytes;
    }

    Kind kind() {
      return kind;
    }

    byte[] bytes() {
      return bytes;
    }

    String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }

    int number() {
      return ByteBuffer.wrap(bytes).getInt();
    }
  }

  static final int PIECE = 16 * 1024;

  /// Far more than the kernel lets a command line be.
  private static final int LONGEST = 4 << 20;

  private final SocketChannel channel;
  private final DataInputStream in;
  private final DataOutputStream out;

  Wire(SocketChannel channel) {
    this.channel = channel;
    this.in = new DataInputStream(Channels.newInputStream(channel));
    this.out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)));
  }

  void say(Kind kind) throws IOException {
    say(kind, new byte[0], 0);
  }

  void say(Kind kind, String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    say(kind, bytes, bytes.length);
  }

  void say(Kind kind, int number) throws IOException {
    say(kind, ByteBuffer.allocate(Integer.BYTES).putInt(number).array(), Integer.BYTES);
  }

  synchronized void say(Kind kind, byte[] bytes, int length) throws IOException {
    out.writeByte(kind.letter);
    out.writeInt(length);
    out.write(bytes, 0, length);
    out.flush();
  }

  /// Nothing once the other side has gone, also when it left what we said unheard.
  Optional<Message> hear() throws IOException {
    try {
      var kind = Kind.of(in.readUnsignedByte());
      var length = in.readInt();
      if (length < 0 || length > LONGEST) {
        throw new IOException("no message has %d bytes".formatted(length));
      }
      var bytes = new byte[length];
      in.readFully(bytes);
      return Optional.of(new Message(kind, bytes));
    } catch (EOFException | SocketException _) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
