package dev.trainyard.yard.node.mpi;

import dev.trainyard.yard.node.mpi.Wire.Kind;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/// Takes the place of ssh between a launcher and the workers of its own job: has a command run
/// inside of the named worker, and is to its caller what the command would be. When it ends, for
/// whatever reason, the command does too.
public final class RemoteShell {

  /// What ssh answers when it is itself that fails.
  private static final int FAILED = 255;

  /// A launcher may start before its workers do.
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

  private final Doors doors;
  private final MpiJob job;

  private RemoteShell(Doors doors, MpiJob job) {
    this.doors = doors;
    this.job = job;
  }

  /// The words are the node's home, the job's namespace and name, `--`, and what ssh would be told.
  public static void main(String[] args) throws InterruptedException {
    var shell = new RemoteShell(new Doors(Path.of(args[0])), new MpiJob(args[1], args[2]));
    var status = shell.run(List.of(args).subList(4, args.length));
    System.exit(status);
  }

  private int run(List<String> words) throws InterruptedException {
    var asked = SshWords.of(words);
    if (asked.isEmpty()) {
      return fail(
          "A host and a command are needed, as in `rsh %s hostname`.".formatted(job.workerName(0)));
    }
    var host = asked.get().host();
    var number = job.worker(host);
    if (number.isEmpty()) {
      return fail(
          "%s is no worker of MPIJob %s: its workers are called %s and so on."
              .formatted(host, job, job.workerName(0)));
    }
    var worker = job.workerName(number.get());
    try (var wire = new Wire(connect(doors.door(job, number.get())))) {
      return converse(wire, asked.get().command())
          .orElseGet(() -> fail("Worker %s of MPIJob %s has ended.".formatted(worker, job)));
    } catch (IOException e) {
      var why = String.valueOf(e.getMessage());
      return fail("Worker %s of MPIJob %s cannot be reached: %s".formatted(worker, job, why));
    }
  }

  private static int fail(String message) {
    System.err.println(message);
    return FAILED;
  }

  private static SocketChannel connect(Path door) throws IOException, InterruptedException {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        channel.connect(UnixDomainSocketAddress.of(door));
        return channel;
      } catch (IOException e) {
        channel.close();
        if (System.nanoTime() >= deadline) {
          throw new IOException(
              "its pod has not been running on this machine for %d seconds (%s)."
                  .formatted(PATIENCE.toSeconds(), String.valueOf(e.getMessage())),
              e);
        }
        Thread.sleep(BETWEEN_TRIES);
      }
    }
  }

  /// The exit status of the command, unless the worker ends first.
  private static Optional<Integer> converse(Wire wire, String command) throws IOException {
    var demand = new Semaphore(0);
    wire.say(Kind.COMMAND, command);
    Thread.ofPlatform().daemon().name("input").start(() -> sendInput(wire, demand));
    var out = new FileOutputStream(FileDescriptor.out);
    var err = new FileOutputStream(FileDescriptor.err);
    return relay(wire, demand, out, err);
  }

  private static Optional<Integer> relay(
      Wire wire, Semaphore demand, OutputStream out, OutputStream err) throws IOException {
    for (var heard = wire.hear(); heard.isPresent(); heard = wire.hear()) {
      var message = heard.get();
      switch (message.kind()) {
        case OUTPUT -> out.write(message.bytes());
        case ERRORS -> err.write(message.bytes());
        case MORE -> demand.release();
        case EXIT -> {
          return Optional.of(message.number());
        }
        case COMMAND, INPUT, INPUT_ENDS -> throw new IOException("a worker said " + message.kind());
      }
    }
    return Optional.empty();
  }

  private static void sendInput(Wire wire, Semaphore demand) {
    var piece = new byte[Wire.PIECE];
    try (var in = new FileInputStream(FileDescriptor.in)) {
      while (true) {
        demand.acquire();
        var length = in.read(piece);
        if (length < 0) {
          wire.say(Kind.INPUT_ENDS);
          return;
        }
        wire.say(Kind.INPUT, piece, length);
      }
    } catch (IOException _) {
      // Whoever reads the answers finds out that the worker has gone.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
