package dev.trainyard.cli;

import dev.trainyard.cli.run.Script;
import dev.trainyard.cli.run.Script.Elastic;
import dev.trainyard.cli.run.Script.Program;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/// The options of a run without a manifest, and what they mean.
final class ScriptOptions {

  private static final Pattern RANGE = Pattern.compile("(\\d{1,4}):(\\d{1,4})");
  private static final int MOST = 1000;

  @Option(
      names = "--nproc",
      paramLabel = "N",
      description = "Processes per node, started with torchrun.")
  private Optional<Integer> processes = Optional.empty();

  @Option(names = "--nodes", paramLabel = "N", description = "Nodes: one master and N-1 workers.")
  private Optional<Integer> nodes = Optional.empty();

  @Option(
      names = "--elastic",
      paramLabel = "MIN:MAX",
      description = "Go on with between MIN and MAX nodes.")
  private Optional<String> elastic = Optional.empty();

  @Option(
      names = {"-m", "--module"},
      paramLabel = "MODULE",
      description = "A Python module instead of a script.")
  private Optional<String> module = Optional.empty();

  Optional<String> module() {
    return module;
  }

  /// Whether these words are a program, rather than manifests.
  boolean meant(List<String> words, Surroundings surroundings) {
    if (module.isPresent() || processes.isPresent() || nodes.isPresent() || elastic.isPresent()) {
      return true;
    }
    var first = words.getFirst();
    var file = surroundings.workingDirectory().resolve(first);
    return first.endsWith(".py")
        || (!first.matches(".*\\.(ya?ml|json)|-")
            && Files.isRegularFile(file)
            && Files.isExecutable(file));
  }

  /// @param onlyShown nothing is run, so nothing has to be installed
  Script read(List<String> words, Surroundings surroundings, boolean onlyShown) {
    var range = elastic.map(ScriptOptions::range);
    var count = nodes.orElse(range.map(Elastic::max).orElse(1));
    requireSensible(count, range);
    var launcher =
        processes.isPresent() || count > 1 || range.isPresent() || has("torchrun", surroundings);
    var program =
        module
            .<Program>map(Program.PythonModule::new)
            .orElseGet(() -> program(words, surroundings));
    if (!onlyShown) {
      requireInstalled(program, launcher, surroundings);
    }
    var arguments = module.isPresent() ? words : words.subList(1, words.size());
    return new Script(program, arguments, processes, count, range, launcher);
  }

  private static Program program(List<String> words, Surroundings surroundings) {
    if (words.isEmpty()) {
      throw new Refusal(ExitStatus.INVALID, "Name the script to run, or a module with -m.");
    }
    var path = words.getFirst();
    var file = surroundings.workingDirectory().resolve(path);
    if (!Files.isRegularFile(file)) {
      throw new Refusal(
          ExitStatus.INVALID,
          "There is no script %s in %s."
              .formatted(path, surroundings.workingDirectory().toAbsolutePath()));
    }
    if (path.endsWith(".py")) {
      return new Program.PythonFile(path);
    }
    if (!Files.isExecutable(file)) {
      throw new Refusal(
          ExitStatus.INVALID,
          "%s is neither a Python script (.py) nor executable: `chmod +x %s` makes it so."
              .formatted(path, path));
    }
    // Without a slash it would be looked for in PATH.
    return new Program.Executable(path.contains("/") ? path : "./" + path);
  }

  private void requireSensible(int count, Optional<Elastic> range) {
    if (processes.filter(number -> number < 1 || number > MOST).isPresent()) {
      throw new Refusal(
          ExitStatus.INVALID,
          "--nproc: %d is not between 1 and %d.".formatted(processes.get(), MOST));
    }
    if (count < 1 || count > MOST) {
      throw new Refusal(
          ExitStatus.INVALID, "--nodes: %d is not between 1 and %d.".formatted(count, MOST));
    }
    if (range.filter(bounds -> count < bounds.min() || count > bounds.max()).isPresent()) {
      throw new Refusal(
          ExitStatus.INVALID,
          "--nodes: %d is not within --elastic %s.".formatted(count, elastic.get()));
    }
  }

  private static Elastic range(String text) {
    var match = RANGE.matcher(text);
    if (match.matches()) {
      var range = new Elastic(Integer.parseInt(match.group(1)), Integer.parseInt(match.group(2)));
      if (range.min() >= 1 && range.min() <= range.max()) {
        return range;
      }
    }
    throw new Refusal(
        ExitStatus.INVALID, "--elastic: \"%s\" is not a range such as 1:4.".formatted(text));
  }

  private static void requireInstalled(
      Program program, boolean launcher, Surroundings surroundings) {
    if (launcher && !has("torchrun", surroundings)) {
      throw new Refusal(
          ExitStatus.INVALID,
          "torchrun is not in PATH: install PyTorch (`pip install torch`), or run one process"
              + " without --nproc, --nodes and --elastic.");
    }
    var python = !(program instanceof Program.Executable);
    if (python && !launcher && !has("python3", surroundings)) {
      throw new Refusal(
          ExitStatus.INVALID, "python3 is not in PATH: install Python 3, or add it to PATH.");
    }
  }

  private static boolean has(String command, Surroundings surroundings) {
    return Arrays.stream(surroundings.variable("PATH").orElse("").split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, command)));
  }
}
