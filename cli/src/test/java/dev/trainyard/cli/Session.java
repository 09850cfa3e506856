package dev.trainyard.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.cli.cluster.Clusters;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.awaitility.Awaitility;

/// Somebody at a keyboard: a home, a directory with files, and commands typed one after another.
final class Session {

  private final Path home;
  private final Path directory;

  Session(Path root) {
    this.home = root.resolve("home");
    this.directory = root.resolve("work");
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path home() {
    return home;
  }

  Path directory() {
    return directory;
  }

  void file(String name, String content) throws IOException {
    Files.writeString(directory.resolve(name), content);
  }

  /// What a command printed, and how it ended.
  record Ended(int status, List<String> out, List<String> err) {}

  Ended type(String... words) {
    return start(words).await();
  }

  Typed start(String... words) {
    return new Typed(List.of(words), false, "");
  }

  /// With this on its standard input.
  Typed startReading(String input, String... words) {
    return new Typed(List.of(words), false, input);
  }

  /// Before a terminal, with these answers ready.
  Typed startAtTerminal(String answers, String... words) {
    return new Typed(List.of(words), true, answers);
  }

  /// A yard, once it can be reached.
  Typed up() {
    var yard = start("up");
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> yard.said("address: ") || yard.over());
    return yard;
  }

  /// A command that is under way.
  final class Typed implements Interrupts {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<Consumer<Request>> listeners = new CopyOnWriteArrayList<>();
    private final FutureTask<Integer> command;

    private Typed(List<String> words, boolean lively, String answers) {
      var console = new Console(stream(out), stream(err), lively, false);
      var surroundings =
          new Surroundings(
              environment(),
              directory,
              console,
              new ByteArrayInputStream(answers.getBytes(StandardCharsets.UTF_8)),
              this);
      command = new FutureTask<>(() -> Main.run(surroundings, words));
      Thread.ofPlatform().name(String.join(" ", words)).start(command);
    }

    @Override
    public Listening listen(Consumer<Request> listener) {
      listeners.add(listener);
      return () -> listeners.remove(listener);
    }

    /// As Ctrl-C does.
    void interrupt() {
      listeners.forEach(listener -> listener.accept(Request.INT));
    }

    /// Has a yard come to its end.
    void down() {
      interrupt();
      assertThat(await().status()).isZero();
    }

    /// Whether it would notice Ctrl-C.
    boolean listened() {
      return !listeners.isEmpty();
    }

    boolean said(String words) {
      return text(out).contains(words) || text(err).contains(words);
    }

    boolean over() {
      return command.isDone();
    }

    Ended await() {
      try {
        var status = command.get();
        return new Ended(status, text(out).lines().toList(), text(err).lines().toList());
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private static String text(ByteArrayOutputStream bytes) {
      return bytes.toString(StandardCharsets.UTF_8);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
      return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
  }

  private Map<String, String> environment() {
    var variables = new HashMap<>(System.getenv());
    variables.remove("KUBECONFIG");
    variables.put("TRAINYARD_HOME", home.toString());
    return variables;
  }

  /// Name, uid and phase of every pod of the yard that is up.
  List<String> pods() {
    var choice = ClusterOptions.theYard();
    try (var cluster = Clusters.connect(choice, home)) {
      return cluster.client().pods().inNamespace("default").list().getItems().stream()
          .map(
              pod ->
                  "%s %s %s"
                      .formatted(
                          pod.getMetadata().getName(),
                          pod.getMetadata().getUid(),
                          pod.getStatus().getPhase()))
          .toList();
    }
  }

  /// Processes of this machine that have this word in their command.
  static List<String> processesWith(String word) {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().commandLine().stream())
        .filter(line -> line.contains(word))
        .toList();
  }
}
