package dev.trainyard.yard.node.probes;

import dev.trainyard.yard.node.probes.Check.Exec;
import dev.trainyard.yard.node.probes.Check.Http;
import dev.trainyard.yard.node.probes.Check.Pause;
import dev.trainyard.yard.node.probes.Check.Tcp;
import dev.trainyard.yard.node.probes.Check.Unanswerable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Puts checks to containers and takes their answers.
///
/// @param inside starts programs in the container's surroundings
/// @param way where the container's ports are
public record Checker(Inside inside, Way way) {

  /// As much of what a check printed as an event can carry.
  private static final int MOST_WORDS = 1024;

  /// Where a host answers on what the container takes for a port.
  public interface Way {
    int port(String host, int port) throws IOException;
  }

  /// For a container whose ports are what they seem.
  public Checker(Inside inside) {
    this(inside, (_, port) -> port);
  }

  public interface Inside {
    /// Starts a program whose output and errors come together.
    Process start(List<String> command) throws IOException;
  }

  /// An answer that takes longer than `timeout` is a bad one.
  public Outcome ask(Check check, Duration timeout) throws InterruptedException {
    var task = new FutureTask<>(question(check));
    Thread.ofVirtual().name("check").start(task);
    try {
      return task.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      return Outcome.bad("no answer within %d s".formatted(timeout.toSeconds()));
    } catch (ExecutionException e) {
      return Outcome.bad(words(e));
    } finally {
      task.cancel(true);
    }
  }

  private static String words(ExecutionException e) {
    var cause = e.getCause();
    return cause == null ? e.toString() : String.valueOf(cause.getMessage());
  }

  private Callable<Outcome> question(Check check) {
    return switch (check) {
      case Exec(var command, var repeated) -> () -> run(command, repeated);
      case Http http -> () -> new HttpCheck(http.at(way.port(http.host(), http.port()))).call();
      case Tcp tcp -> () -> connect(tcp.at(way.port(tcp.host(), tcp.port())));
      case Pause(var duration) ->
          () -> {
            Thread.sleep(duration);
            return Outcome.good("");
          };
      case Unanswerable(var why) -> () -> Outcome.bad(why);
    };
  }

  private Outcome run(List<String> command, boolean repeated)
      throws IOException, InterruptedException {
    var process = inside.start(command);
    try {
      process.getOutputStream().close();
      var out = process.getInputStream();
      var words = new String(out.readNBytes(MOST_WORDS), StandardCharsets.UTF_8).strip();
      out.transferTo(java.io.OutputStream.nullOutputStream());
      var code = process.waitFor();
      return code == 0
          ? Outcome.good(words)
          : Outcome.bad(words.isEmpty() || !repeated ? "exit code " + code : words);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static Outcome connect(Tcp tcp) throws IOException {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(tcp.host(), tcp.port()));
      return Outcome.good("");
    } catch (IOException e) {
      var instead =
          tcp.instead().isEmpty()
              ? ""
              : " (%s is checked by connecting only)".formatted(tcp.instead());
      throw new IOException(
          "connecting to %s:%d: %s%s".formatted(tcp.host(), tcp.port(), e.getMessage(), instead),
          e);
    }
  }
}
