package dev.trainyard.yard.apiserver.rights;

import java.util.List;
import java.util.stream.Collectors;

/// Nobody gives away what they do not have.
public final class Escalation {

  /// What somebody would give and has not; empty where nothing is.
  public static List<Rule> beyond(List<Rule> held, List<Rule> given) {
    return given.stream()
        .filter(
            rule ->
                !rule.steps().stream()
                    .allMatch(step -> held.stream().anyMatch(own -> own.covers(step))))
        .toList();
  }

  /// As Kubernetes words it.
  public static String told(Asker asker, List<Rule> beyond) {
    return ("user \"%s\" (groups=[%s]) is attempting to grant RBAC permissions not currently"
            + " held:\n%s")
        .formatted(
            asker.name(),
            asker.groups().stream().map("\"%s\""::formatted).collect(Collectors.joining(" ")),
            beyond.stream().map(Rule::toString).distinct().collect(Collectors.joining("\n")));
  }

  private Escalation() {}
}
