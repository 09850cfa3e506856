package dev.trainyard.cli;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Every command by its name.
final class Commands {

  private static final Map<String, Maker> ALL = inOrderOfHelp();

  /// Makes one command, as picocli wants it.
  interface Maker {
    Object make(Surroundings surroundings);
  }

  static Map<String, Maker> all() {
    return ALL;
  }

  /// Only the command that these arguments name, when they begin with a name: picocli looks at
  /// every command it is given, and most of a short command's time went into the others.
  static Map<String, Maker> meantBy(List<String> arguments) {
    if (arguments.isEmpty()) {
      return ALL;
    }
    var name = arguments.getFirst();
    var maker = ALL.get(name);
    return maker == null ? ALL : Map.of(name, maker);
  }

  private static Map<String, Maker> inOrderOfHelp() {
    var commands = new LinkedHashMap<String, Maker>();
    commands.put("run", RunCommand::commandLine);
    commands.put("up", UpCommand::new);
    commands.put("down", DownCommand::new);
    commands.put("status", StatusCommand::new);
    commands.put("submit", SubmitCommand::new);
    commands.put("get", GetCommand::new);
    commands.put("describe", DescribeCommand::new);
    commands.put("logs", LogsCommand::new);
    commands.put("exec", ExecCommand::new);
    commands.put("wait", WaitCommand::new);
    commands.put("pause", WishCommand::pause);
    commands.put("resume", WishCommand::resume);
    commands.put("scale", ScaleCommand::new);
    commands.put("restart", WishCommand::restart);
    commands.put("debug", WishCommand::debug);
    commands.put("delete", DeleteCommand::new);
    commands.put("history", HistoryCommand::new);
    commands.put("validate", ValidateCommand::new);
    commands.put("plan", PlanCommand::new);
    commands.put("rehearse", RehearseCommand::new);
    commands.put("generate", GenerateCommand::new);
    commands.put("pack", PackCommand::new);
    commands.put("install", InstallCommand::new);
    commands.put("uninstall", UninstallCommand::new);
    commands.put("operator", OperatorCommand::new);
    commands.put("doctor", DoctorCommand::new);
    commands.put("completion", CompletionCommand::new);
    commands.put("version", VersionCommand::new);
    return Collections.unmodifiableMap(commands);
  }

  private Commands() {}
}
