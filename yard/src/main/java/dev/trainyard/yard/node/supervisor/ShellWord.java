package dev.trainyard.yard.node.supervisor;

/// A word on its way through a shell.
public final class ShellWord {

  /// The same word as a shell has to read it to get it back unchanged.
  public static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  private ShellWord() {}
}
