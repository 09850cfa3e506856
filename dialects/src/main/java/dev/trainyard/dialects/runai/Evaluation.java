package dev.trainyard.dialects.runai;

import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Problem;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Everything that comes of a workload, its bases and its policy, once each of them was asked.
///
/// @param own what it says by itself
/// @param shape what could not be understood of that
/// @param missing the base that is not there, if one is not; then nothing else is known
/// @param invalid why no job can be made of the values
/// @param forbidden why the policy does not allow them
/// @param bases nearest first
/// @param policy the one that counts for it
record Evaluation(
    Layer own,
    List<Problem> shape,
    Optional<Problem> missing,
    List<Problem> invalid,
    List<Problem> forbidden,
    Effective values,
    List<Bases.Base> bases,
    Policy policy,
    List<Problem> advice) {

  Evaluation {
    shape = List.copyOf(shape);
    invalid = List.copyOf(invalid);
    forbidden = List.copyOf(forbidden);
    bases = List.copyOf(bases);
    advice = List.copyOf(advice);
  }

  static Evaluation of(TrainingWorkload workload, Lookup lookup) {
    var reading = LayerReading.read(workload.spec());
    var own = reading.layer();
    var namespace = namespace(workload);
    var name = Objects.requireNonNullElse(workload.metadata().getName(), "");
    return switch (Bases.of(namespace, name, own, lookup)) {
      case Bases.Outcome.Found(var chain) -> complete(reading, chain, namespace, lookup);
      case Bases.Outcome.Missing(var problem) -> alone(reading, Optional.of(problem), List.of());
      case Bases.Outcome.Refused(var problem) -> alone(reading, Optional.empty(), List.of(problem));
    };
  }

  static String namespace(TrainingWorkload workload) {
    return Objects.requireNonNullElse(workload.metadata().getNamespace(), "default");
  }

  /// Its bases as `namespace/name`, nearest first.
  List<String> chain() {
    return bases.stream().map(Bases.Base::id).toList();
  }

  /// A template is never complete by itself and need not be.
  boolean template() {
    return own.template();
  }

  private static Evaluation complete(
      Layer.Reading reading, List<Bases.Base> chain, String namespace, Lookup lookup) {
    var own = reading.layer();
    if (own.template()) {
      return alone(reading, Optional.empty(), List.of());
    }
    var choice = Policies.of(namespace, lookup);
    var above = Merge.together(own, chain.stream().map(Bases.Base::layer).toList());
    var values = PolicyDefaults.below(above, choice.policy());
    var effective = new Effective(values);
    return new Evaluation(
        own,
        reading.problems(),
        Optional.empty(),
        beyond(reading.problems(), EffectiveRules.check(effective)),
        beyond(reading.problems(), PolicyCheck.check(choice.policy(), values, above)),
        Spelling.settled(effective),
        chain,
        choice.policy(),
        Advice.of(effective, choice));
  }

  private static Evaluation alone(
      Layer.Reading reading, Optional<Problem> missing, List<Problem> refused) {
    var effective = new Effective(reading.layer().values());
    var invalid =
        Stream.concat(refused.stream(), EffectiveRules.checkEach(effective).stream()).toList();
    return new Evaluation(
        reading.layer(),
        reading.problems(),
        missing,
        beyond(reading.problems(), invalid),
        List.of(),
        effective,
        List.of(),
        Policy.none(),
        List.of());
  }

  /// What was not understood looks as if it were not there; nobody needs to hear that too.
  private static List<Problem> beyond(List<Problem> shape, List<Problem> others) {
    var unread = shape.stream().map(Evaluation::field).collect(Collectors.toSet());
    return others.stream().filter(problem -> !unread.contains(field(problem))).toList();
  }

  private static String field(Problem problem) {
    var place = Paths.spoken(problem.path());
    int dot = place.indexOf('.');
    return dot < 0 ? place : place.substring(0, dot);
  }
}
