package dev.trainyard.simulation.proof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a test has to say beside whether it passed; `./verify` ends with it.
final class Told {

  private static final Path DIRECTORY = Path.of("target", "proof");

  static void of(String what, String line) {
    try {
      Files.createDirectories(DIRECTORY);
      Files.writeString(DIRECTORY.resolve(what + ".txt"), line + System.lineSeparator());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Told() {}
}
