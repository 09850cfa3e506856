package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.streams.ExecSource;
import dev.trainyard.yard.streams.Execution;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What somebody sees who attaches to a container: all it prints from then on, until it ends. That
/// is its log, so nothing of it is lost to those who come later.
public record AttachedOutput(LogSource logs, String podUid) implements ExecSource {

  private static final Logger log = LoggerFactory.getLogger(AttachedOutput.class);
  private static final int BUFFER_BYTES = 64 * 1024;

  @Override
  public Optional<Execution> start(Request request) throws IOException {
    var output = follow(request, LogSource.Stream.STDOUT, request.stdout());
    var errors = follow(request, LogSource.Stream.STDERR, request.stderr());
    return Optional.of(new Following(output, errors));
  }

  /// One of the container's streams, if it is wanted.
  private Followed follow(Request request, LogSource.Stream stream, boolean wanted)
      throws IOException {
    var in = new PipedInputStream(BUFFER_BYTES);
    var out = new PipedOutputStream(in);
    if (!wanted) {
      out.close();
      return new Followed(in, Thread.startVirtualThread(() -> {}));
    }
    var asked =
        LogSource.Request.fromNowOn(
            request.namespace(), request.pod(), podUid, request.container(), stream);
    return new Followed(
        in, Thread.ofVirtual().name("attached").start(() -> copy(logs, asked, out)));
  }

  private static void copy(LogSource logs, LogSource.Request asked, PipedOutputStream out) {
    try (out) {
      logs.write(asked, out);
    } catch (IOException e) {
      log.atDebug().log("Somebody who looked on left: {}", e.getMessage());
    }
  }

  private record Followed(PipedInputStream stream, Thread reader) {}

  private record Following(Followed out, Followed err) implements Execution {

    @Override
    public OutputStream input() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream output() {
      return out.stream();
    }

    @Override
    public InputStream errors() {
      return err.stream();
    }

    @Override
    public void resize(int columns, int rows) {
      // Nothing here is drawn for a size.
    }

    /// How the container ended is told by its pod.
    @Override
    public int exitCode() throws InterruptedException {
      out.reader().join();
      err.reader().join();
      return 0;
    }

    @Override
    public void close() {
      out.reader().interrupt();
      err.reader().interrupt();
    }
  }
}
