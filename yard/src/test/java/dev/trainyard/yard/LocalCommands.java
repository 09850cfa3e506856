package dev.trainyard.yard;

import dev.trainyard.yard.streams.ExecSource;
import dev.trainyard.yard.streams.Execution;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// Runs every command as a process of this machine, whatever the container.
final class LocalCommands implements ExecSource {

  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final List<Process> processes = new CopyOnWriteArrayList<>();

  @Override
  public Optional<Execution> start(Request request) throws IOException {
    requests.add(request);
    var process = new ProcessBuilder(request.command()).start();
    processes.add(process);
    return Optional.of(new Local(process));
  }

  List<String> containers() {
    return requests.stream().map(Request::container).toList();
  }

  Optional<Process> last() {
    return processes.isEmpty() ? Optional.empty() : Optional.of(processes.getLast());
  }

  private record Local(Process process) implements Execution {

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

    @Override
    public void resize(int columns, int rows) {
      throw new UnsupportedOperationException("these commands have no terminal");
    }

    @Override
    public int exitCode() throws InterruptedException {
      return process.waitFor();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
