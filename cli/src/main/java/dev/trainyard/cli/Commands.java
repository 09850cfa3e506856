package dev.trainyard.cli;

import java.util.List;

/// Every command, in the order the help lists them.
final class Commands {

  static List<Object> all(Surroundings surroundings) {
    return List.of(
        RunCommand.commandLine(surroundings),
        new UpCommand(surroundings),
        new DownCommand(surroundings),
        new StatusCommand(surroundings),
        new SubmitCommand(surroundings),
        new GetCommand(surroundings),
        new DescribeCommand(surroundings),
        new LogsCommand(surroundings),
        new ExecCommand(surroundings),
        new WaitCommand(surroundings),
        WishCommand.pause(surroundings),
        WishCommand.resume(surroundings),
        new ScaleCommand(surroundings),
        WishCommand.restart(surroundings),
        WishCommand.debug(surroundings),
        new DeleteCommand(surroundings),
        new HistoryCommand(surroundings),
        new ValidateCommand(surroundings),
        new PlanCommand(surroundings),
        new InstallCommand(surroundings),
        new UninstallCommand(surroundings),
        new OperatorCommand(surroundings),
        new DoctorCommand(surroundings),
        new CompletionCommand(surroundings),
        new VersionCommand(surroundings));
  }

  private Commands() {}
}
