package dev.trainyard.yard.streams;

import java.io.InputStream;
import java.io.OutputStream;

/// A command that runs in a container.
public interface Execution extends AutoCloseable {

  /// What the command reads. Closing it is the end of its input.
  OutputStream input();

  /// What the command prints, up to its end.
  InputStream output();

  /// What it prints as errors; empty for a command on a terminal, which has one stream only.
  InputStream errors();

  /// Tells a command on a terminal its new size; nothing without one.
  void resize(int columns, int rows);

  /// Waits for the end.
  int exitCode() throws InterruptedException;

  /// Ends the command if it still runs.
  @Override
  void close();
}
