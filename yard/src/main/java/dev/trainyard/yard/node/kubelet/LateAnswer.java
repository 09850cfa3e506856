package dev.trainyard.yard.node.kubelet;

import dev.trainyard.yard.http.Call;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/// An answer that begins with its first byte, so that until then it can still be a refusal.
final class LateAnswer extends OutputStream {

  private final Call call;
  private Optional<OutputStream> begun = Optional.empty();

  LateAnswer(Call call) {
    this.call = call;
  }

  OutputStream begin() throws IOException {
    if (begun.isEmpty()) {
      begun = Optional.of(call.stream("text/plain"));
    }
    return begun.get();
  }

  @Override
  public void write(int b) throws IOException {
    begin().write(b);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    begin().write(bytes, from, length);
  }

  /// Whoever follows wants to know that there is something to follow.
  @Override
  public void flush() throws IOException {
    begin().flush();
  }

  @Override
  public void close() throws IOException {
    if (begun.isPresent()) {
      begun.get().close();
    }
  }
}
