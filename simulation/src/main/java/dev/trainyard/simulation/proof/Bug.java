package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.controller.Parts;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Mistakes one could have made, each in a controller of its own. The proof is worth what it finds
/// of them.
///
/// @param parts makes what such a controller is made of
public record Bug(String words, Supplier<Parts> parts) {

  public static List<Bug> all() {
    return Stream.of(
            EngineMistakes.all(),
            ReadingMistakes.all(),
            RequestMistakes.all(),
            ShellMistakes.all(),
            TensorStackMistakes.all(),
            WrapperMistakes.all(),
            CarriedMistakes.all())
        .flatMap(List::stream)
        .toList();
  }

  public static Bug named(String words) {
    return all().stream()
        .filter(bug -> bug.words.equals(words))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("there is no mistake \"%s\"".formatted(words)));
  }

  @Override
  public String toString() {
    return words;
  }
}
