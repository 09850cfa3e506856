package dev.trainyard.yard.node.supervisor;

import dev.trainyard.yard.node.gates.Baggage;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Runs one container: starts it, keeps what it prints, ends it on SIGTERM, records how it ended.
///
/// It is a process of its own, in its own session, so that neither the end of the yard nor a Ctrl-C
/// in its terminal reaches the container.
public final class Supervisor {

  /// Longer than any pipe needs to run empty; only a process that fled both group and environment
  /// can hold a pipe open this long.
  private static final Duration DRAIN = Duration.ofSeconds(5);

  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

  private final RunFiles files;
  private final RunSpec spec;
  private final CountDownLatch recorded = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private Optional<ProcessGroup> group = Optional.empty();
  private boolean stopping;

  public static void main(String[] args) throws IOException, InterruptedException {
    Protection.seek();
    var files = new RunFiles(Path.of(args[0]));
    var spec = files.claim(ProcessId.self());
    if (spec.isPresent()) {
      new Supervisor(files, spec.get()).run();
    }
  }

  private void run() throws IOException, InterruptedException {
    rehearseTheEnd();
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
    try {
      record(supervise());
    } finally {
      // Whatever happened, nobody may wait for us for ever.
      recorded.countDown();
    }
  }

  /// Loads what only the end needs. Hours later our own jar may be gone, replaced by an upgrade.
  private static void rehearseTheEnd() {
    var rehearsed = refused(0, "").json();
    if (rehearsed.isEmpty()) {
      throw new IllegalStateException("an exit record is never empty");
    }
  }

  private ExitRecord supervise() throws IOException, InterruptedException {
    var unusable = new Program(spec).unusable();
    if (unusable.isPresent()) {
      return refused(unusable.get().exitCode(), unusable.get().message());
    }
    var cgroups = files.cgroups();
    var oomKills = OomKills.in(cgroups);
    var killed = oomKills.count();
    Process process;
    Instant startedAt;
    synchronized (this) {
      if (stopping) {
        return refused(143, "The container was stopped before it started.");
      }
      startedAt = Instant.now();
      try {
        process = start();
      } catch (IllegalArgumentException _) {
        // Its words would hold the value.
        return refused(126, "A variable or an argument is none that a program can be given.");
      } catch (IOException e) {
        return refused(126, "%s could not be started: %s".formatted(spec.shown().program(), e));
      }
      var leader = ProcessId.find(process.pid());
      group = Optional.of(new ProcessGroup(leader, Optional.of(mark()), cgroups));
      if (leader.isPresent()) {
        files.started(new RunFiles.Started(leader.get(), startedAt));
      }
    }
    tellStarted();
    var exitCode = pumpUntilExit(process);
    var oom = oomKills.mayEndWith(exitCode) && !stopRequested() && oomKills.count() > killed;
    var reason =
        exitCode == 0 ? ExitRecord.COMPLETED : oom ? ExitRecord.OOM_KILLED : ExitRecord.ERROR;
    return new ExitRecord(
        exitCode, reason, Optional.empty(), Optional.of(startedAt), Instant.now());
  }

  private Process start() throws IOException {
    // setsid does not fork here, so the process we hold is the container's main process.
    var words = new ArrayList<>(List.of("/usr/bin/setsid", "--"));
    words.addAll(spec.enter());
    words.addAll(spec.command());
    var builder =
        new ProcessBuilder(words)
            .directory(spec.directory().toFile())
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
    var environment = new HashMap<>(spec.environment());
    environment.put(ProcessGroup.MARK, mark());
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Baggage.of(files.baggage()).isPresent() ? Baggage.packed(environment) : environment);
    builder.environment().put(ProcessGroup.MARK, mark());
    return builder.start();
  }

  private String mark() {
    return files.directory().toString();
  }

  /// Whoever started us may be waiting for this line, or be gone.
  private static void tellStarted() {
    System.out.println("started");
    System.out.close();
  }

  private int pumpUntilExit(Process process) throws IOException, InterruptedException {
    try (var log = new ContainerLog(files.log(), spec.logs())) {
      var pumps =
          List.of(
              pump("stdout", process.getInputStream(), log),
              pump("stderr", process.getErrorStream(), log));
      var exitCode = process.waitFor();
      ended.countDown();
      group.orElseThrow().kill();
      var deadline = System.nanoTime() + DRAIN.toNanos();
      for (var pump : pumps) {
        pump.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
      }
      return exitCode;
    }
  }

  private static Thread pump(String stream, InputStream from, ContainerLog log) {
    return Thread.ofPlatform()
        .daemon()
        .name(stream)
        .start(
            () -> {
              var format = new LineFormat(stream, log::append);
              var buffer = new byte[32 * 1024];
              try (from) {
                for (var n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                  format.accept(buffer, n, Instant.now());
                }
              } catch (IOException _) {
                // The pipe was closed under us; what came before is complete.
              } finally {
                format.end(Instant.now());
              }
            });
  }

  /// Runs when the JVM is told to end, by SIGTERM or because the work is done.
  private void stop() {
    try {
      Optional<ProcessGroup> running;
      synchronized (this) {
        stopping = true;
        running = group;
      }
      if (running.isPresent() && ended.getCount() > 0) {
        running.get().terminate();
        var grace = files.grace().orElse(spec.grace());
        if (!ended.await(grace.toMillis(), TimeUnit.MILLISECONDS)) {
          running.get().kill();
        }
      }
      recorded.await();
    } catch (IOException e) {
      System.err.println("The container could not be stopped: " + e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean stopRequested() {
    return stopping;
  }

  private static ExitRecord refused(int exitCode, String message) {
    return new ExitRecord(
        exitCode, ExitRecord.START_ERROR, Optional.of(message), Optional.empty(), Instant.now());
  }

  /// The one thing only we know must not be lost to a disk that is full for a while. Where the
  /// directory itself is gone, nobody will ever ask.
  private void record(ExitRecord exit) throws InterruptedException {
    while (Files.isDirectory(files.directory())) {
      try {
        exit.write(files.exit());
        return;
      } catch (IOException e) {
        System.err.println("The exit could not be recorded yet: " + e);
        Thread.sleep(BETWEEN_TRIES);
      }
    }
  }

  private Supervisor(RunFiles files, RunSpec spec) {
    this.files = files;
    this.spec = spec;
  }
}
