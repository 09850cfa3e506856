package dev.trainyard.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/// Where a command's one result goes: a file, or standard output, to the last byte.
record ResultFile(Surroundings surroundings, Optional<String> name) {

  static final String STDOUT = "-";

  void write(String text) {
    var file = name.filter(one -> !one.equals(STDOUT));
    if (file.isEmpty()) {
      surroundings.console().out().print(text);
      surroundings.console().out().flush();
      return;
    }
    try {
      Files.writeString(surroundings.workingDirectory().resolve(file.get()), text);
    } catch (IOException failure) {
      throw new Refusal(
          ExitStatus.INVALID, "%s: cannot be written: %s".formatted(file.get(), failure));
    }
  }
}
