package dev.trainyard.cli;

import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.exec.RemoteProgram;
import dev.trainyard.cli.exec.ReplicaChoice;
import dev.trainyard.cli.exec.Terminal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `trainyard exec`
@Command(
    description = {
      "Runs a program where a replica runs, by default the one that leads.",
      "Ends with the program's own exit status."
    },
    customSynopsis = "trainyard exec [OPTIONS] NAME -- COMMAND [ARGS...]",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  trainyard exec demo -- nvidia-smi",
      "  trainyard exec demo --role worker --index 1 -it -- bash"
    })
final class ExecCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final Connection connection = new Connection();

  @Option(names = "--role", paramLabel = "ROLE", description = "A replica of this role.")
  private Optional<String> role = Optional.empty();

  @Option(names = "--index", paramLabel = "N", description = "The replica of this index.")
  private Optional<Integer> index = Optional.empty();

  @Option(
      names = {"-c", "--container"},
      paramLabel = "NAME",
      description = "Which container; the one that trains unless said otherwise.")
  private Optional<String> container = Optional.empty();

  @Option(
      names = {"-i", "--stdin"},
      description = "Pass standard input on.")
  private boolean stdin;

  @Option(
      names = {"-t", "--tty"},
      description = "Give the program a terminal, and this one to it.")
  private boolean tty;

  @Parameters(index = "0", paramLabel = "NAME", description = "NAME or KIND/NAME.")
  private String name = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "What to run, after --.")
  private List<String> command = new ArrayList<>();

  ExecCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    var wanted = Jobs.Name.parse(name);
    var code = new AtomicInteger();
    var status =
        connection.use(
            surroundings,
            (cluster, _) -> {
              code.set(run(cluster, wanted));
              return ExitStatus.DONE;
            });
    return status == ExitStatus.DONE.code ? code.get() : status;
  }

  private int run(Cluster cluster, Jobs.Name wanted) throws InterruptedException {
    var jobs = new Jobs(cluster);
    var job = jobs.find(wanted);
    var place = new ReplicaChoice(role, index, container).among(job, jobs.replicas(job));
    var request =
        new RemoteProgram.Request(
            job.namespace(),
            place.replica().pod().getMetadata().getName(),
            place.container(),
            command,
            stdin,
            tty);
    return tty ? atTerminal(cluster, request) : plainly(cluster, request);
  }

  private RemoteProgram start(Cluster cluster, RemoteProgram.Request request)
      throws InterruptedException {
    var console = surroundings.console();
    return RemoteProgram.start(cluster.client(), request, console.out(), console.err());
  }

  private int plainly(Cluster cluster, RemoteProgram.Request request) throws InterruptedException {
    try (var program = start(cluster, request);
        var _ = surroundings.interrupts().listen(_ -> program.giveUp())) {
      feed(program);
      return program.exitCode();
    }
  }

  /// The keyboard is the program's before it says its first word, or it would answer twice.
  private int atTerminal(Cluster cluster, RemoteProgram.Request request)
      throws InterruptedException {
    try (var _ = Terminal.raw(stdin);
        var program = start(cluster, request);
        var _ = Terminal.resized(() -> Terminal.size().ifPresent(program::resize))) {
      Terminal.size().ifPresent(program::resize);
      feed(program);
      return program.exitCode();
    }
  }

  /// Reading blocks for as long as nobody types, so nobody waits for it.
  private void feed(RemoteProgram program) {
    if (stdin) {
      Thread.ofPlatform()
          .daemon()
          .name("input")
          .start(
              () -> {
                try {
                  program.feed(surroundings.in());
                } catch (IOException _) {
                  // There is no more input; the program goes on without.
                }
              });
    }
  }
}
