package dev.trainyard.yard.node.mpi;

import dev.trainyard.yard.node.mpi.Wire.Kind;
import dev.trainyard.yard.node.mpi.Wire.Message;
import dev.trainyard.yard.node.supervisor.ProcessGroup;
import dev.trainyard.yard.node.supervisor.ProcessId;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// One command that a worker runs for a caller. It ends when its caller goes; what it left behind
/// after its own end stays, as the daemons of `mpirun` must.
final class Visit implements Runnable {

  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration GLANCE = Duration.ofMillis(50);

  private final Wire wire;
  private final Map<String, String> environment;
  private final BlockingQueue<Message> input = new LinkedBlockingQueue<>();
  private volatile boolean over;

  Visit(Wire wire, Map<String, String> environment) {
    this.wire = wire;
    this.environment = environment;
  }

  @Override
  public void run() {
    try (wire) {
      var asked = wire.hear().filter(message -> message.kind() == Kind.COMMAND);
      if (asked.isPresent()) {
        serve(start(asked.get().text()));
      }
    } catch (IOException e) {
      System.err.println("A command of the launcher was given up: " + e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// In a session of its own, so that it can be ended as a whole.
  private Process start(String command) throws IOException {
    var builder = new ProcessBuilder("/usr/bin/setsid", "--", "/bin/sh", "-c", command);
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }

  private void serve(Process process) throws IOException, InterruptedException {
    var out = helper("output", () -> relay(process.getInputStream(), Kind.OUTPUT));
    var err = helper("errors", () -> relay(process.getErrorStream(), Kind.ERRORS));
    helper("input", () -> feed(process));
    helper("exit", () -> tellExit(process, List.of(out, err)));
    // By its group alone: the container's mark would name the whole container.
    var group = new ProcessGroup(ProcessId.find(process.pid()), Optional.empty(), List.of());
    listen();
    if (!over) {
      end(group);
    }
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private static Thread helper(String name, Work work) {
    return Thread.ofPlatform()
        .daemon()
        .name(name)
        .start(
            () -> {
              try {
                work.run();
              } catch (IOException _) {
                // The caller or the command has gone; whoever waits for it sees to the rest.
              } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private void relay(InputStream from, Kind kind) throws IOException {
    var piece = new byte[Wire.PIECE];
    try (from) {
      for (var length = from.read(piece); length >= 0; length = from.read(piece)) {
        wire.say(kind, piece, length);
      }
    }
  }

  private void feed(Process process) throws IOException, InterruptedException {
    try (var to = process.getOutputStream()) {
      while (true) {
        wire.say(Kind.MORE);
        var piece = input.take();
        if (piece.kind() != Kind.INPUT) {
          return;
        }
        to.write(piece.bytes());
        to.flush();
      }
    }
  }

  /// Like ssh, after everything that was printed; then it is the caller who hangs up.
  private void tellExit(Process process, List<Thread> printing)
      throws IOException, InterruptedException {
    var status = process.waitFor();
    for (var thread : printing) {
      thread.join();
    }
    over = true;
    wire.say(Kind.EXIT, status);
  }

  /// Returns once the caller has gone.
  private void listen() {
    try {
      for (var heard = wire.hear(); heard.isPresent(); heard = wire.hear()) {
        input.add(heard.get());
      }
    } catch (IOException _) {
      // Gone without a word.
    }
  }

  private static void end(ProcessGroup group) throws InterruptedException {
    group.terminate();
    var deadline = System.nanoTime() + GRACE.toNanos();
    while (!group.members().isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(GLANCE);
    }
    group.kill();
  }
}
