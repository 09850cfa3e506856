package dev.trainyard.integration.conformance;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// All that is asked of both clusters. The same in every run.
final class Corpus {

  /// One in so many scenarios is in the sample.
  private static final int SAMPLED = 5;

  static List<Scenario> whole() {
    var subjects = Subject.all();
    var everyKind =
        subjects.stream()
            .flatMap(subject -> Stream.concat(Flows.of(subject), Mutations.of(subject)));
    return Stream.concat(Stream.of(paths(subjects.getFirst())), everyKind).toList();
  }

  /// What fits into a build, always with these.
  static List<Scenario> sample(Set<String> always) {
    return whole().stream()
        .filter(scenario -> scenario.number() % SAMPLED == 0 || always.contains(scenario.id()))
        .toList();
  }

  /// What is about no kind at all.
  private static Scenario paths(Subject any) {
    return new Scenario(
        "Paths/paths",
        new Subject(
            "Paths",
            any.base(),
            any.plural(),
            true,
            false,
            List.of(),
            "NAME",
            JsonNodeFactory.instance.objectNode(),
            Optional.empty(),
            Optional.empty()),
        Texts.resource("paths.txt")
            .lines()
            .map(line -> line.split(" ", 2))
            .map(words -> new Step("call " + words[0], "=" + words[1], new Step.Body.None()))
            .toList());
  }

  private Corpus() {}
}
