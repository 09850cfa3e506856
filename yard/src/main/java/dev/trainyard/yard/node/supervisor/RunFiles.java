package dev.trainyard.yard.node.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The directory of one run of one container. What stands here is the truth about that run, for the
/// supervisor that writes it and for every yard that reads it later.
///
/// ```
/// spec               what to run; taken by exactly one supervisor
/// claimed-<process>  the spec while that supervisor reads it
/// supervisor         who watches over the run
/// cgroups            the groups that bound what the run may use
/// baggage            what hands its programs their environment, once they are where they belong
/// gate               what filters the system calls of its programs, where that was asked for
/// grace              how long a stop may take, when it is not what the spec says
/// started            the main process, and since when
/// log, log.1, …      what was printed, newest first
/// exit               how it ended
/// ```
public record RunFiles(Path directory) {

  private static final String CLAIMED = "claimed-";

  public Path spec() {
    return directory.resolve("spec");
  }

  public Path log() {
    return directory.resolve("log");
  }

  public Path baggage() {
    return directory.resolve("baggage");
  }

  public Path gate() {
    return directory.resolve("gate");
  }

  public Path exit() {
    return directory.resolve("exit");
  }

  public Path supervisorOutput() {
    return directory.resolve("supervisor.err");
  }

  /// Takes the spec for `supervisor`, or nothing when another one has it. The rename is the claim:
  /// of any number of supervisors started for this directory, one runs the container.
  public Optional<RunSpec> claim(ProcessId supervisor) throws IOException {
    var claimed = directory.resolve(CLAIMED + supervisor.word());
    try {
      Files.move(spec(), claimed, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
    DurableFile.write(directory.resolve("supervisor"), supervisor.word());
    var spec = RunSpec.read(claimed);
    Files.delete(claimed);
    return Optional.of(spec);
  }

  /// Takes the spec back, unless a supervisor already has it. True when it will never be run.
  public boolean withdraw() throws IOException {
    return Files.deleteIfExists(spec());
  }

  /// Who watches over this run, or did.
  public Optional<ProcessId> supervisor() throws IOException {
    var known = text("supervisor").flatMap(ProcessId::parse);
    if (known.isPresent()) {
      return known;
    }
    try (var claims = Files.newDirectoryStream(directory, CLAIMED + "*")) {
      for (var claim : claims) {
        return ProcessId.parse(claim.getFileName().toString().substring(CLAIMED.length()));
      }
    }
    // The claim may have turned into the other file between the two looks.
    return text("supervisor").flatMap(ProcessId::parse);
  }

  public record Started(ProcessId process, Instant at) {}

  void started(Started started) throws IOException {
    DurableFile.write(
        directory.resolve("started"), "%s %s".formatted(started.process.word(), started.at));
  }

  public Optional<Started> started() throws IOException {
    return text("started")
        .flatMap(
            line -> {
              var words = line.strip().split(" ", 2);
              return ProcessId.parse(words[0])
                  .map(process -> new Started(process, Instant.parse(words[1])));
            });
  }

  /// Written before the spec. A machine that stops in between has no groups any more either, so
  /// nothing waits for the disk.
  public void cgroups(List<Path> groups) throws IOException {
    Files.write(directory.resolve("cgroups"), groups.stream().map(Path::toString).toList());
  }

  public List<Path> cgroups() throws IOException {
    return text("cgroups").stream()
        .flatMap(String::lines)
        .filter(line -> !line.isBlank())
        .map(Path::of)
        .toList();
  }

  public void grace(Duration grace) throws IOException {
    DurableFile.write(directory.resolve("grace"), Long.toString(grace.toMillis()));
  }

  Optional<Duration> grace() throws IOException {
    return text("grace").map(millis -> Duration.ofMillis(Long.parseLong(millis.strip())));
  }

  private Optional<String> text(String name) throws IOException {
    try {
      return Optional.of(Files.readString(directory.resolve(name)));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }
}
