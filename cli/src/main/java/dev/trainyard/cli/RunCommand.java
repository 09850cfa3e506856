package dev.trainyard.cli;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.run.Here;
import dev.trainyard.cli.run.Run;
import dev.trainyard.cli.run.Submission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `trainyard run`
@Command(
    description = {
      "Runs jobs and follows them to their end.",
      "What to run are manifests (files, directories, or - for standard input), or a Python script"
          + " or executable with its arguments. Uses the yard that is up, or one of its own."
    },
    customSynopsis = {
      "trainyard run [OPTIONS] FILE... [-- ARGS...]",
      "trainyard run [--nproc N] [--nodes N] [--elastic MIN:MAX] [OPTIONS] SCRIPT ARGS...",
      "trainyard run [--nproc N] [--nodes N] [--elastic MIN:MAX] [OPTIONS] -m MODULE ARGS..."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  trainyard run job.yaml",
      "  trainyard run --nproc 2 train.py --epochs 3"
    })
final class RunCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Spec private @Nullable CommandSpec spec;
  @Mixin private final Talk talk = new Talk();
  @Mixin private final ClusterOptions options = new ClusterOptions();
  @Mixin private final ScriptOptions script = new ScriptOptions();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "What the job is called; for manifests with one job.")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long it may take (90s, 5m, 1h30m); past it, exit status 4.")
  private Optional<Duration> timeout = Optional.empty();

  @Option(names = "--print", description = "Print the manifest and run nothing.")
  private boolean print;

  @Parameters(arity = "0..*", paramLabel = "FILE | SCRIPT ARGS", description = "What to run.")
  private List<String> words = new ArrayList<>();

  RunCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /// The command with its way of reading arguments: what follows a script belongs to the script.
  static CommandLine commandLine(Surroundings surroundings) {
    return new CommandLine(new RunCommand(surroundings)).setStopAtPositional(true);
  }

  @Override
  public Integer call() throws Exception {
    if (words.isEmpty() && script.module().isEmpty()) {
      throw new Refusal(
          ExitStatus.INVALID,
          "Name a manifest or a script to run, such as `trainyard run job.yaml` or `trainyard run"
              + " --nproc 2 train.py`.");
    }
    if (script.meant(words, surroundings)) {
      var program = script.read(words, surroundings, print);
      var job =
          program.manifest(
              name.orElseGet(program::usualName), surroundings.workingDirectory().toAbsolutePath());
      return run(List.of(job), true);
    }
    return whole().runFiles();
  }

  /// What follows a manifest are more manifests and options, so the line is read once more, whole.
  private RunCommand whole() {
    var line = requireNonNull(spec).commandLine();
    var again = new RunCommand(surroundings);
    var parser = new CommandLine(again).setCaseInsensitiveEnumValuesAllowed(true);
    parser.setCommandName(line.getCommandSpec().qualifiedName());
    var everything = line.getParseResult().originalArgs();
    var arguments =
        everything.subList(everything.indexOf(line.getCommandName()) + 1, everything.size());
    var end = arguments.indexOf("--");
    again.extra = end < 0 ? List.of() : List.copyOf(arguments.subList(end + 1, arguments.size()));
    var ours = end < 0 ? arguments : arguments.subList(0, end);
    parser.parseArgs(ours.toArray(String[]::new));
    return again;
  }

  private List<String> extra = List.of();

  private int runFiles() throws Exception {
    var manifests =
        Submittable.read(
            surroundings, talk.console(surroundings), options.choice(surroundings), words);
    var jobs =
        manifests.stream().filter(manifest -> Submission.kind(manifest).isPresent()).toList();
    if (jobs.isEmpty()) {
      throw new Refusal(
          ExitStatus.INVALID,
          "There is no job in %s: `trainyard submit` takes manifests without one."
              .formatted(String.join(", ", words)));
    }
    if (name.isPresent() && jobs.size() > 1) {
      throw new Refusal(
          ExitStatus.INVALID,
          "--name is for one job, and there are %d in %s."
              .formatted(jobs.size(), String.join(", ", words)));
    }
    name.ifPresent(given -> jobs.getFirst().withObjectProperty("metadata").put("name", given));
    jobs.forEach(job -> Here.addArguments(extra, job));
    return run(manifests, false);
  }

  private int run(List<ObjectNode> manifests, boolean script) throws Exception {
    if (print) {
      for (int i = 0; i < manifests.size(); i++) {
        surroundings.console().result((i > 0 ? "---\n" : "") + Output.YAML.text(manifests.get(i)));
      }
      return ExitStatus.DONE.code;
    }
    var console = talk.console(surroundings);
    var choice = options.choice(surroundings);
    if (script && !choice.yard()) {
      throw new Refusal(
          ExitStatus.INVALID,
          "A script runs on this machine only: for a cluster, start from the manifest that --print"
              + " shows, give it an image, and run that.");
    }
    return OnlineCommand.explained(
        talk.inside(surroundings),
        () -> new Run(surroundings, console, choice, timeout).run(manifests));
  }
}
