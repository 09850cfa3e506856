package dev.trainyard.cli;

import static java.util.Objects.requireNonNull;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/// Runs distributed training jobs on Kubernetes, or on the machine in front of you.
@Command(
    name = "trainyard",
    description =
        "Runs distributed training jobs on Kubernetes, or on the machine in front of you.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = Version.class)
public final class Main implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  private Main() {}

  public static void main(String[] args) {
    var out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    var err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    var terminal = Optional.ofNullable(System.console()).filter(one -> one.isTerminal());
    var lively = System.getenv("NO_COLOR") == null && terminal.isPresent();
    var console = new Console(out, err, lively, false);
    System.exit(run(new Surroundings(System.getenv(), Path.of(""), console), List.of(args)));
  }

  /// The whole command as a function of its surroundings; answers the exit status.
  public static int run(Surroundings surroundings, List<String> args) {
    var console = surroundings.console();
    var commands = commandLine(surroundings, Commands.meantBy(args));
    commands.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
    commands.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
    return commands.execute(args.toArray(String[]::new));
  }

  /// With every command there is.
  static CommandLine commandLine(Surroundings surroundings) {
    return commandLine(surroundings, Commands.all());
  }

  private static CommandLine commandLine(
      Surroundings surroundings, Map<String, Commands.Maker> makers) {
    var commands = new CommandLine(new Main());
    makers.forEach((name, maker) -> commands.addSubcommand(name, maker.make(surroundings)));
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    commands.setExecutionExceptionHandler(
        (failure, _, parsed) -> explain(failure, surroundings.console(), parsed));
    commands.setParameterExceptionHandler((mistake, _) -> usage(mistake, surroundings.console()));
    return commands;
  }

  @Override
  public void run() {
    throw new ParameterException(requireNonNull(spec).commandLine(), "Name a command.");
  }

  private static int explain(Exception failure, Console console, ParseResult parsed) {
    if (failure instanceof Refusal refusal) {
      refusal.lines().forEach(console::complain);
      return refusal.status().code;
    }
    console.complain("trainyard: %s".formatted(failure));
    if (parsed.hasMatchedOption("-v") || System.getenv("TRAINYARD_TRACE") != null) {
      failure.printStackTrace(console.err());
    }
    return ExitStatus.FAILED.code;
  }

  private static int usage(ParameterException mistake, Console console) {
    var line = mistake.getCommandLine();
    console.complain(String.valueOf(mistake.getMessage()));
    if (!CommandLine.UnmatchedArgumentException.printSuggestions(mistake, line.getErr())) {
      console.say("Try '%s --help'.".formatted(line.getCommandSpec().qualifiedName()));
    }
    return ExitStatus.INVALID.code;
  }
}
