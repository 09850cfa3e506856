package dev.trainyard.integration.weather;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// One message of HTTP/1.1: a request or an answer.
///
/// @param body one character per byte
record Message(Head head, String body) {

  /// These concern one connection only, or are told anew.
  private static final Set<String> OWN_HOP =
      Set.of(
          "connection",
          "upgrade",
          "http2-settings",
          "transfer-encoding",
          "content-length",
          "expect");

  /// Everything before the body.
  record Head(String first, List<String> headers) {

    String word(int index) {
      return first.split(" ", 3)[index];
    }

    Optional<String> header(String name) {
      return headers.stream()
          .filter(line -> name(line).equals(name))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst();
    }

    private static String name(String line) {
      return line.substring(0, Math.max(0, line.indexOf(':'))).toLowerCase(Locale.ROOT);
    }

    /// As another connection gets it.
    private Head passedOn(String... more) {
      var kept = new ArrayList<>(headers);
      kept.removeIf(line -> OWN_HOP.contains(name(line)));
      kept.addAll(List.of(more));
      return new Head(first, kept);
    }

    void write(OutputStream out) throws IOException {
      var text = first + "\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  /// The next message on this connection; none when it has ended.
  static Optional<Message> read(InputStream in) throws IOException {
    var head = readHead(in);
    return head.isEmpty()
        ? Optional.empty()
        : Optional.of(new Message(head.get(), readBody(head.get(), in)));
  }

  static Optional<Head> readHead(InputStream in) throws IOException {
    var first = readLine(in);
    if (first.isEmpty()) {
      return Optional.empty();
    }
    var headers = new ArrayList<String>();
    for (var line = readLine(in); !line.isEmpty(); line = readLine(in)) {
      headers.add(line);
    }
    return Optional.of(new Head(first, headers));
  }

  private static String readBody(Head head, InputStream in) throws IOException {
    if (head.header("transfer-encoding").filter("chunked"::equalsIgnoreCase).isPresent()) {
      return readChunks(in);
    }
    int length = head.header("content-length").map(Integer::parseInt).orElse(0);
    return readExactly(in, length);
  }

  private static String readChunks(InputStream in) throws IOException {
    var body = new StringBuilder();
    while (true) {
      int length = Integer.parseInt(readLine(in).split(";", 2)[0].trim(), 16);
      body.append(readExactly(in, length));
      readLine(in);
      if (length == 0) {
        return body.toString();
      }
    }
  }

  private static String readExactly(InputStream in, int length) throws IOException {
    var bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the connection ended in a message");
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /// Empty at the end of the connection too.
  private static String readLine(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next != -1 && next != '\n'; next = in.read()) {
      line.write(next);
    }
    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
  }

  /// @param more headers for the other side alone
  void write(OutputStream out, String... more) throws IOException {
    var all = new ArrayList<>(List.of(more));
    all.add("Content-Length: " + body.length());
    head.passedOn(all.toArray(String[]::new)).write(out);
    out.write(body.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }
}
