package dev.trainyard.cli;

import java.util.List;

/// Every command, in the order the help lists them.
final class Commands {

  static List<Object> all(Surroundings surroundings) {
    return List.of(
        new ValidateCommand(surroundings),
        new PlanCommand(surroundings),
        new DoctorCommand(surroundings),
        new VersionCommand(surroundings));
  }

  private Commands() {}
}
