package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What the bases and the policy of a job make of it by now, beside what it was submitted with. Its
/// own changes are told elsewhere. Places are named and never what stands there.
final class Hindsight {

  private static final String KEPT = "the job keeps what it was submitted with";
  private static final String WAY_OUT = KEPT + "; submit a new workload to have it otherwise";
  private static final String BASE = Paths.field("baseWorkload");

  private final Reservation submitted;
  private final Evaluation now;
  private final Map<Source, List<String>> differences = new LinkedHashMap<>();

  /// Who would give a value now.
  private sealed interface Source {
    /// The workload itself, or what is its own to say.
    record Own() implements Source {}

    record Base(String id) implements Source {}

    record Policy(String id) implements Source {}

    /// It had one, and would have none.
    record Nobody() implements Source {}
  }

  private Hindsight(Reservation submitted, Evaluation now) {
    this.submitted = submitted;
    this.now = now;
  }

  static List<Problem> on(Reservation submitted, Evaluation now) {
    var broken =
        Stream.concat(now.missing().stream(), now.invalid().stream())
            .filter(problem -> problem.path().equals(BASE))
            .findFirst();
    return broken.isPresent()
        ? List.of(unresolved(broken.get(), submitted))
        : new Hindsight(submitted, now).compare();
  }

  private static Problem unresolved(Problem problem, Reservation submitted) {
    return Problem.warning(
        BASE, "%s by now; %s%s".formatted(problem.message(), KEPT, from(submitted.chain())));
  }

  private static String from(List<String> chain) {
    return chain.isEmpty() ? "" : ", from " + String.join(", ", chain);
  }

  private List<Problem> compare() {
    var found = new ArrayList<Problem>();
    if (!submitted.chain().equals(now.chain())) {
      found.add(
          Problem.warning(
              BASE,
              "the job was submitted with %s and would be with %s now; %s"
                  .formatted(bases(submitted.chain()), bases(now.chain()), WAY_OUT)));
    }
    Frozen.read(Frozen.write(now.values())).map(Effective::values).ifPresent(this::fields);
    differences.forEach((source, paths) -> told(source, paths).ifPresent(found::add));
    now.forbidden().forEach(problem -> found.add(forbidden(problem)));
    return found;
  }

  private static String bases(List<String> chain) {
    return chain.isEmpty() ? "no base" : "the base " + String.join(", based on ", chain);
  }

  private void fields(ObjectNode wanted) {
    var before = submitted.values().values();
    for (var field : names(before, wanted)) {
      var was = before.path(field);
      var is = wanted.path(field);
      if (was instanceof ObjectNode || is instanceof ObjectNode) {
        names(was, is).forEach(key -> item(field, key, was.path(key), is.path(key)));
      } else if (!was.equals(is)) {
        note(source(field, is), Paths.scalar(field));
      }
    }
  }

  private void item(String field, String key, JsonNode was, JsonNode is) {
    if (was instanceof ObjectNode && is instanceof ObjectNode) {
      for (var member : names(was, is)) {
        if (!was.path(member).equals(is.path(member))) {
          note(source(field, key, member, is.path(member)), Paths.member(field, key, member));
        }
      }
    } else if (!was.equals(is)) {
      note(is.isMissingNode() ? new Source.Nobody() : source(field, key), Paths.item(field, key));
    }
  }

  private void note(Source source, String path) {
    differences.computeIfAbsent(source, _ -> new ArrayList<>()).add(path);
  }

  /// What is live is nobody's to take away.
  private Source source(String field, JsonNode is) {
    if (is.isMissingNode()) {
      return Drift.isLive(field) ? new Source.Own() : new Source.Nobody();
    }
    if (now.own().values().has(field)) {
      return new Source.Own();
    }
    return now.bases().stream()
        .filter(base -> base.layer().values().has(field))
        .findFirst()
        .<Source>map(base -> new Source.Base(base.id()))
        .orElseGet(this::policy);
  }

  private Source source(String field, String key) {
    return layer(field, key).map(Said::source).orElseGet(this::policy);
  }

  /// A member that an item leaves out comes from the policy.
  private Source source(String field, String key, String member, JsonNode is) {
    return is.isMissingNode()
        ? new Source.Nobody()
        : layer(field, key)
            .filter(said -> said.item().has(member))
            .map(Said::source)
            .orElseGet(this::policy);
  }

  private record Said(Source source, JsonNode item) {}

  /// The nearest that has such an item: it replaces those below as a whole.
  private Optional<Said> layer(String field, String key) {
    return Stream.concat(
            Stream.of(new Said(new Source.Own(), now.own().values().path(field).path(key))),
            now.bases().stream()
                .map(
                    base ->
                        new Said(
                            new Source.Base(base.id()),
                            base.layer().values().path(field).path(key))))
        .filter(said -> !said.item().isMissingNode())
        .findFirst();
  }

  private Source policy() {
    return new Source.Policy(now.policy().id());
  }

  private static Optional<Problem> told(Source source, List<String> paths) {
    var places = String.join(", ", paths);
    return switch (source) {
      case Source.Own() -> Optional.empty();
      case Source.Base(var id) ->
          Optional.of(
              Problem.warning(
                  BASE,
                  "the base %s would now give something else for %s; %s"
                      .formatted(id, places, WAY_OUT)));
      case Source.Policy(var id) ->
          Optional.of(
              Problem.warning(
                  "spec",
                  "the policy %s would now give something else for %s; %s"
                      .formatted(id, places, WAY_OUT)));
      case Source.Nobody() ->
          Optional.of(
              Problem.warning(
                  "spec",
                  "neither it, its bases nor a policy says %s any more; %s"
                      .formatted(places, WAY_OUT)));
    };
  }

  private Problem forbidden(Problem problem) {
    return Problem.warning(
        problem.path(),
        "%s, says the policy %s by now, so that nothing like it can be submitted; the job goes on"
            .formatted(problem.message(), now.policy().id()));
  }

  private static List<String> names(JsonNode one, JsonNode other) {
    return Stream.of(one, other)
        .flatMap(node -> node.properties().stream())
        .map(Map.Entry::getKey)
        .distinct()
        .sorted()
        .toList();
  }
}
