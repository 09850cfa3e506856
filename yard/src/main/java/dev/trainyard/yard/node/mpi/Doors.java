package dev.trainyard.yard.node.mpi;

import dev.trainyard.yard.node.supervisor.ShellWord;
import dev.trainyard.yard.node.supervisor.SmallJvm;
import dev.trainyard.yard.node.view.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The sockets through which workers take commands, in one directory for each job, and the program
/// by which `mpirun` reaches them. Nobody but the yard's user can enter.
///
/// ```
/// <home>/mpi/<job>/0, 1, …   the sockets, by the numbers of the workers
/// <home>/mpi/<job>/rsh       the program
/// <home>/mpi/<job>/tmp-0, …   what each worker's daemon of Open MPI keeps while it runs
/// ```
public record Doors(Path home) {

  /// The kernel has room for this many bytes of a socket's path, without the NUL.
  private static final int LONGEST = 107;

  private static final int LONGEST_NUMBER = 9;

  public Path door(MpiJob job, int worker) {
    return directory(job).resolve(Integer.toString(worker));
  }

  public Path directory(MpiJob job) {
    return all().resolve(id(job));
  }

  private Path all() {
    return home.resolve("mpi");
  }

  /// Short, because every byte counts in a socket's path.
  private static String id(MpiJob job) {
    try {
      var digest =
          MessageDigest.getInstance("SHA-256")
              .digest(job.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 5);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// Why the home is no place for doors, if so.
  public Optional<String> unfit(MpiJob job) {
    var text = directory(job).toString();
    var length = text.getBytes(StandardCharsets.UTF_8).length + 1 + LONGEST_NUMBER;
    if (length > LONGEST) {
      return Optional.of(
          "it is %d bytes too long for the path of a socket".formatted(length - LONGEST));
    }
    return text.matches(".*[\\s:].*")
        ? Optional.of("mpirun would cut its path at the blank or colon in it")
        : Optional.empty();
  }

  /// Makes room for a worker's socket; one that an earlier worker left would look like an answer.
  public Path prepare(MpiJob job, int worker) throws IOException {
    var door = door(job, worker);
    makeDirectory(job);
    Files.deleteIfExists(door);
    return door;
  }

  /// A place for the files of one worker's daemon.
  public Path scratch(MpiJob job, int worker) throws IOException {
    makeDirectory(job);
    return Files.createDirectories(directory(job).resolve("tmp-" + worker));
  }

  /// Writes the program that `mpirun` is to use in the place of ssh.
  public Path agent(MpiJob job) throws IOException {
    makeDirectory(job);
    var agent = directory(job).resolve("rsh");
    var command =
        SmallJvm.command(RemoteShell.class, home.toString(), job.namespace(), job.name(), "--");
    var script =
        """
        #!/bin/sh
        unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS
        export LC_ALL=%s
        exec %s "$@"
        """
            .formatted(
                SmallJvm.LOCALE,
                command.stream().map(ShellWord::quoted).collect(Collectors.joining(" ")));
    var fresh = Files.createTempFile(directory(job), "rsh", "");
    Files.writeString(fresh, script);
    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwx------"));
    return Files.move(
        fresh, agent, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private void makeDirectory(MpiJob job) throws IOException {
    var ownerOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    Files.createDirectories(directory(job), ownerOnly);
  }

  /// Removes what belongs to jobs that have no pod here any more.
  public void keepOnly(Collection<MpiJob> jobs) throws IOException {
    if (!Files.isDirectory(all())) {
      return;
    }
    var kept = jobs.stream().map(Doors::id).collect(Collectors.toSet());
    for (var directory : entries(all())) {
      if (!kept.contains(directory.getFileName().toString())) {
        Trees.delete(directory);
      }
    }
  }

  private static List<Path> entries(Path directory) throws IOException {
    try (var entries = Files.list(directory)) {
      return entries.toList();
    }
  }
}
