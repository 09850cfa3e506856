package dev.trainyard.simulation.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// In what two ways to a spec have led elsewhere.
final class EditReport {
  private final String what;
  private final List<String> lines = new ArrayList<>();
  private Predicate<String> spared = _ -> false;

  EditReport(String what) {
    this.what = what;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  /// Differences of these objects do not count.
  void sparing(Predicate<String> objects) {
    spared = objects;
  }

  void compare(String when, Standing is, Standing expected) {
    say(when, is.end().differencesFrom(expected.end()));
  }

  void compareMade(String when, Standing is, Standing expected) {
    say(when, is.made().differencesFrom(expected.made()));
  }

  void compareStates(String when, Standing is, Standing expected) {
    if (!is.state().equals(expected.state())) {
      say(when, List.of("it is %s and should be %s".formatted(is.state(), expected.state())));
    }
  }

  private void say(String when, List<String> differences) {
    differences.stream()
        .filter(spared.negate())
        .forEach(line -> lines.add("%s, %s: %s".formatted(what, when, line)));
  }
}
