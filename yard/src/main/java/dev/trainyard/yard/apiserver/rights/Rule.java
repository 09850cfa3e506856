package dev.trainyard.yard.apiserver.rights;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/// One rule of a role: these verbs on these resources or paths.
public record Rule(
    List<String> verbs,
    List<String> groups,
    List<String> resources,
    List<String> names,
    List<String> paths) {

  private static final String ANY = "*";

  public Rule {
    verbs = List.copyOf(verbs);
    groups = List.copyOf(groups);
    resources = List.copyOf(resources);
    names = List.copyOf(names);
    paths = List.copyOf(paths);
  }

  /// The rules of a role as it is stored.
  public static List<Rule> of(JsonNode rules) {
    var all = new ArrayList<Rule>();
    for (var rule : rules) {
      all.add(
          new Rule(
              texts(rule.path("verbs")),
              texts(rule.path("apiGroups")),
              texts(rule.path("resources")),
              texts(rule.path("resourceNames")),
              texts(rule.path("nonResourceURLs"))));
    }
    return all;
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }

  public boolean allows(Attempt attempt) {
    return switch (attempt) {
      case Attempt.Resource wanted ->
          has(verbs, wanted.verb())
              && has(groups, wanted.group())
              && hasResource(wanted.resource(), wanted.part())
              && (names.isEmpty() || names.contains(wanted.name()));
      case Attempt.Path(var verb, var path) -> has(verbs, verb) && hasPath(path);
    };
  }

  private static boolean has(List<String> known, String wanted) {
    return known.contains(ANY) || known.contains(wanted);
  }

  private boolean hasResource(String resource, String part) {
    var whole = part.isEmpty() ? resource : resource + "/" + part;
    return has(resources, whole) || (!part.isEmpty() && resources.contains("*/" + part));
  }

  private boolean hasPath(String wanted) {
    return paths.stream()
        .anyMatch(
            path ->
                path.equals(wanted)
                    || (path.endsWith(ANY)
                        && wanted.startsWith(path.substring(0, path.length() - 1))));
  }

  /// The same in the smallest steps: one verb on one resource, one name or one path each.
  List<Rule> steps() {
    var steps = new ArrayList<Rule>();
    for (var verb : verbs) {
      for (var path : paths) {
        steps.add(new Rule(List.of(verb), List.of(), List.of(), List.of(), List.of(path)));
      }
      for (var group : groups) {
        for (var resource : resources) {
          var one = new Rule(List.of(verb), List.of(group), List.of(resource), names, List.of());
          if (names.isEmpty()) {
            steps.add(one);
          } else {
            names.forEach(name -> steps.add(one.ofName(name)));
          }
        }
      }
    }
    return steps;
  }

  private Rule ofName(String name) {
    return new Rule(verbs, groups, resources, List.of(name), paths);
  }

  /// Whether whoever has this rule has that step as well.
  boolean covers(Rule step) {
    if (!has(verbs, step.verbs.getFirst())) {
      return false;
    }
    if (!step.paths.isEmpty()) {
      return hasPath(step.paths.getFirst());
    }
    var resource = step.resources.getFirst().split("/", 2);
    return has(groups, step.groups.getFirst())
        && hasResource(resource[0], resource.length > 1 ? resource[1] : "")
        && (names.isEmpty() || (!step.names.isEmpty() && names.containsAll(step.names)));
  }

  /// As Kubernetes writes a rule in a refusal.
  @Override
  public String toString() {
    var text = new StringJoiner(", ", "{", "}");
    tell(text, "APIGroups", groups);
    tell(text, "Resources", resources);
    tell(text, "ResourceNames", names);
    tell(text, "NonResourceURLs", paths);
    tell(text, "Verbs", verbs);
    return text.toString();
  }

  private static void tell(StringJoiner text, String what, List<String> values) {
    if (!values.isEmpty()) {
      text.add(
          what
              + ":"
              + values.stream()
                  .map("\"%s\""::formatted)
                  .collect(Collectors.joining(", ", "[", "]")));
    }
  }
}
