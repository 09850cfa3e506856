package dev.trainyard.integration.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// One request to which the two say different things.
///
/// @param aspect what differs: verdict, reason, fields, about, warnings, type or content
/// @param what in one line, the same for all requests that differ alike
record Difference(Scenario scenario, int at, String aspect, String what) {

  private static final int MOST_PATHS = 60;

  /// The first aspect in which they differ counts; the others follow from it.
  static Optional<Difference> between(Scenario scenario, int at, Answer yard, Answer kubernetes) {
    return difference(yard, kubernetes)
        .map(parts -> new Difference(scenario, at, parts.getFirst(), parts.getLast()));
  }

  private static Optional<List<String>> difference(Answer yard, Answer kubernetes) {
    if (yard.code() != kubernetes.code()) {
      return told("verdict", verdict(yard), verdict(kubernetes));
    }
    if (!yard.reason().equals(kubernetes.reason())) {
      return told("reason", yard.reason(), kubernetes.reason());
    }
    if (!yard.type().equals(kubernetes.type())) {
      return told("type", yard.type(), kubernetes.type());
    }
    if (!yard.fields().equals(kubernetes.fields())) {
      return told("fields", yard.fields().toString(), kubernetes.fields().toString());
    }
    if (kubernetes.refuses()) {
      return yard.about().equals(kubernetes.about())
          ? Optional.empty()
          : told("about", yard.about(), kubernetes.about());
    }
    var content = content(yard, kubernetes);
    if (!content.isEmpty()) {
      return Optional.of(List.of("content", content));
    }
    return yard.warnings() == kubernetes.warnings()
        ? Optional.empty()
        : told("warnings", "" + yard.warnings(), "" + kubernetes.warnings());
  }

  private static String verdict(Answer answer) {
    return "%d %s".formatted(answer.code(), answer.reason()).trim();
  }

  private static Optional<List<String>> told(String aspect, String yard, String kubernetes) {
    return Optional.of(List.of(aspect, "%s, not %s".formatted(yard, kubernetes)));
  }

  /// `+` is there in the yard only, `-` in Kubernetes only, `~` another value.
  private static String content(Answer yard, Answer kubernetes) {
    var ours = NormalForm.of(yard);
    var theirs = NormalForm.of(kubernetes);
    var all = new TreeSet<>(ours.keySet());
    all.addAll(theirs.keySet());
    var paths = new ArrayList<String>();
    for (var path : all) {
      if (!theirs.containsKey(path)) {
        paths.add("+%s=%s".formatted(path, ours.get(path)));
      } else if (!ours.containsKey(path)) {
        if (!ServerDefaults.has(path, theirs.get(path))) {
          paths.add("-%s=%s".formatted(path, theirs.get(path)));
        }
      } else if (!ours.get(path).equals(theirs.get(path))) {
        paths.add("~%s=%s≠%s".formatted(path, ours.get(path), theirs.get(path)));
      }
    }
    var shown = paths.stream().limit(MOST_PATHS).toList();
    return String.join(" ", shown)
        + (paths.size() > MOST_PATHS ? " and %d more".formatted(paths.size() - MOST_PATHS) : "");
  }

  Step step() {
    return scenario.steps().get(at);
  }

  /// The request, in as few words as tell it from others.
  String request() {
    return "%s %s %s".formatted(step().verb(), step().path(), brief(step().body())).trim();
  }

  private static String brief(Step.Body body) {
    return switch (body) {
      case Step.Body.None _, Step.Body.Whole _ -> "";
      case Step.Body.Text(var text) -> text;
      case Step.Body.Manifest(var changes) -> changes.isEmpty() ? "" : changes.toString();
      case Step.Body.Stored(var changes) -> changes.isEmpty() ? "" : changes.toString();
    };
  }

  @Override
  public String toString() {
    return "%s #%d %s: %s: %s".formatted(scenario.id(), at, request(), aspect, what);
  }
}
