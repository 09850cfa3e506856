package dev.trainyard.cli;

import dev.trainyard.cli.exec.Terminal;
import java.util.List;

/// A table that is drawn over itself. Lines are cut at the edge of the screen, for one that wraps
/// would be two when the cursor goes back.
final class LiveTable {

  private static final int ANY_WIDTH = 1_000;

  private final Console console;
  private int drawn;

  LiveTable(Console console) {
    this.console = console;
  }

  void draw(List<String> lines) {
    int width = Terminal.size().map(Terminal.Size::columns).orElse(ANY_WIDTH);
    var text = new StringBuilder();
    if (drawn > 0) {
      text.append("\u001b[%dA\u001b[J".formatted(drawn));
    }
    lines.forEach(
        line ->
            text.append(line, 0, Math.min(line.length(), width)).append(System.lineSeparator()));
    console.out().print(text);
    console.out().flush();
    drawn = lines.size();
  }
}
