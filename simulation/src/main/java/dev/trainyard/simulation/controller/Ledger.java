package dev.trainyard.simulation.controller;

import dev.trainyard.simulation.controller.Weather.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Numbers the requests of all controllers of a world, from 1, and tells what came of each.
public final class Ledger {

  private final List<Consumer<Deed>> listeners = new ArrayList<>();
  private int controllers;
  private long last;

  /// A request and what came of it. What was meant and what was hit are versions of one object, or
  /// one of several that had its name.
  ///
  /// @param controller counts the controllers of a world, from 1
  /// @param meant what the controller had in mind, as far as it says so
  /// @param hit what stood there, where the request was served
  /// @param came what the controller got for an answer; nothing where all went well
  public record Deed(
      int controller,
      Request request,
      Optional<String> meant,
      Optional<String> hit,
      Optional<String> came) {}

  /// Told every request once it is answered, or never will be.
  public void listen(Consumer<Deed> listener) {
    listeners.add(listener);
  }

  int enter() {
    return ++controllers;
  }

  long next() {
    return ++last;
  }

  void tell(Deed deed) {
    listeners.forEach(listener -> listener.accept(deed));
  }

  public long last() {
    return last;
  }
}
