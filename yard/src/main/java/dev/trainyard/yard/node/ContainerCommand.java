package dev.trainyard.yard.node;

import dev.trainyard.yard.node.supervisor.ProcessGroup;
import dev.trainyard.yard.node.supervisor.ProcessId;
import dev.trainyard.yard.node.supervisor.RunFiles;
import dev.trainyard.yard.node.supervisor.ShellWord;
import dev.trainyard.yard.streams.ExecSource.Request;
import dev.trainyard.yard.streams.Execution;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A command that somebody runs in a container, with a terminal where asked for.
final class ContainerCommand implements Execution {

  private static final Logger log = LoggerFactory.getLogger(ContainerCommand.class);

  /// Java cannot make a terminal; this program of util-linux can.
  private static final String SCRIPT = "script";

  private static final Duration GLANCE = Duration.ofMillis(20);

  private final RunFiles run;
  private final Process process;
  private final boolean tty;

  private ContainerCommand(RunFiles run, Process process, boolean tty) {
    this.run = run;
    this.process = process;
    this.tty = tty;
  }

  /// Nothing when the container does not run.
  static Optional<Execution> start(RunFiles run, Request request) throws IOException {
    var program =
        request.tty()
            ? Indoors.program(run, onTerminal(request.command()), ContainerCommand::ofTerminal)
            : Indoors.program(run, request.command());
    if (program.isEmpty()) {
      return Optional.empty();
    }
    var builder = program.get();
    if (!request.stdin()) {
      builder.redirectInput(Redirect.from(new File("/dev/null")));
    }
    if (request.tty()) {
      builder.redirectErrorStream(true);
    }
    return Optional.of(new ContainerCommand(run, builder.start(), request.tty()));
  }

  private static Map<String, String> ofTerminal(Map<String, String> environment) {
    var changed = new HashMap<>(environment);
    changed.put("SHELL", "/bin/sh");
    changed.putIfAbsent("TERM", "xterm");
    return changed;
  }

  /// `script` takes one text for a shell, so every word is quoted for it.
  static List<String> onTerminal(List<String> command) {
    var text = command.stream().map(ShellWord::quoted).collect(Collectors.joining(" "));
    return List.of(
        SCRIPT, "--quiet", "--flush", "--return", "--command", "exec " + text, "/dev/null");
  }

  @Override
  public OutputStream input() {
    return process.getOutputStream();
  }

  @Override
  public InputStream output() {
    return process.getInputStream();
  }

  @Override
  public InputStream errors() {
    return process.getErrorStream();
  }

  /// A terminal that is not there yet, or no longer, has no size.
  @Override
  public void resize(int columns, int rows) {
    if (!tty || columns < 1 || rows < 1) {
      return;
    }
    try {
      var terminal = terminal();
      if (terminal.isEmpty()) {
        return;
      }
      var words =
          List.of(
              "stty",
              "-F",
              terminal.get().toString(),
              "cols",
              Integer.toString(columns),
              "rows",
              Integer.toString(rows));
      var program = Indoors.program(run, words);
      if (program.isPresent()) {
        program.get().redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start().waitFor();
      }
    } catch (IOException e) {
      log.atDebug().setCause(e).log("A terminal could not be resized");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// The terminal that the command has for its input. `script` starts the command a moment after
  /// itself, and the system tells nobody but `script` when: so it is looked for.
  private Optional<Path> terminal() throws IOException, InterruptedException {
    while (process.isAlive()) {
      for (var child : process.children().toList()) {
        var input = Path.of("/proc", Long.toString(child.pid()), "fd", "0");
        if (Files.isSymbolicLink(input)) {
          var target = Files.readSymbolicLink(input);
          if (target.startsWith("/dev/pts")) {
            return Optional.of(target);
          }
        }
      }
      Thread.sleep(GLANCE);
    }
    return Optional.empty();
  }

  @Override
  public int exitCode() throws InterruptedException {
    return process.waitFor();
  }

  @Override
  public void close() {
    var members = process.descendants().toList();
    var leader = process.isAlive() ? ProcessId.find(process.pid()) : Optional.<ProcessId>empty();
    process.destroyForcibly();
    members.forEach(ProcessHandle::destroyForcibly);
    try {
      // By its group alone: the container's mark would name the whole container.
      new ProcessGroup(leader, Optional.empty(), List.of()).kill();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
