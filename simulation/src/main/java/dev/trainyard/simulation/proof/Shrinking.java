package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.controller.Parts;
import dev.trainyard.simulation.proof.SeededRun.Outcome;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Makes a broken run short: it leaves out faults, many at a time and then fewer, for as long as
/// the run still breaks in the same way.
final class Shrinking {

  /// What differs between two runs that break in the same way.
  private static final Pattern PARTICULARS = Pattern.compile("[-.:/\\w]*[0-9][-.:/\\w]*|\\{.*");

  private static final Pattern RULE = Pattern.compile("^[0-9]+: ");

  private final Supplier<Parts> parts;
  private Outcome best;
  private Set<Integer> faults;

  Shrinking(Outcome broken, Supplier<Parts> parts) {
    this.parts = parts;
    this.best = broken;
    this.faults = numbers(1, broken.drawn());
  }

  Outcome shortest() {
    leaveOut(numbers(1, best.drawn()));
    for (int size = Math.max(1, faults.size() / 2); size > 0 && !faults.isEmpty(); size /= 2) {
      var left = faults.stream().toList();
      // From the end: what happens last is seldom the cause.
      for (int end = left.size(); end > 0; end -= size) {
        leaveOut(new TreeSet<>(left.subList(Math.max(0, end - size), end)));
      }
    }
    return best;
  }

  private void leaveOut(Set<Integer> some) {
    var fewer = new TreeSet<>(faults);
    fewer.removeAll(some);
    var outcome = SeededRun.of(best.seed(), fewer::contains, parts);
    if (sameAs(outcome)) {
      best = outcome;
      // A shorter run draws fewer of them.
      fewer.removeIf(fault -> fault > outcome.drawn());
      faults = fewer;
    }
  }

  private boolean sameAs(Outcome other) {
    return other.violation().map(Shrinking::kind).equals(best.violation().map(Shrinking::kind));
  }

  /// The rule that was broken, and the words it was told in.
  private static String kind(String violation) {
    var rule = RULE.matcher(violation);
    var number = rule.lookingAt() ? rule.group() : "";
    return number + PARTICULARS.matcher(violation.substring(number.length())).replaceAll("*");
  }

  private static Set<Integer> numbers(int from, int to) {
    return IntStream.rangeClosed(from, to).boxed().collect(Collectors.toCollection(TreeSet::new));
  }
}
