package dev.trainyard.cli;

import java.io.PrintStream;

/// Where the command writes: results to `out`, talk to `err`. Colour and cursor moves only where a
/// person is looking.
public record Console(PrintStream out, PrintStream err, boolean lively, boolean quiet) {

  public enum Style {
    BOLD("1"),
    DIM("2"),
    RED("31"),
    GREEN("32"),
    YELLOW("33"),
    BLUE("34"),
    MAGENTA("35"),
    CYAN("36");

    private final String code;

    Style(String code) {
      this.code = code;
    }
  }

  public String styled(String text, Style style) {
    return lively ? "\u001b[" + style.code + "m" + text + "\u001b[0m" : text;
  }

  /// A result, for people and scripts.
  public void result(String line) {
    out.println(line);
  }

  /// Something said on the way.
  public void say(String line) {
    if (!quiet) {
      err.println(line);
    }
  }

  /// Something that went wrong; said even when asked to be quiet.
  public void complain(String line) {
    err.println(styled(line, Style.RED));
  }

  public Console quieter(boolean quiet) {
    return new Console(out, err, lively, quiet);
  }

  public Console plain(boolean plain) {
    return new Console(out, err, lively && !plain, quiet);
  }
}
