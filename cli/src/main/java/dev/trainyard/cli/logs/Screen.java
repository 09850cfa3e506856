package dev.trainyard.cli.logs;

import dev.trainyard.cli.Console;
import dev.trainyard.cli.Console.Style;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Lines of many replicas on one console: whole, in the order they come, each told apart by its
/// prefix, above a status line where a person is looking.
public final class Screen {

  private static final List<Style> COLOURS =
      List.of(Style.CYAN, Style.GREEN, Style.YELLOW, Style.MAGENTA, Style.BLUE);
  private static final String ERASE = "\r\u001b[K";

  private final Console console;
  private final Map<String, Style> colours = new LinkedHashMap<>();
  private int width;
  private String status = "";

  public Screen(Console console) {
    this.console = console;
  }

  /// Makes room for prefixes of this length, so that the lines stand below each other.
  public synchronized void expect(List<String> prefixes) {
    prefixes.forEach(
        prefix -> {
          var _ = colour(prefix);
          width = Math.max(width, prefix.length());
        });
  }

  /// A line of a replica.
  public synchronized void print(String prefix, String text) {
    width = Math.max(width, prefix.length());
    var shown = prefix + " ".repeat(width - prefix.length()) + " |";
    above(
        () ->
            console.result(
                "%s %s".formatted(console.styled(shown, colour(prefix)), onOneLine(text))));
  }

  public synchronized void result(String line) {
    above(() -> console.result(line));
  }

  public synchronized void say(String line) {
    above(() -> console.say(line));
  }

  public synchronized void complain(String line) {
    above(() -> console.complain(line));
  }

  /// What the last line says until it is replaced; only where a person is looking.
  public synchronized void status(String text) {
    if (console.lively() && !console.quiet() && !text.equals(status)) {
      erase();
      status = text;
      draw();
    }
  }

  private void above(Runnable write) {
    erase();
    write.run();
    draw();
  }

  private void erase() {
    if (!status.isEmpty()) {
      console.err().print(ERASE);
      console.err().flush();
    }
  }

  private void draw() {
    if (!status.isEmpty()) {
      console.err().print(console.styled(status, Style.DIM));
      console.err().flush();
    }
  }

  private Style colour(String prefix) {
    return colours.computeIfAbsent(prefix, _ -> COLOURS.get(colours.size() % COLOURS.size()));
  }

  /// A progress bar redraws its line; before a person only its last state counts.
  private String onOneLine(String text) {
    var line = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    return console.lively() ? line.substring(line.lastIndexOf('\r') + 1) : line;
  }
}
