package dev.trainyard.cli.exec;

import dev.trainyard.cli.Interrupts;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The terminal in front of this command, which only `stty` can change without native code.
public final class Terminal {

  private static final File DEVICE = new File("/dev/tty");

  public record Size(int columns, int rows) {}

  /// Nothing where there is no terminal.
  public static Optional<Size> size() {
    return stty("size")
        .filter(text -> text.matches("\\d+ \\d+"))
        .map(text -> text.split(" "))
        .map(parts -> new Size(Integer.parseInt(parts[1]), Integer.parseInt(parts[0])));
  }

  /// Until closed, every key goes to the program on the other side, Ctrl-C included; unless it is
  /// given nothing to read.
  public static Raw raw(boolean read) {
    var before = read ? stty("-g") : Optional.<String>empty();
    before.ifPresent(_ -> stty("raw", "-echo"));
    return () -> before.ifPresent(Terminal::stty);
  }

  public interface Raw extends AutoCloseable {
    @Override
    void close();
  }

  /// Until closed, told of every change of its size.
  public static Interrupts.Listening resized(Runnable told) {
    return Interrupts.onResize(told);
  }

  private static Optional<String> stty(String... words) {
    var command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(words));
    try {
      var process =
          new ProcessBuilder(command)
              .redirectInput(DEVICE)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? Optional.of(said.strip()) : Optional.empty();
    } catch (IOException _) {
      return Optional.empty(); // no stty, or no terminal
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Terminal() {}
}
