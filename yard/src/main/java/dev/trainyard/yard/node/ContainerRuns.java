package dev.trainyard.yard.node;

import dev.trainyard.yard.node.Observed.Run;
import dev.trainyard.yard.node.probes.Health;
import dev.trainyard.yard.node.supervisor.ExitRecord;
import dev.trainyard.yard.node.supervisor.ProcessGroup;
import dev.trainyard.yard.node.supervisor.ProcessId;
import dev.trainyard.yard.node.supervisor.RunFiles;
import dev.trainyard.yard.node.supervisor.RunSpec;
import dev.trainyard.yard.node.supervisor.SupervisorLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Starts, watches and ends the processes behind the runs of one container.
final class ContainerRuns {

  private static final Logger log = LoggerFactory.getLogger(ContainerRuns.class);

  /// How often a supervisor that another yard started is looked at: its end sends us no signal, and
  /// for such processes `ProcessHandle.onExit` looks itself, and more seldom.
  private static final Duration GLANCE = Duration.ofMillis(200);

  private final String container;
  private final RunsOnDisk disk;
  private final InstantSource clock;
  private final Runnable changed;
  private final Map<Integer, Thread> watched = new ConcurrentHashMap<>();

  /// @param changed called, from any thread, when there is something new to observe
  ContainerRuns(String container, Path directory, InstantSource clock, Runnable changed) {
    this.container = container;
    this.disk = new RunsOnDisk(directory);
    this.clock = clock;
    this.changed = changed;
  }

  Observed observe() throws IOException {
    var newest = newest();
    if (newest.isEmpty()) {
      return Observed.never(container);
    }
    var number = newest.getAsInt();
    var previous = number == 0 ? Optional.<ExitRecord>empty() : disk.exit(number - 1);
    return new Observed(
        container,
        run(number),
        previous,
        disk.delay(number),
        new RunMarks(files(number)).condemned(),
        Health.UNASKED);
  }

  private Run run(int number) throws IOException {
    var files = files(number);
    var ended = disk.exit(number);
    if (ended.isPresent()) {
      return new Run.Ended(number, ended.get());
    }
    if (watched.containsKey(number)) {
      return files
          .started()
          .<Run>map(started -> new Run.Running(number, started.at()))
          .orElseGet(() -> new Run.Starting(number));
    }
    return adopt(number, files);
  }

  /// Meets a run that this yard does not know yet: one that went on without it, one that ended
  /// without a record, or one that was prepared and never begun.
  private Run adopt(int number, RunFiles files) throws IOException {
    if (!Files.exists(files.spec()) && files.supervisor().isEmpty()) {
      // Nothing was ever handed over: as if the run had not been thought of.
      disk.forget(number);
      return run(number - 1, number);
    }
    if (files.withdraw()) {
      disk.forget(number);
      return run(number - 1, number);
    }
    var supervisor = files.supervisor();
    if (supervisor.isPresent() && supervisor.get().alive()) {
      watch(
          number,
          () -> {
            while (supervisor.get().alive() && files.started().isEmpty()) {
              Thread.sleep(GLANCE);
            }
            changed.run();
            while (supervisor.get().alive()) {
              Thread.sleep(GLANCE);
            }
          });
      return run(number);
    }
    return new Run.Ended(number, buryOrphan(number, files));
  }

  private Run run(int number, int gone) throws IOException {
    log.atDebug()
        .addKeyValue("container", container)
        .addKeyValue("run", gone)
        .log("Forgot a run that never began");
    return number < 0 ? new Run.Never() : run(number);
  }

  /// Writes the record that a killed supervisor could not write. Its container is killed first, so
  /// that the next run is never the second one alive.
  private ExitRecord buryOrphan(int number, RunFiles files) throws IOException {
    try {
      group(files).kill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while ending what a lost supervisor left", e);
    }
    var late = disk.exit(number);
    if (late.isPresent()) {
      return late.get();
    }
    var started = files.started();
    var rebooted = files.supervisor().filter(process -> !process.ofThisBoot()).isPresent();
    var message =
        rebooted
            ? "The machine was restarted while the container ran."
            : started.isEmpty()
                ? "The container's supervisor ended before it could start the container. "
                    + supervisorsWords(files)
                : "The container's supervisor was killed, and the container with it.";
    var exit =
        new ExitRecord(
            137,
            ExitRecord.ERROR,
            Optional.of(message.strip()),
            started.map(RunFiles.Started::at),
            clock.instant());
    exit.write(files.exit());
    log.atWarn().addKeyValue("container", container).addKeyValue("run", number).log(message);
    return exit;
  }

  private static String supervisorsWords(RunFiles files) throws IOException {
    try {
      var text = Files.readString(files.supervisorOutput()).strip();
      return text.length() > 500 ? text.substring(0, 500) : text;
    } catch (NoSuchFileException _) {
      return "";
    }
  }

  /// Starts run `number`. The directory is there before anything else, so that a yard that dies
  /// here finds out what it had begun.
  void start(int number, Duration delay, RunSpec spec) throws IOException {
    var files = files(number);
    Files.createDirectories(files.directory());
    disk.delay(number, delay);
    spec.write(files.spec());
    var supervisor = SupervisorLauncher.launch(files);
    watch(
        number,
        () -> {
          // One line, or the end: either way there is something to see.
          supervisor.getInputStream().readAllBytes();
          changed.run();
          supervisor.waitFor();
          if (files.withdraw()) {
            record(number, notStarted(files));
          }
        });
    disk.forgetBefore(number);
  }

  private ExitRecord notStarted(RunFiles files) throws IOException {
    return new ExitRecord(
        128,
        ExitRecord.START_ERROR,
        Optional.of("The container's supervisor did not start. " + supervisorsWords(files)),
        Optional.empty(),
        clock.instant());
  }

  /// Writes down a run that needed no process.
  void record(int number, ExitRecord exit) throws IOException {
    Files.createDirectories(files(number).directory());
    exit.write(files(number).exit());
  }

  private interface Wait {
    void untilEnded() throws IOException, InterruptedException;
  }

  private void watch(int number, Wait wait) {
    var thread =
        Thread.ofVirtual()
            .name("run-" + container + "-" + number)
            .unstarted(
                () -> {
                  try {
                    wait.untilEnded();
                  } catch (IOException e) {
                    log.atWarn()
                        .setCause(e)
                        .addKeyValue("container", container)
                        .log("Lost sight of a run");
                  } catch (InterruptedException _) {
                    return;
                  } finally {
                    watched.remove(number);
                  }
                  changed.run();
                });
    watched.put(number, thread);
    thread.start();
  }

  /// Asks the newest run to end and answers at once; without a grace the spec's own holds.
  void stop(Optional<Duration> grace) throws IOException {
    var newest = newest();
    if (newest.isEmpty() || !observe().live()) {
      return;
    }
    var files = files(newest.getAsInt());
    if (files.withdraw()) {
      return; // No supervisor has it yet, so none ever will.
    }
    if (grace.isPresent()) {
      files.grace(grace.get());
    }
    files.supervisor().ifPresent(ProcessId::terminate);
  }

  /// Kills what runs now; the supervisor records it.
  void kill() throws IOException, InterruptedException {
    var newest = newest();
    if (newest.isPresent() && observe().live()) {
      group(files(newest.getAsInt())).kill();
    }
  }

  /// Leaves the processes alone and stops looking at them.
  void unwatch() {
    watched.values().forEach(Thread::interrupt);
  }

  private static ProcessGroup group(RunFiles files) throws IOException {
    return new ProcessGroup(
        files.started().map(RunFiles.Started::process),
        Optional.of(files.directory().toString()),
        files.cgroups());
  }

  OptionalInt newest() throws IOException {
    return disk.newest();
  }

  RunFiles files(int number) {
    return disk.files(number);
  }
}
