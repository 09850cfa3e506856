package dev.trainyard.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// What fish needs to know to complete a command line, which the library writes for bash only.
final class FishCompletion {

  private final String name;
  private final List<String> lines = new ArrayList<>();

  static String of(CommandSpec root) {
    var completion = new FishCompletion(root.name());
    completion.commands(root);
    return String.join("\n", completion.lines);
  }

  private FishCompletion(String name) {
    this.name = name;
  }

  private void commands(CommandSpec root) {
    root.options().forEach(option -> option("__fish_use_subcommand", option));
    root.subcommands()
        .forEach(
            (word, line) -> {
              var spec = line.getCommandSpec();
              lines.add(
                  "complete -c %s -f -n __fish_use_subcommand -a %s -d %s"
                      .formatted(name, word, quoted(summary(spec.usageMessage().description()))));
              var here = "'__fish_seen_subcommand_from %s'".formatted(word);
              spec.options().stream()
                  .filter(option -> !option.hidden())
                  .forEach(option -> option(here, option));
              spec.positionalParameters().stream()
                  .filter(parameter -> !words(parameter).isEmpty())
                  .forEach(
                      parameter ->
                          lines.add(
                              "complete -c %s -f -n %s -a %s"
                                  .formatted(name, here, quoted(words(parameter)))));
            });
  }

  private void option(String condition, OptionSpec option) {
    var names =
        Stream.of(option.names())
            .map(
                text ->
                    text.startsWith("--") ? "-l " + text.substring(2) : "-s " + text.substring(1))
            .collect(Collectors.joining(" "));
    var value =
        option.arity().max() == 0
            ? ""
            : words(option).isEmpty() ? " -r" : " -x -a " + quoted(words(option));
    lines.add(
        "complete -c %s -n %s %s%s -d %s"
            .formatted(name, condition, names, value, quoted(summary(option.description()))));
  }

  /// The words a value is chosen from, where they are known.
  private static String words(ArgSpec argument) {
    var type =
        argument.auxiliaryTypes().length > 0 ? argument.auxiliaryTypes()[0] : argument.type();
    return type.isEnum()
        ? Stream.of(type.getEnumConstants()).map(Object::toString).collect(Collectors.joining(" "))
        : "";
  }

  private static String summary(String... description) {
    return description.length == 0 ? "" : description[0];
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
