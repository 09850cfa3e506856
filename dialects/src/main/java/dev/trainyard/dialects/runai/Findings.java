package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Problem;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;

/// Collects what is wrong with values, in the words that all fields share.
final class Findings {

  private final Effective values;
  private final List<Problem> problems = new ArrayList<>();

  Findings(Effective values) {
    this.values = values;
  }

  Effective values() {
    return values;
  }

  List<Problem> problems() {
    return List.copyOf(problems);
  }

  void say(String path, String what) {
    problems.add(Problem.error(path, what));
  }

  void sayIf(boolean wrong, String path, String what) {
    if (wrong) {
      say(path, what);
    }
  }

  void add(Optional<Problem> problem) {
    problem.ifPresent(problems::add);
  }

  void scalar(String field, String what) {
    say(Paths.scalar(field), what);
  }

  void atLeast(String field, int least) {
    values.number(field).ifPresent(number -> atLeast(Paths.scalar(field), number, least));
  }

  void atLeast(String path, int number, int least) {
    sayIf(number < least, path, least == 0 ? "must not be negative" : "must be at least " + least);
  }

  void positive(String path, Optional<BigDecimal> amount) {
    amount.filter(one -> one.signum() <= 0).ifPresent(_ -> say(path, "must be greater than 0"));
  }

  void word(String path, Optional<String> word, Collection<String> known) {
    word.filter(one -> !known.contains(one))
        .ifPresent(one -> problems.add(Problem.unsupported(path, one, known)));
  }

  void wordInAnyCase(String path, Optional<String> word, Collection<String> known) {
    word.filter(one -> known.stream().noneMatch(one::equalsIgnoreCase))
        .ifPresent(one -> problems.add(Problem.unsupported(path, one, known)));
  }

  void absolute(String path, Optional<String> directory) {
    directory
        .filter(one -> !one.isEmpty() && !one.startsWith("/"))
        .ifPresent(
            one -> say(path, "must be an absolute path, found %s".formatted(Problem.quoted(one))));
  }

  void eachItem(String field, BiConsumer<String, Effective> rule) {
    values.items(field).forEach(rule);
  }

  static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
